package dev.hpa.controller.state;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.state.CheckpointException.Reason;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.memory.Limit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The format of checkpoints: a ConfigMap with a header for people under {@code data}, and under
 * {@code binaryData} the autoscalers as JSON, compressed with gzip, which contains a checksum. Pure
 * functions.
 *
 * <p>The JSON is an object by namespace and name; each value has the UID, the sections, and the
 * time if it differs from that of the checkpoint. Times are milliseconds since 1970. The bytes
 * depend on the autoscalers alone, so that equal bytes need not be written again.
 */
final class CheckpointCodec {

  /** Increased by changes that older versions cannot read. */
  static final int FORMAT = 1;

  static final String DATA = "data";
  static final String BINARY_DATA = "binaryData";
  static final String PAYLOAD = "state.json.gz";

  /** Milliseconds and epochs beyond are not those of a clock or of restarts. */
  private static final long MAX_NUMBER = 1L << 53;

  /** The approximate size of an autoscaler without its sections, in bytes. */
  private static final int AUTOSCALER = 400;

  private static final String FORMAT_KEY = "format";
  private static final String UID = "uid";
  private static final String AT = "at";

  private static final String DESCRIPTION =
      "Recent history of HorizontalPodAutoscalers, saved by hpa-controller. After its deletion"
          + " stabilization windows begin anew with the next start.";

  /** Names of fields are those of autoscalers: caching them would keep those of deleted ones. */
  private static final ObjectMapper JSON = new ObjectMapper(Json.factoryOfObjects().build());

  private CheckpointCodec() {}

  /** The memory that an autoscaler takes when it is loaded, in bytes. */
  static long size(NamespacedName key, SavedAutoscaler saved) {
    long size = SavedTree.OBJECT + sizeOfField(UID) + 2L * saved.uid().length() + sizeOfField(AT);
    for (Map.Entry<String, JsonNode> section : saved.sections().entrySet()) {
      size += SavedTree.sizeOfField(section.getKey(), section.getValue());
    }
    return AUTOSCALER + 2L * (key.namespace().length() + 1 + key.name().length()) + size;
  }

  private static long sizeOfField(String name) {
    return SavedTree.FIELD + 2L * name.length() + SavedTree.VALUE;
  }

