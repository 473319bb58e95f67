package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.recordings.Recordings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A recorded request of a client and the response of a real server.
 *
 * @param file where it is recorded, such as {@code kubectl-1.36/apply}
 */
record RecordedExchange(String file, JsonNode record) {

  private static final Pattern ENDING = Pattern.compile("\\.ndjson$");

  /** All exchanges, by file, in order. */
  static List<RecordedExchange> all() {
    List<RecordedExchange> all = new ArrayList<>();
    for (String file : Recordings.files()) {
      String name = name(file);
      Recordings.lines(file).forEach(each -> all.add(new RecordedExchange(name, each)));
    }
    return all;
  }

  /** The name of a file, such as {@code kubectl-1.36/apply}. */
  static String name(String file) {
    return ENDING.matcher(file).replaceFirst("").substring(file.indexOf('/') + 1);
  }

  String method() {
    return record.path("method").asText();
  }

  /** The path with its query, as sent. */
  String path() {
    return record.path("path").asText();
  }

  String pathWithoutQuery() {
    String path = path();
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  List<String> segments() {
    return Pattern.compile("/")
        .splitAsStream(pathWithoutQuery())
        .filter(segment -> !segment.isEmpty())
        .toList();
  }

  /** A query parameter, not decoded; null when absent. */
  @Nullable String parameter(String name) {
    String path = path();
    int query = path.indexOf('?');
    for (String each : path.substring(query < 0 ? path.length() : query + 1).split("&")) {
      if (each.startsWith(name + "=")) {
        return each.substring(name.length() + 1);
      }
    }
    return null;
  }

  int status() {
    return record.path("status").asInt();
  }

  /** The request headers, by lower-case name. */
  Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    record
        .path("reqHeaders")
        .properties()
        .forEach(e -> headers.put(e.getKey(), text(e.getValue())));
    return headers;
  }

  /** A response header; empty when absent. */
  String answerHeader(String name) {
    return text(record.path("respHeaders").path(name));
  }

  private static String text(JsonNode value) {
    if (value.isArray()) {
      List<String> values = new ArrayList<>();
      value.forEach(each -> values.add(each.asText()));
      return String.join("|", values);
    }
    return value.asText();
  }

  JsonNode body() {
    return record.path("reqBody");
  }

  /** The response body: JSON, or a text node. */
  JsonNode answer() {
    JsonNode body = record.path("respBody");
    if (body.has("$body")) {
      return json(Recordings.body(body.path("$body").asText()));
    }
    if (!body.has("text") || body.size() != 1) {
      return json(body);
    }
    return answerHeader("content-type").equals("application/yaml")
        ? yaml(body.path("text").asText())
        : body.path("text");
  }

  /** Some kinds are recorded as protobuf only. */
  private static JsonNode json(JsonNode body) {
    return body.has("pb") && body.path("json").isNull()
        ? ProtobufCodec.decode(Base64.getDecoder().decode(body.path("pb").asText()))
        : Recordings.json(body);
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  boolean isAnswerRecorded() {
    return !record.path("respBody").has("omitted");
  }

  boolean isAnswerProtobuf() {
    return answerHeader("content-type").contains("protobuf");
  }

  boolean isWatch() {
    return record.has("watch");
  }

  /** The events of a watch, each with type and object. */
  List<JsonNode> events() {
    List<JsonNode> events = new ArrayList<>();
    record.path("watch").forEach(each -> events.add(each.path("event")));
    return events;
  }

  /** The name in the list of known differences and in messages. */
  @Override
  public String toString() {
    return "%s: %s %s [%s]".formatted(file, method(), path(), record.path("label").asText());
  }
}
