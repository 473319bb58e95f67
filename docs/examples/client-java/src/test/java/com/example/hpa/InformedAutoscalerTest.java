package com.example.hpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.core.ScaleOutcome;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Scale;
import io.kubernetes.client.openapi.models.V1ScaleSpec;
import io.kubernetes.client.openapi.models.V1ScaleStatus;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class InformedAutoscalerTest {

  private static final V1Pod POD =
      JSON.deserialize(
          """
          {"metadata": {"namespace": "shop", "name": "web-1", "labels": {"app": "web"}},
           "spec": {"containers": [{"name": "app", "resources": {"requests": {"cpu": "200m"}}}]},
           "status": {"phase": "Running", "startTime": "2026-01-01T00:00:00Z", "conditions": [
             {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:10Z"}]}}
          """,
          V1Pod.class);
  private static final V2HorizontalPodAutoscaler HPA =
      JSON.deserialize(
          """
          {"metadata": {"namespace": "shop", "name": "web"},
           "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "maxReplicas": 10}}
          """,
          V2HorizontalPodAutoscaler.class);

  private final List<Integer> written = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:10:00Z");
  private long milli;

  private List<MetricResult> usage(int queries) {
    MetricReading.PodValue value =
        MetricReading.PodValue.of("web-1", now, Duration.ofSeconds(30), milli);
    return Collections.nCopies(queries, MetricReading.PodValues.of(List.of(value)));
  }

  private ScaleOutcome write(V1Scale update) {
    written.add(update.getSpec().getReplicas());
    return new ScaleOutcome.Written();
  }

  private static V1Scale scale(int replicas) {
    return new V1Scale()
        .metadata(new V1ObjectMeta().namespace("shop").name("web"))
        .spec(new V1ScaleSpec().replicas(replicas))
        .status(new V1ScaleStatus().replicas(replicas).selector("app=web"));
  }

  @Test
  void aPeakIsFollowedAndItsReplicasAreKept() {
    InformedAutoscaler autoscaler =
        new InformedAutoscaler(HPA, queries -> usage(queries.size()), this::write);
    milli = 480;
    V2HorizontalPodAutoscaler after = autoscaler.step(scale(1), List.of(POD), now);
    assertEquals(List.of(3), written);
    assertEquals(3, after.getStatus().getDesiredReplicas());

    now = now.plusSeconds(15);
    milli = 100;
    autoscaler.step(scale(3), List.of(POD), now);
    assertEquals(List.of(3), written, "the history of the first step keeps them");
  }
}
