package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.kube.content.CountedMemory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class CountedValuesTest {

  private static final int PODS = 20_000;

  private static byte[] response(String pod) {
    return ("{\"kind\":\"PodMetricsList\",\"apiVersion\":\"metrics.k8s.io/v1beta1\","
            + IntStream.range(0, PODS)
                .mapToObj(
                    i ->
                        pod.replace("TIME", Instant.ofEpochSecond(i).toString())
                            .replace("#", String.valueOf(i)))
                .collect(Collectors.joining(",", "\"items\":[", "]}")))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** With different names, times, labels and resources. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"metadata\":{\"name\":\"pod-#\",\"namespace\":\"\"},\"timestamp\":\"TIME\",\"window\":\"1#s\"}",
        "{\"metadata\":{\"labels\":{\"a\":\"#\",\"b\":\"1#\"}}}",
        "{\"containers\":[{},{},{},{},{}]}",
        "{\"containers\":[{\"name\":\"c#\",\"usage\":{\"cpu\":\"1#\"}}]}",
        "{\"containers\":[{\"usage\":{\"a\":\"1#\",\"b\":\"1#\",\"c\":\"1#\",\"d\":\"1#\"}}]}",
      })
  void asMuchIsCountedAsThePodsTake(String pod) throws IOException {
    byte[] response = response(pod);
    CountedMemory memory = CountedMemory.of(response, CountedValuesTest::read);
    assertTrue(memory.kept() <= memory.counted(), memory::toString);
  }

  private static List<PodUsage> read(InputStream response) throws IOException {
    List<PodUsage> pods = new ArrayList<>();
    ResourceMetricsVersion version = ResourceMetricsVersion.V1BETA1;
    new PodMetricsDecoder(
            List.of(version), version, "", Set.of("a", "b"), pod -> pods.add(pod) ? 0 : 1)
        .read(response);
    return pods;
  }
}
