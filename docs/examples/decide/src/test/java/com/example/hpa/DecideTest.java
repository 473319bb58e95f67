package com.example.hpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.explanation.TraceText;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DecideTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "web", "namespace": "shop"},
       "spec": {
         "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
         "minReplicas": 1, "maxReplicas": 10,
         "metrics": [{"type": "External", "external": {
           "metric": {"name": "queue-length"},
           "target": {"type": "AverageValue", "averageValue": "10"}}}]}}
      """;

  @Test
  void aLongQueueScalesUp() {
    assertEquals(4, Decide.decide(AUTOSCALER, 2, 35, NOW).result().replicas());
  }

  @Test
  void aQueueAtItsTargetKeepsTheReplicas() {
    assertEquals(2, Decide.decide(AUTOSCALER, 2, 20, NOW).result().replicas());
  }

  @Test
  void theTraceHasEveryStep() {
    assertEquals(
        """
        shop/web at 2026-01-01T00:00:00Z: from 2 to 4 replicas
          Scale          Deployment/web has 2 replicas, 2 in its status; minReplicas 1, maxReplicas 10.
                         0 pods match app=web.
          Metric 1       external metric queue-length, target 10 per pod on average.
                         Measured: 17500m per pod on average.
                         Usage ÷ target is 1.750, outside the tolerance of 0.900 to 1.100.
                         Proposed replicas: ceil(total ÷ target) = 4.
          Stabilization  Scale-down window of 5m0s: the highest recommendation is 4.
          Limits         A scale-up may double the replicas or reach 4: at most 4.
          Result         ScaledUp, SuccessfulRescale: external metric queue-length(nil) above target.
        """,
        TraceText.of(Decide.decide(AUTOSCALER, 2, 35, NOW)));
  }

  @Test
  void anAutoscalerWithoutMaximumIsRejected() {
    String typo = AUTOSCALER.replace("maxReplicas", "maxReplica");
    assertEquals(
        "HorizontalPodAutoscaler.autoscaling \"web\" is invalid: [spec.maxReplicas: Invalid value: 0:"
            + " must be greater than or equal to `minReplicas`, spec.maxReplicas: Required value]",
        assertThrows(IllegalArgumentException.class, () -> Decide.decide(typo, 2, 35, NOW))
            .getMessage());
  }
}