  /** The compressed autoscalers. */
  static byte[] payload(SortedMap<NamespacedName, SavedAutoscaler> autoscalers, Instant writtenAt) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(new GZIPOutputStream(bytes))) {
      out.writeStartObject();
      for (Map.Entry<NamespacedName, SavedAutoscaler> each : autoscalers.entrySet()) {
        SavedAutoscaler saved = each.getValue();
        out.writeObjectFieldStart(each.getKey().namespace() + "/" + each.getKey().name());
        out.writeStringField(UID, saved.uid());
        if (!saved.at().equals(writtenAt)) {
          out.writeNumberField(AT, saved.at().toEpochMilli());
        }
        for (Map.Entry<String, JsonNode> section : new TreeMap<>(saved.sections()).entrySet()) {
          out.writeFieldName(section.getKey());
          out.writeTree(section.getValue());
        }
        out.writeEndObject();
      }
      out.writeEndObject();
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }

  /** The fields {@code data} and {@code binaryData} of a ConfigMap. */
  static ObjectNode encode(CheckpointHeader header, int autoscalers, byte[] payload) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    fields
        .putObject(DATA)
        .put("description", DESCRIPTION)
        .put(FORMAT_KEY, Integer.toString(FORMAT))
        .put("version", header.version())
        .put("writer", header.writer())
        .put("writtenAt", header.writtenAt().toString())
        .put("epoch", Long.toString(header.epoch()))
        .put("lease", header.lease())
        .put("shard", header.shard().index() + " of " + header.shard().count())
        .put("part", header.part() + " of " + header.parts())
        .put("autoscalers", Integer.toString(autoscalers));
    fields.putObject(BINARY_DATA).put(PAYLOAD, Base64.getEncoder().encodeToString(payload));
    return fields;
  }

  /**
   * Decodes the header of a ConfigMap.
   *
   * @throws CheckpointException if it is not a checkpoint that this version can read
   */
  static CheckpointHeader header(JsonNode configMap) throws CheckpointException {
    JsonNode data = configMap.path(DATA);
    String format = data.path(FORMAT_KEY).asText("");
    if (format.isEmpty()) {
      throw new CheckpointException(Reason.FOREIGN, "the key \"format\" is missing");
    }
    try {
      if (Integer.parseInt(format) > FORMAT) {
        throw new CheckpointException(
            Reason.FORMAT,
            "format \"%s\" of version \"%s\" is unknown; this version reads format %d"
                .formatted(format, data.path("version").asText(""), FORMAT));
      }
      int[] shard = ofPair(text(data, "shard"));
      int[] part = ofPair(text(data, "part"));
      return new CheckpointHeader(
          text(data, "lease"),
          new Shard(shard[0], shard[1]),
          part[0],
          part[1],
          inRange(Long.parseLong(text(data, "epoch"))),
          text(data, "writer"),
          text(data, "version"),
          Instant.ofEpochMilli(inRange(Instant.parse(text(data, "writtenAt")).toEpochMilli())));
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException invalid) {
      throw new CheckpointException(
          Reason.CORRUPT, "its header is invalid: " + invalid.getMessage());
    }
  }

  private static long inRange(long value) {
    if (value < 0 || value > MAX_NUMBER) {
      throw new IllegalArgumentException("\"" + value + "\" is out of range");
    }
    return value;
  }

  private static String text(JsonNode data, String key) {
    JsonNode value = data.path(key);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("the key \"" + key + "\" is missing");
    }
    return value.asText();
  }

  /** Reads {@code I of N}. */
  private static int[] ofPair(String text) {
    String[] numbers = text.split(" of ", -1);
    if (numbers.length != 2) {
      throw new IllegalArgumentException("\"" + text + "\" is not \"I of N\"");
    }
    return new int[] {Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])};
  }

  /**
   * Decodes a ConfigMap.
   *
   * @param budget of all parts of the checkpoint
   * @throws CheckpointException if it is not a checkpoint that this version can read
   */
  static Checkpoint decode(JsonNode configMap, StateBudget budget) throws CheckpointException {
    CheckpointHeader header = header(configMap);
    try {
      String payload = configMap.path(BINARY_DATA).path(PAYLOAD).asText("").trim();
      if (payload.length() > Limit.SAVED_BYTES.asInt()) {
        throw new IOException("it has more than " + Limit.SAVED_BYTES.text());
      }
      byte[] packed = Base64.getDecoder().decode(payload);
      try (InputStream unpacked =
              new CountedInput(
                  new GZIPInputStream(new ByteArrayInputStream(packed)),
                  CountedInput.Budget.atMost(
                      budget.limit(),
                      () ->
                          new IOException(
                              "it is larger than %d MiB".formatted(budget.limit() >> 20))));
          JsonParser in = JSON.createParser(unpacked)) {
        return autoscalers(in, header, budget);
      }
    } catch (IOException | RuntimeException damaged) {
      throw new CheckpointException(
          Reason.CORRUPT, "its state cannot be decoded: " + firstLine(damaged));
    }
  }

  private static Checkpoint autoscalers(JsonParser in, CheckpointHeader header, StateBudget budget)
      throws IOException {
    SortedMap<NamespacedName, SavedAutoscaler> autoscalers = new TreeMap<>();
    int oversized = 0;
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("the state is not an object");
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String key = in.currentName();
      in.nextToken();
      SavedTree tree = new SavedTree(in);
      JsonNode value = tree.read();
      if (tree.isRefused()) {
        oversized++;
      } else {
        int slash = key.indexOf('/');
        autoscalers.put(
            new NamespacedName(key.substring(0, Math.max(slash, 0)), key.substring(slash + 1)),
            autoscaler(value, header.writtenAt()));
      }
      if (!budget.take(AUTOSCALER + 2L * key.length() + (tree.isRefused() ? 0 : tree.size()))) {
        throw new IOException(
            "it takes more than %d MiB of memory".formatted(budget.limit() >> 20));
      }
    }
    if (in.currentToken() != JsonToken.END_OBJECT || in.nextToken() != null) {
      throw new IOException("it is incomplete, or continues after its end");
    }
    return new Checkpoint(header, autoscalers, oversized);
  }

  private static SavedAutoscaler autoscaler(JsonNode value, Instant writtenAt) {
    Map<String, JsonNode> sections = new HashMap<>();
    value.properties().forEach(each -> sections.put(each.getKey(), each.getValue()));
    JsonNode uid = sections.remove(UID);
    JsonNode at = sections.remove(AT);
    return new SavedAutoscaler(
        uid == null ? "" : uid.asText(),
        at == null ? writtenAt : Instant.ofEpochMilli(inRange(at.asLong())),
        sections);
  }

  /** Messages of the JSON parser have several lines. */
  private static String firstLine(@Nullable Exception failure) {
    String message = failure == null ? null : failure.getMessage();
    return message == null ? "it is incomplete" : message.lines().findFirst().orElse("");
  }
}
