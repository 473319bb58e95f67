package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends recorded requests again and compares the answers with those of the real API server. What
 * differs from run to run (uids, revisions, times, owners of fields) is taken out on both sides;
 * uids, revisions and tokens in requests become those of this run.
 */
final class Replay {

  private static final Set<String> VOLATILE =
      Set.of("uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "continue");

  private final SandboxClient client;
  private final Map<String, String> known = new HashMap<>();
  private final List<String> differences = new ArrayList<>();

  Replay(SandboxClient client) {
    this.client = client;
  }

  /** The exchanges of a file in the order they were recorded in. */
  static List<JsonNode> exchanges(String file) {
    Path path =
        Recordings.files().stream().filter(each -> each.endsWith(file)).findFirst().orElseThrow();
    return Recordings.exchanges(path);
  }

  /** What was different so far, one after the other. */
  String differences() {
    return String.join("\n", differences);
  }

  /**
   * Sends a request.
   *
   * @param inOtherWords whether the body of our answer says something else, which is right
   */
  void send(JsonNode exchange, boolean inOtherWords) {
    String label = exchange.path("label").asText();
    String path = ours(exchange.path("path").asText());
    Reply reply =
        label.equals("unauthorized")
            ? client.getAs("Bearer wrong", path)
            : client.sendAs(
                exchange.at("/reqHeaders/user-agent").asText("unknown"),
                exchange.path("method").asText(),
                path,
                header(exchange, "accept"),
                header(exchange, "content-type"),
                body(exchange.path("reqBody")));
    JsonNode expected = exchange.path("respBody");
    compare(label + ": code", exchange.path("status"), Json.tree(reply.code()));
    compare(
        label + ": type",
        exchange.at("/respHeaders/content-type"),
        TextNode.valueOf(reply.header("content-type")));
    compare(
        label + ": warning",
        TextNode.valueOf(exchange.at("/respHeaders/warning").asText()),
        TextNode.valueOf(reply.header("warning")));
    if (expected.has("text") || inOtherWords) {
      return;
    }
    JsonNode actual = reply.bytes().length == 0 ? MissingNode.getInstance() : actual(reply);
    learn(Recordings.json(expected), actual);
    compare(label, settled(Recordings.json(expected)), settled(actual));
  }

  private static JsonNode actual(Reply reply) {
    String type = reply.header("content-type");
    if (type.startsWith(SandboxClient.PROTOBUF)) {
      return ProtobufCodec.decode(reply.bytes());
    }
    return type.startsWith(SandboxClient.JSON) ? reply.json() : TextNode.valueOf(reply.text());
  }

  private void compare(String what, JsonNode expected, JsonNode actual) {
    if (!expected.equals(actual)) {
      differences.add(what + "\n  expected " + expected + "\n  but was  " + actual);
    }
  }

  private static @Nullable String header(JsonNode exchange, String name) {
    JsonNode value = exchange.path("reqHeaders").path(name);
    return value.isTextual() ? value.asText() : null;
  }

  private byte @Nullable [] body(JsonNode body) {
    if (body.isMissingNode() || body.isNull()) {
      return null;
    }
    if (body.has("pb")) {
      return Base64.getDecoder().decode(body.path("pb").asText());
    }
    String text = body.has("text") ? body.path("text").asText() : body.toString();
    for (Map.Entry<String, String> each : known.entrySet()) {
      text = text.replace('"' + each.getKey() + '"', '"' + each.getValue() + '"');
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String ours(String path) {
    String result = path;
    for (Map.Entry<String, String> each : known.entrySet()) {
      result = result.replace('=' + each.getKey(), '=' + each.getValue());
    }
    return result;
  }

  /** Which of our uids and revisions stand for the recorded ones. */
  private void learn(JsonNode expected, JsonNode actual) {
    for (String field : new String[] {"uid", "resourceVersion", "continue"}) {
      JsonNode theirs = expected.path("metadata").path(field);
      JsonNode ours = actual.path("metadata").path(field);
      if (theirs.isTextual() && ours.isTextual()) {
        known.put(theirs.asText(), ours.asText());
      }
    }
  }

  private JsonNode settled(JsonNode node) {
    if (node instanceof ObjectNode object) {
      if (object.has("fieldsV1")) {
        object.remove("time");
      }
      ObjectNode result = object.objectNode();
      object
          .properties()
          .forEach(
              e -> {
                if (!VOLATILE.contains(e.getKey())) {
                  result.set(e.getKey(), settled(e.getValue()));
                }
              });
      return result;
    }
    if (node instanceof ArrayNode list) {
      ArrayNode result = list.arrayNode();
      list.forEach(element -> result.add(settled(element)));
      return result;
    }
    return node.isTextual() ? TextNode.valueOf(settled(node.asText())) : node;
  }

  private String settled(String text) {
    String result = text.replaceAll("gen-[a-z0-9]{5}", "gen-RANDOM");
    for (Map.Entry<String, String> each : known.entrySet()) {
      if (each.getKey().length() > 20) {
        result = result.replace(each.getValue(), each.getKey());
      }
    }
    return result;
  }
}
