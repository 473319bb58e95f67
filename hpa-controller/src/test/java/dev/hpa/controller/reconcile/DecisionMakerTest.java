package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.core.Selection;
import dev.hpa.core.Settings;
import dev.hpa.core.UnreadableScale;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecisionMakerTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ScaleClient scales = mock(ScaleClient.class);
  private final MetricReader metrics = mock(MetricReader.class);
  private final PodSource pods = mock(PodSource.class);
  private final Histories histories = new Histories(timeline);
  private final DecisionMaker decisions =
      new DecisionMaker(
          Settings.DEFAULTS, scales, metrics, pods, OptionSources.NONE, histories, timeline::now);

  @AfterEach
  void close() {
    timeline.close();
  }

  private static HorizontalPodAutoscaler hpa() {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web"},
         "spec": {"maxReplicas": 10,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
           "metrics": [{"type": "External", "external": {"metric": {"name": "queue"},
             "target": {"type": "AverageValue", "averageValue": "10"}}}]}}
        """);
  }

  private void scaleOf(int replicas) throws ScaleException {
    when(scales.read(any(), any()))
        .thenReturn(
            new TargetScale(
                "shop",
                "web",
                "apps",
                "deployments",
                ObjectMeta.EMPTY,
                new Scale("shop", "web", null, "1", replicas, replicas, "app=web")));
  }

  private void select(List<String> autoscalers, UnreadableObject... unreadable) {
    when(pods.select(any(), any(), any()))
        .thenReturn(
            new PodSource.Selected(
                new Selection(List.of(), autoscalers), List.of(unreadable), false));
  }

  private static String reason(ReconcileResult result, String type) {
    return result.status().conditionsOrEmpty().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .map(HpaCondition::reason)
        .orElse("");
  }

  @Test
  void decidesOnTheMetricsRead() throws Exception {
    scaleOf(2);
    select(List.of("shop/web"));
    when(metrics.read(any(), anyList()))
        .thenReturn(List.of(new MetricReading.Series(List.of(35_000L))));
    ReconcileResult result = decisions.decide(hpa());
    assertEquals(4, result.conclusion().desiredReplicas());
    assertEquals(ReconcileResult.Writes.NONE, result.writes());
  }

  @Test
  void readsNoMetricOfAnAmbiguousSelection() throws Exception {
    scaleOf(2);
    select(List.of("shop/api", "shop/web"));
    ReconcileResult result = decisions.decide(hpa());
    verify(metrics, never()).read(any(), anyList());
    assertEquals("AmbiguousSelector", reason(result, HpaCondition.SCALING_ACTIVE));
  }

  /** Kubernetes v1.36 finishes such a reconcile. */
  @ParameterizedTest
  @EnumSource
  void readsNoMetricOfADeletedAutoscalerSince137(KubernetesVersion version) throws Exception {
    scaleOf(2);
    PodSource deleted =
        (autoscaler, selector, choice) ->
            new PodSource.Selected(new Selection(List.of(), List.of()), List.of(), true);
    when(metrics.read(any(), anyList()))
        .thenReturn(List.of(new MetricReading.Series(List.of(35_000L))));
    ReconcileResult result =
        new DecisionMaker(
                Settings.defaults(version),
                scales,
                metrics,
                deleted,
                OptionSources.NONE,
                histories,
                timeline::now)
            .decide(hpa());
    if (version == KubernetesVersion.V1_36) {
      assertEquals(4, result.conclusion().desiredReplicas());
    } else {
      verify(metrics, never()).read(any(), anyList());
      assertEquals(
          "failed to compute desired number of replicas based on listed metrics for"
              + " Deployment/shop/web: HPA shop/web was deleted during reconciliation",
          result.conclusion().error());
    }
  }

  @Test
  void failsEveryMetricWhileAPodIsUnreadable() throws Exception {
    scaleOf(2);
    select(List.of("shop/web"), new UnreadableObject("shop", "web-1", "7", null, "bad startTime"));
    ReconcileResult result = decisions.decide(hpa());
    verify(metrics, never()).read(any(), anyList());
    assertEquals("FailedGetExternalMetric", reason(result, HpaCondition.SCALING_ACTIVE));
  }

  @Test
  void observesAScaleThatCannotBeRead() throws Exception {
    when(scales.read(any(), any()))
        .thenThrow(new ScaleException(ScaleException.Stage.MAPPING, "no matches for kind", null));
    ReconcileResult result = decisions.decide(hpa());
    assertInstanceOf(UnreadableScale.class, result.observation());
    assertEquals(
        "unable to determine resource for scale target reference: no matches for kind",
        result.error());
  }
}
