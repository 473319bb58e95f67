package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.controller.history.MetricInfo;
import dev.hpa.controller.history.MetricPoint;
import dev.hpa.controller.history.Sample;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.explanation.MetricDescription.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Replays of histories of which the status has no averages. */
class WhatIfTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final float TARGET = 3;

  private static final HorizontalPodAutoscaler HPA =
      HpaVersion.V2.decode(
          Json.tree(
              """
              {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
               "metadata": {"namespace": "shop", "name": "web"},
               "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web",
                 "apiVersion": "apps/v1"}, "minReplicas": 0, "maxReplicas": 50,
                 "metrics": [{"type": "External", "external": {"metric": {"name": "lag"},
                   "target": {"type": "AverageValue", "averageValue": "3"}}}]},
               "status": {"currentReplicas": 0, "desiredReplicas": 0}}
              """));

  private static JsonNode replayed(int current, int recommended) {
    return compared(current, recommended, JsonNodeFactory.instance.objectNode()).path("now");
  }

  private static JsonNode compared(int current, int recommended, JsonNode change) {
    List<Sample> samples =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    new Sample(
                        NOW.plus(PERIOD.multipliedBy(i)),
                        current,
                        recommended,
                        recommended,
                        recommended,
                        0,
                        50,
                        current,
                        Set.of(),
                        List.of(new MetricPoint(Float.NaN, TARGET, 2.7F, 3.3F))))
            .toList();
    AutoscalerHistory history =
        new AutoscalerHistory(
            List.of(new MetricInfo("lag", Unit.DECIMAL)), samples, List.of(), null);
    return new WhatIf(
            hpa -> Options.NONE,
            Settings.defaults(KubernetesVersion.V1_37),
            PERIOD,
            () -> Instant.EPOCH)
        .compare(HPA, history, change);
  }

  @Test
  void anIdleAutoscalerStaysAtZero() {
    JsonNode now = replayed(0, 0);
    assertEquals(0, now.path("peak").asInt(), now.toString());
    now.path("replicas").forEach(each -> assertEquals(0, each.asInt(), now.toString()));
    assertEquals(0, now.path("atMax").asDouble(), now.toString());
  }

  @Test
  void aStatusWithoutReplicasIsReplayedByTheRecommendation() {
    JsonNode now = replayed(2, 2);
    assertFalse(now.path("replicas").isEmpty());
    now.path("replicas").forEach(each -> assertEquals(2, each.asInt(), now.toString()));
  }

  @Test
  void anInvalidChangeNamesItsFields() {
    JsonNode change = Json.tree("{\"spec\":{\"minReplicas\":9,\"maxReplicas\":5}}");
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> compared(2, 2, change))
                .getMessage());
    assertTrue(message.contains("spec.maxReplicas: Invalid value: 5: "), message);
    assertFalse(message.contains("FieldError"), message);
  }
}
