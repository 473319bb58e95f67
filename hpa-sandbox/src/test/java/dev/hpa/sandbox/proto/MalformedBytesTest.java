package dev.hpa.sandbox.proto;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Decoding any bytes results in an object or an error, and an object can be encoded again. */
@Tag("security")
class MalformedBytesTest {

  private static final int TRIES = 20_000;

  private static final String POD =
      """
      {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","creationTimestamp":"2026-01-02T03:04:05Z",
       "labels":{"a":"b"},"managedFields":[{"manager":"m","fieldsV1":{"f:spec":{}}}]},
       "spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":"1"}},"livenessProbe":
       {"httpGet":{"port":80}}}],"nodeName":"n"},"status":{"podIP":"1.2.3.4"}}
      """;

  private final Random random = new Random(1);
  private final byte[] body = ProtobufCodec.encode(pod());
  private int decoded;

  @Test
  void decodesTruncatedBytes() {
    for (int length = 0; length < body.length; length++) {
      decode(Arrays.copyOf(body, length));
    }
    assertTrue(decoded < body.length / 2);
  }

  @Test
  void decodesFlippedBytes() {
    for (int i = 0; i < TRIES; i++) {
      byte[] damaged = body.clone();
      for (int flips = random.nextInt(1, 5); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      decode(damaged);
    }
    assertTrue(decoded > 0);
  }

  @Test
  void decodesRandomBytesAfterTheMagicNumber() {
    for (int i = 0; i < TRIES; i++) {
      byte[] noise = new byte[random.nextInt(4, 200)];
      random.nextBytes(noise);
      System.arraycopy(body, 0, noise, 0, 4);
      decode(noise);
    }
    assertFalse(decoded > TRIES / 2);
  }

  @Test
  void decodesRandomObjectBytes() {
    int start = indexOfObject();
    for (int i = 0; i < TRIES; i++) {
      byte[] damaged = body.clone();
      int from = random.nextInt(start, damaged.length);
      for (int at = from; at < Math.min(damaged.length, from + 10); at++) {
        damaged[at] = (byte) random.nextInt();
      }
      decode(damaged);
    }
    assertTrue(decoded > 0);
  }

  private int indexOfObject() {
    return 4 + 2 + "v1".length() + 2 + "Pod".length() + 2 + 3;
  }

  private void decode(byte[] bytes) {
    try {
      ObjectNode object = ProtobufCodec.decode(bytes);
      decoded++;
      ProtobufCodec.encode(object);
    } catch (ProtobufFormatException expected) {
      assertTrue(!String.valueOf(expected.getMessage()).isBlank());
    }
  }

  private static ObjectNode pod() {
    try {
      return (ObjectNode) new ObjectMapper().readTree(POD);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }
}
