package dev.hpa.metrics.custom;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.kube.content.CountedMemory;
import dev.hpa.spi.MetricReading.PodValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class CountedValuesTest {

  private static final int VALUES = 50_000;

  private static byte[] response(String item) {
    return ("{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/v1beta2\","
            + IntStream.range(0, VALUES)
                .mapToObj(
                    i ->
                        item.replace("TIME", Instant.ofEpochSecond(i).toString())
                            .replace("#", String.valueOf(i)))
                .collect(Collectors.joining(",", "\"items\":[", "]}")))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** With different names, times, windows and numbers, as an adapter may choose them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"describedObject\":{\"name\":\"pod-#\"},\"value\":\"1\"}",
        "{\"describedObject\":{\"name\":\"1\"},\"value\":\"1E30\"}",
        "{\"describedObject\":{\"name\":\"ü日本#\"},\"timestamp\":\"TIME\",\"windowSeconds\":#}",
        "{\"value\":\"12345678901234567890123456789012345678901234567890\"}",
        "{\"value\":\"9223372036854775807k\"}",
      })
  void asMuchIsCountedAsTheValuesTake(String item) throws IOException {
    byte[] response = response(item);
    CountedMemory memory = CountedMemory.of(response, CountedValuesTest::read);
    assertTrue(memory.kept() <= memory.counted(), memory::toString);
  }

  private static List<PodValue> read(InputStream response) throws IOException {
    return MetricValuesDecoder.read(response, (namespace, object, metric) -> {});
  }
}
