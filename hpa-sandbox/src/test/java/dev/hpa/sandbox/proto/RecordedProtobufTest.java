package dev.hpa.sandbox.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.hpa.sandbox.recordings.Recordings;
import io.kubernetes.client.proto.Meta.WatchEvent;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Decodes every recorded protobuf body and watch event, and compares it with the recorded JSON. */
class RecordedProtobufTest {

  private final Set<String> differences = new LinkedHashSet<>();

  /** The number of compared bodies by kind. */
  private final Map<String, Integer> compared = new TreeMap<>();

  @Test
  void decodesToTheRecordedJson() {
    for (var file : Recordings.files()) {
      Recordings.lines(file).forEach(this::compare);
    }
    assertEquals("", String.join("\n", differences));
    assertTrue(compared.containsKey("autoscaling/v2 HorizontalPodAutoscaler"), compared::toString);
  }

  private void compare(JsonNode exchange) {
    compareBody(exchange.path("reqBody"));
    compareBody(exchange.path("respBody"));
    for (JsonNode event : exchange.path("watch")) {
      compareEvent(event);
    }
  }

  private void compareBody(JsonNode body) {
    if (body.path("json") instanceof ObjectNode json && body.has("pb")) {
      compare(json, bytes(body));
    }
  }

  private void compareEvent(JsonNode event) {
    if (event.has("pb")) {
      ObjectNode object = (ObjectNode) event.at("/event/object");
      compare(object, objectOf(bytes(event)));
      byte[] frame = ProtobufCodec.watchFrame(event.at("/event/type").asText(), object);
      compare(object, objectOf(Arrays.copyOfRange(frame, Integer.BYTES, frame.length)));
    }
  }

  private void compare(ObjectNode json, byte[] body) {
    compared.merge(
        json.path("apiVersion").asText() + " " + json.path("kind").asText(), 1, Integer::sum);
    ObjectNode decoded = ProtobufCodec.decode(body);
    expectEqual("decoded", json, decoded);
    expectEqual("encoded and decoded", json, ProtobufCodec.decode(ProtobufCodec.encode(json)));
    assertEquals(decoded, ProtobufCodec.decode(ProtobufCodec.encode(decoded)));
  }

  private void expectEqual(String what, JsonNode recorded, JsonNode ours) {
    JsonNode expected = comparable(recorded);
    JsonNode actual = comparable(ours);
    if (!expected.equals(actual)) {
      differences.add(what + "\n  recorded " + expected + "\n  ours     " + actual);
    }
  }

  private static JsonNode comparable(JsonNode value) {
    return value.isTextual()
        ? comparableText(value.textValue())
        : comparableContainer(value.deepCopy());
  }

  /** Without empty fields: absent, null and empty are the same in protobuf. */
  private static JsonNode comparableContainer(JsonNode value) {
    if (value instanceof ObjectNode object) {
      object.properties().removeIf(member -> saysNothing(member.getValue()));
      object.properties().forEach(member -> member.setValue(comparable(member.getValue())));
      return object;
    }
    if (value.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> list.add(comparable(element)));
      return list;
    }
    return value;
  }

  private static boolean saysNothing(JsonNode value) {
    return value.isNull()
        || (value.isTextual() && value.textValue().isEmpty())
        || (value.isArray() && value.isEmpty());
  }

  /**
   * In the recorded JSON, but not in the bytes, the names of the machine and its certificates are
   * replaced.
   */
  private static TextNode comparableText(String text) {
    return TextNode.valueOf(
        text.replaceAll(
                "(?s)-----BEGIN CERTIFICATE-----.*-----END CERTIFICATE-----", "<certificate>")
            .replaceFirst("^vm_(?=[0-9a-f]{8}-)", "node-a_"));
  }

  private static byte[] objectOf(byte[] watchEvent) {
    try {
      return WatchEvent.parseFrom(watchEvent).getObject().getRaw().toByteArray();
    } catch (InvalidProtocolBufferException damaged) {
      throw new IllegalArgumentException(damaged);
    }
  }

  private static byte[] bytes(JsonNode record) {
    return Base64.getDecoder().decode(record.path("pb").asText());
  }
}
