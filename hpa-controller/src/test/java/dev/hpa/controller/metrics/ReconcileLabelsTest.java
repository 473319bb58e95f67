package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.MetricOutcome;
import dev.hpa.core.Observation;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.Tolerance;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of labels in upstream's behaviour. */
class ReconcileLabelsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // found, written, error, apiVersion → action, error
        "4, 6, -, apps/v1, scale_up, none",
        "4, 2, -, apps/v1, scale_down, none",
        "4, -, -, apps/v1, none, none",
        "4, -, a metric failed, apps/v1, none, internal",
        "4, 6, the status was not written, apps/v1, scale_up, internal",
        "-, -, not found, apps/v1, none, internal",
        "-, -, unreadable, a/b/c, none, spec",
      })
  void ofAReconcile(
      @Nullable Integer found,
      @Nullable Integer written,
      @Nullable String error,
      String apiVersion,
      String expectedAction,
      String expectedError) {
    ReconcileResult result = result(hpa(apiVersion, 4), found, written, error);
    assertEquals(expectedAction, ReconcileLabels.action(result));
    assertEquals(expectedError, ReconcileLabels.error(result));
  }

  @ParameterizedTest
  @CsvSource({"5, 4, scale_up", "3, 4, scale_down", "4, 4, none", "1, 0, scale_up"})
  void ofAMetricGoByTheStatusBefore(int proposal, int known, String expected) {
    MetricOutcome outcome =
        new MetricOutcome.Proposed(
            "cpu",
            MetricStatus.BLANK,
            new Calculation(
                proposal,
                1,
                null,
                new Tolerance(0.1, 0.1),
                null,
                null,
                1,
                Calculation.Rule.FOLLOWS_RATIO,
                Map.of()));
    assertEquals(expected, ReconcileLabels.action(outcome, hpa("apps/v1", known)));
    assertEquals("none", ReconcileLabels.error(outcome));
  }

  @ParameterizedTest
  @CsvSource({"InvalidMetricSourceType, spec", "FailedGetResourceMetric, internal"})
  void ofAMetricThatFailed(String reason, String expected) {
    MetricOutcome outcome = new MetricOutcome.Failed(reason, "message", "error");
    assertEquals("none", ReconcileLabels.action(outcome, hpa("apps/v1", 4)));
    assertEquals(expected, ReconcileLabels.error(outcome));
  }

  static HorizontalPodAutoscaler hpa(String apiVersion, int replicas) {
    return HpaVersion.V2.decode(
        """
        {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
         "metadata": {"namespace": "shop", "name": "web"},
         "spec": {"maxReplicas": 10,
           "scaleTargetRef": {"apiVersion": "%s", "kind": "Deployment", "name": "web"}},
         "status": {"currentReplicas": %d, "desiredReplicas": 1, "conditions": []}}
        """
            .formatted(apiVersion, replicas));
  }

  static ReconcileResult result(
      HorizontalPodAutoscaler hpa,
      @Nullable Integer found,
      @Nullable Integer written,
      @Nullable String error) {
    TargetScale target =
        found == null
            ? null
            : new TargetScale(
                "shop",
                "web",
                "apps",
                "deployments",
                ObjectMeta.EMPTY,
                new Scale("shop", "web", null, "1", found, found, ""));
    Observation observation =
        new UnreadableScale(hpa, Settings.DEFAULTS, "why", "why", History.EMPTY, NOW);
    return new ReconcileResult(
        observation,
        target,
        Decider.decide(observation),
        new Conclusion(
            hpa.status(), false, List.of(), List.of(), error, false, History.EMPTY, null),
        NOW,
        Duration.ZERO,
        Duration.ZERO,
        new ReconcileResult.Writes(written, 0, null, null, List.of()),
        error);
  }
}
