package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import org.junit.jupiter.api.Test;

/** Unchanged parts of a status are written unchanged. */
class StatusTextTest {

  private static final String SCENARIO =
      """
      {"name": "memory", "steps": [
        {"at": "0s",
         "apply": [
          {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
           "metadata": {"namespace": "ns", "name": "h"},
           "spec": {"maxReplicas": 5,
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
            "metrics": [{"type": "Resource", "resource": {"name": "memory",
              "target": {"type": "AverageValue", "averageValue": "261000000"}}}]}},
          {"apiVersion": "autoscaling/v1", "kind": "Scale",
           "metadata": {"namespace": "ns", "name": "web"},
           "spec": {"replicas": 1}, "status": {"replicas": 1, "selector": "app=web"}},
          {"apiVersion": "v1", "kind": "Pod",
           "metadata": {"namespace": "ns", "name": "web-1", "labels": {"app": "web"}},
           "spec": {"containers": [{"name": "c"}]},
           "status": {"phase": "Running", "startTime": "1999-12-31T00:00:00Z",
            "conditions": [{"type": "Ready", "status": "True",
              "lastTransitionTime": "1999-12-31T00:00:00Z"}]}},
          {"apiVersion": "metrics.k8s.io/v1beta1", "kind": "PodMetrics",
           "metadata": {"namespace": "ns", "name": "web-1", "labels": {"app": "web"}},
           "timestamp": "2000-01-01T00:00:00Z", "window": "30s",
           "containers": [{"name": "c", "usage": {"memory": "261000000"}}]}]},
        {"at": "15s",
         "faults": [{"api": "scale.get", "code": 500, "reason": "InternalError",
           "message": "no scale", "skip": 0, "times": 0}]}]}
      """;

  @Test
  void statusKeepsQuantitiesAfterFailedScaleRead() throws ScenarioFormatException {
    JsonNode steps =
        Evaluation.run(ScenarioReader.read(Json.tree(SCENARIO)), TraceFormat.NONE).path("steps");

    for (JsonNode step : steps) {
      JsonNode status = step.path("results").path(0).path("status");
      assertEquals(
          "261000000",
          status
              .path("currentMetrics")
              .path(0)
              .path("resource")
              .path("current")
              .path("averageValue")
              .asText(),
          step.toString());
    }
    assertEquals(
        "FailedGetScale",
        steps
            .path(1)
            .path("results")
            .path(0)
            .path("status")
            .path("conditions")
            .path(0)
            .path("reason")
            .asText());
  }
}
