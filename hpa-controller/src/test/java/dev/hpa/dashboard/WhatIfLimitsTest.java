package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.controller.history.MetricInfo;
import dev.hpa.controller.history.MetricPoint;
import dev.hpa.controller.history.Sample;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import dev.hpa.explanation.MetricDescription.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a reader of the dashboard, or the owner of an autoscaler, can make a comparison cost. */
@Tag("security")
class WhatIfLimitsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final JsonNode NOTHING = Json.tree("{}");

  private static WhatIf whatIf(AtomicLong readings, Duration each) {
    return new WhatIf(
        hpa -> OptionsReader.UNRESTRICTED.read(hpa, Map.of()),
        Settings.DEFAULTS,
        PERIOD,
        () -> START.plus(each.multipliedBy(readings.getAndIncrement())));
  }

  private static WhatIf whatIf() {
    return whatIf(new AtomicLong(), Duration.ZERO);
  }

  private static HorizontalPodAutoscaler autoscaler(int min, int max, int metrics) {
    ObjectNode manifest =
        (ObjectNode)
            Json.tree(
                """
                {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
                 "metadata": {"namespace": "shop", "name": "web"},
                 "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web",
                   "apiVersion": "apps/v1"}, "minReplicas": %d, "maxReplicas": %d}}
                """
                    .formatted(min, max));
    ArrayNode list = ((ObjectNode) manifest.path("spec")).putArray("metrics");
    for (int i = 0; i < metrics; i++) {
      list.add(
          Json.tree(
              """
              {"type": "Pods", "pods": {"metric": {"name": "m%d"},
                "target": {"type": "AverageValue", "averageValue": "10"}}}
              """
                  .formatted(i)));
    }
    return HpaVersion.V2.decode(manifest);
  }

  private static AutoscalerHistory history(int metrics, int syncs, Duration distance) {
    List<Sample> samples = new ArrayList<>();
    MetricPoint point = new MetricPoint(10, 10, 9, 11);
    for (int i = 0; i < syncs; i++) {
      samples.add(
          new Sample(
              START.plus(distance.multipliedBy(i)),
              4,
              4,
              4,
              4,
              1,
              10,
              4,
              Set.of(),
              Collections.nCopies(metrics, point)));
    }
    List<MetricInfo> infos = new ArrayList<>();
    for (int i = 0; i < metrics; i++) {
      infos.add(new MetricInfo("m" + i, Unit.DECIMAL));
    }
    return new AutoscalerHistory(infos, samples, List.of(), null);
  }

  private static String refusal(WhatIf whatIf, HorizontalPodAutoscaler hpa, JsonNode change) {
    int metrics = hpa.spec().metricsOrEmpty().size();
    return refusal(whatIf, hpa, history(metrics, 20, PERIOD), change);
  }

  private static String refusal(
      WhatIf whatIf, HorizontalPodAutoscaler hpa, AutoscalerHistory history, JsonNode change) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> whatIf.compare(hpa, history, change))
            .getMessage());
  }

  @Test
  void aChangeToTheMostReplicasIsRefused() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 10, 1);
    ObjectNode change = (ObjectNode) Json.tree("{}");
    change.set(
        "spec",
        HpaVersion.V2.encode(autoscaler(Integer.MAX_VALUE, Integer.MAX_VALUE, 1)).path("spec"));
    assertEquals(
        "replicas: \"2147483647\" is more than 20000, the most that a replay supports; lower"
            + " minReplicas and maxReplicas",
        refusal(whatIf(), hpa, change));
  }

  /** The API server accepts it, and an operator opens the page. */
  @Test
  void aStoredAutoscalerWithTheMostReplicasIsRefused() {
    assertEquals(
        "replicas: \"2147483647\" is more than 20000, the most that a replay supports; lower"
            + " minReplicas and maxReplicas",
        refusal(whatIf(), autoscaler(Integer.MAX_VALUE, Integer.MAX_VALUE, 1), NOTHING));
  }

  @Test
  void manyMetricsAllowFewerPods() {
    assertEquals(
        "replicas: \"101\" is more than 100, the most that a replay supports; lower minReplicas and"
            + " maxReplicas",
        refusal(whatIf(), autoscaler(101, 200, 1000), NOTHING));
  }

  @Test
  void aComparisonEndsAfterTenSeconds() {
    AtomicLong readings = new AtomicLong();
    assertEquals(
        "replay: takes too long; use a shorter load, fewer replicas or fewer options",
        refusal(whatIf(readings, Duration.ofSeconds(1)), autoscaler(1, 10, 1), NOTHING));
    assertEquals(11, readings.get());
  }

  @Test
  void aHistoryOfManySyncsAndMetricsIsRefused() {
    assertEquals(
        "history: 2736001 values of metrics are too many to replay; use hpa simulate",
        refusal(whatIf(), autoscaler(1, 10, 1), history(1, 20, Duration.ofDays(25)), NOTHING));
  }

  @Test
  void anOwnSyncPeriodDoesNotMultiplyTheSyncs() {
    ObjectNode change = (ObjectNode) Json.tree("{\"options\": {\"hpa.dev/sync-period\": \"1s\"}}");
    assertEquals(
        "syncs: \"162001\" are more than 90000, the most of a replay; use a shorter load or a longer"
            + " sync period",
        refusal(whatIf(), autoscaler(1, 10, 1), history(1, 11, Duration.ofMinutes(270)), change));
  }

  @Test
  void anOrdinaryChangeIsCompared() {
    JsonNode result = whatIf().compare(autoscaler(1, 10, 1), history(1, 20, PERIOD), NOTHING);
    assertEquals(20, result.at("/now/at").size());
  }
}
