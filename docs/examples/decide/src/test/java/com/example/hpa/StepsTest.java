package com.example.hpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StepsTest {

  private static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");
  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "web", "namespace": "shop"},
       "spec": {
         "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
         "minReplicas": 1, "maxReplicas": 10,
         "metrics": [{"type": "Resource", "resource": {"name": "cpu",
           "target": {"type": "Utilization", "averageUtilization": 50}}}]}}
      """;

  private final Steps steps = new Steps(AUTOSCALER);
  private Instant now = STARTED.plus(Duration.ofHours(1));

  private int step(int replicas, long milli) {
    now = now.plusSeconds(15);
    return steps.step(replicas, milli, STARTED, now);
  }

  @Test
  void aPeakAddsPodsAndTheyAreKeptForTheWindow() {
    assertEquals(2, step(2, 250));
    assertEquals(4, step(2, 500));
    for (int i = 0; i < 19; i++) {
      assertEquals(4, step(4, 60), "within five minutes of the peak");
    }
    step(4, 60);
    assertEquals(1, step(4, 60));
  }
}
