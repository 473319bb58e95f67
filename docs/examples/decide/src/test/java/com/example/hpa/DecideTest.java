package com.example.hpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
