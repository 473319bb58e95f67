package dev.hpa.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PodTimesSeenTest {

  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

  /** A pod whose containers start and that becomes ready at some seconds after its creation. */
  private static ObjectNode pod(long ready, long... started) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.putObject("metadata").put("creationTimestamp", time(0));
    pod.withObject("/status")
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", "True")
        .put("lastTransitionTime", time(ready));
    for (long each : started) {
      pod.withObject("/status")
          .withArray("containerStatuses")
          .addObject()
          .putObject("state")
          .putObject("running")
          .put("startedAt", time(each));
    }
    return pod;
  }

  private static String time(long seconds) {
    return Timestamps.format(CREATED.plusSeconds(seconds));
  }

  private static Optional<PodTimesSeen> seen(JsonNode... pods) {
    PodTimesSeen.Samples samples = new PodTimesSeen.Samples();
    Arrays.stream(pods).forEach(samples::add);
    return samples.medians();
  }

  private static Optional<PodTimesSeen> times(long start, long readiness, int pods) {
    return Optional.of(
        new PodTimesSeen(Duration.ofSeconds(start), Duration.ofSeconds(readiness), pods));
  }

  @Test
  void theLastContainerEndsTheStart() {
    assertEquals(times(7, 13, 1), seen(pod(20, 3, 7)));
    assertEquals(times(0, 20, 1), seen(pod(20)), "no status of a container");
    assertEquals(times(20, 0, 1), seen(pod(20, 50)), "restarted since");
  }

  @Test
  void podsThatAreNotReadyOrWereNotForLongDoNotCount() {
    ObjectNode unready = pod(20, 7);
    ((ObjectNode) unready.at("/status/conditions/0")).put("status", "False");
    ObjectNode uncreated = pod(20, 7);
    ((ObjectNode) uncreated.path("metadata")).put("creationTimestamp", "yesterday");
    JsonNode empty = Json.tree("{}");
    assertEquals(Optional.empty(), seen());
    assertEquals(Optional.empty(), seen(unready, uncreated, empty, pod(3601, 7), pod(-1, -3)));
    assertEquals(times(7, 3593, 1), seen(unready, pod(3600, 7)));
  }

  @Test
  void theMedianIsIndependentOfTheOrderAndLiesBetweenTheExtremes() {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      JsonNode[] pods = new JsonNode[1 + random.nextInt(9)];
      long[] starts = new long[pods.length];
      for (int pod = 0; pod < pods.length; pod++) {
        starts[pod] = random.nextInt(100);
        pods[pod] = pod(starts[pod] + random.nextInt(100), starts[pod]);
      }
      PodTimesSeen times = seen(pods).orElseThrow();
      Arrays.sort(starts);
      assertEquals(starts[(starts.length - 1) / 2], times.start().toSeconds());
      assertEquals(pods.length, times.pods());
      Collections.reverse(Arrays.asList(pods));
      assertEquals(Optional.of(times), seen(pods));
    }
  }
}
