package dev.hpa.metrics.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses with status 200 are decoded as by client-go, which registers no kinds of this API. */
@Tag("security")
class ExternalMetricsDecoderTest {

  private static List<Long> read(String body) throws IOException {
    return ExternalMetricsDecoder.read(
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
        .milli();
  }

  private static String failure(String body) {
    return String.valueOf(assertThrows(IOException.class, () -> read(body)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"boom\"}",
        "{\"kind\":\"Status\",\"status\":5,\"code\":\"x\"}",
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}",
        "{}",
        "null",
      })
  void anyObjectIsAListWithoutItems(String body) throws IOException {
    assertEquals(List.of(), read(body));
  }

  /** A parser takes several times its memory. */
  @Test
  void aLongTextIsRefused() {
    String name = "\u4e00" + "a".repeat(300_000);
    String failure = failure("{\"items\":[{\"value\":\"1\",\"metricName\":\"" + name + "\"}]}");
    assertTrue(failure.contains("exceeds the maximum allowed (262144"), failure);
  }

  @Test
  void itemsAreDecodedForAnyKind() throws IOException {
    assertEquals(List.of(1000L), read("{\"kind\":\"Status\",\"items\":[{\"value\":\"1\"}]}"));
  }

  @Test
  void theVersionTakesPrecedenceOverTypeMismatches() {
    assertEquals(
        "unexpected GroupVersion string: x/y/z",
        failure("{\"items\":[{\"value\":\"none\"}],\"apiVersion\":\"x/y/z\"}"));
  }

  @Test
  void aMalformedQuantityTakesPrecedenceOverAnEarlierTypeMismatch() {
    assertTrue(
        failure("{\"metadata\":\"x\",\"items\":[{\"value\":\"none\"}]}")
            .startsWith("quantities must match"));
    assertTrue(failure("{\"metadata\":{\"continue\":1},\"items\":[]}").startsWith("json:"));
  }
}
