package dev.hpa.sandbox.state;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The whole state of a sandbox at one moment. Kept as JSON, compressed: a head that says what it
 * is, the objects as lists have them, and what the parts of the sandbox know beside them.
 *
 * @param objects by resource, as JSON in their stored versions
 * @param parts one member for each part of the sandbox
 */
public record SavedState(long revision, Map<String, List<byte[]>> objects, ObjectNode parts) {

  private static final String FORMAT = "hpa-sandbox-state";
  private static final int VERSION = 1;

  /** Reads one value out of many. */
  private static final ObjectReader VALUE =
      Json.mapper().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Writes it to a file only its owner can read, because it holds tokens; never half. */
  public void write(Path file) throws IOException {
    PrivateFile.write(file, this::writeTo);
  }

  /** Writes it out; the stream is left open. */
  public void writeTo(OutputStream out) throws IOException {
    GZIPOutputStream packed = new GZIPOutputStream(out);
    try (JsonGenerator json =
        Json.mapper().getFactory().createGenerator(new BufferedOutputStream(packed))) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("format", FORMAT);
      json.writeNumberField("version", VERSION);
      json.writeNumberField("revision", revision);
      json.writeObjectFieldStart("objects");
      for (Map.Entry<String, List<byte[]>> resource : objects.entrySet()) {
        json.writeArrayFieldStart(resource.getKey());
        for (byte[] object : resource.getValue()) {
          json.writeTree(Json.tree(object));
        }
        json.writeEndArray();
      }
      json.writeEndObject();
      json.writeFieldName("parts");
      json.writeTree(parts);
      json.writeEndObject();
    }
    packed.finish();
  }

  /**
   * Reads a file.
   *
   * @throws StateFileException when it holds no state, or a damaged one
   * @throws IOException when it cannot be read
   */
  public static SavedState read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return read(file.toString(), in);
    }
  }

  private static SavedState read(String name, InputStream in) throws IOException {
    try (JsonParser json = Json.mapper().createParser(new GZIPInputStream(in))) {
      return new Reader(name, json).read();
    } catch (StateFileException said) {
      throw said;
    } catch (IOException unreadable) {
      throw damaged(name, unreadable);
    }
  }

  /** A file of which a part cannot be understood. */
  public static StateFileException damaged(String file, Throwable why) {
    return new StateFileException(
        file
            + " holds no state of a sandbox that can be read, or a damaged one; it is left as it is",
        why);
  }

  private record Reader(String file, JsonParser json) {

    SavedState read() throws IOException {
      if (!saysWhatItIs()) {
        throw new StateFileException(file + " holds no state of a sandbox; it is left as it is");
      }
      int version = next("version").asInt();
      if (version != VERSION) {
        throw new StateFileException(
            "%s holds a state of version %d, and this program reads version %d; it is left as it is"
                .formatted(file, version, VERSION));
      }
      long revision = next("revision").asLong();
      requireMember("objects");
      Map<String, List<byte[]>> objects = objects();
      JsonNode parts = next("parts");
      if (!parts.isObject() || json.nextToken() != JsonToken.END_OBJECT) {
        throw new IOException("unexpected end");
      }
      return new SavedState(revision, objects, (ObjectNode) parts);
    }

    private void requireMember(String name) throws IOException {
      if (json.nextToken() != JsonToken.FIELD_NAME || !json.currentName().equals(name)) {
        throw new IOException("no member " + name);
      }
      json.nextToken();
    }

    private JsonNode next(String name) throws IOException {
      requireMember(name);
      return VALUE.readTree(json);
    }

    private boolean saysWhatItIs() throws IOException {
      return json.nextToken() == JsonToken.START_OBJECT
          && json.nextToken() == JsonToken.FIELD_NAME
          && json.currentName().equals("format")
          && FORMAT.equals(json.nextTextValue());
    }

    private Map<String, List<byte[]>> objects() throws IOException {
      Map<String, List<byte[]>> objects = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String resource = json.currentName();
        List<byte[]> list = new ArrayList<>();
        json.nextToken();
        while (json.nextToken() == JsonToken.START_OBJECT) {
          list.add(Json.write(VALUE.readTree(json)));
        }
        objects.put(resource, list);
      }
      return objects;
    }
  }
}
