package dev.hpa.controller.reconcile;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class DecisionMakerTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ScaleClient scales = mock(ScaleClient.class);
  private final MetricReader metrics = mock(MetricReader.class);
  private final PodSource pods = mock(PodSource.class);
  private final Histories histories = new Histories(timeline);
  private final OptionSources options = mock(OptionSources.class, delegatesTo(OptionSources.NONE));
  private final DecisionMaker decisions =
      new DecisionMaker(Settings.DEFAULTS, scales, metrics, pods, options, histories);

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
    when(pods.select(any(), any(), any(), any()))
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
    when(metrics.read(any(), anyList(), any()))
        .thenReturn(List.of(MetricReading.Series.of(List.of(35_000L))));
    ReconcileResult result = decisions.decide(hpa()).withoutWrites();
    assertEquals(4, result.conclusion().desiredReplicas());
    assertEquals(ReconcileResult.Writes.NONE, result.writes());
  }

  @ParameterizedTest
  @ValueSource(ints = {-3, 3})
  void aClockThatIsSetWhileMetricsAreReadDoesNotMoveTheHistory(int hours) throws Exception {
    scaleOf(2);
    select(List.of("shop/web"));
    when(metrics.read(any(), anyList(), any()))
        .thenAnswer(
            call -> {
              timeline.setClock(Duration.ofHours(hours));
              return List.of(MetricReading.Series.of(List.of(35_000L)));
            });
    Decided decided = decisions.decide(hpa());
    NamespacedName key = NamespacedName.of(hpa().metadata());
    histories.put(key, decided.withoutWrites().conclusion().history(), decided.clock());
    History kept = histories.of(key);
    assertFalse(kept.recommendations().isEmpty());
    kept.recommendations().forEach(each -> assertEquals(timeline.wall(), each.at()));
    kept.scaleUps().forEach(each -> assertEquals(timeline.wall(), each.at()));
  }

  @Test
  void readsNoMetricOfAnAmbiguousSelection() throws Exception {
    scaleOf(2);
    select(List.of("shop/api", "shop/web"));
    ReconcileResult result = decisions.decide(hpa()).withoutWrites();
    verify(metrics, never()).read(any(), anyList(), any());
    assertEquals("AmbiguousSelector", reason(result, HpaCondition.SCALING_ACTIVE));
  }

  /** Kubernetes v1.36 finishes such a reconcile. */
  @ParameterizedTest
  @EnumSource
  void readsNoMetricOfADeletedAutoscalerSince137(KubernetesVersion version) throws Exception {
    scaleOf(2);
    PodSource deleted =
        (autoscaler, selector, choice, memory) ->
            new PodSource.Selected(new Selection(List.of(), List.of()), List.of(), true);
    when(metrics.read(any(), anyList(), any()))
        .thenReturn(List.of(MetricReading.Series.of(List.of(35_000L))));
    ReconcileResult result =
        new DecisionMaker(
                Settings.defaults(version), scales, metrics, deleted, OptionSources.NONE, histories)
            .decide(hpa())
            .withoutWrites();
    if (version == KubernetesVersion.V1_36) {
      assertEquals(4, result.conclusion().desiredReplicas());
    } else {
      verify(metrics, never()).read(any(), anyList(), any());
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
    ReconcileResult result = decisions.decide(hpa()).withoutWrites();
    verify(metrics, never()).read(any(), anyList(), any());
    assertEquals("FailedGetExternalMetric", reason(result, HpaCondition.SCALING_ACTIVE));
  }

  private static HorizontalPodAutoscaler withMetricsOfPods(int count) {
    String metric =
        """
        {"type": "Pods", "pods": {"metric": {"name": "hits"},
          "target": {"type": "AverageValue", "averageValue": "10"}}}
        """;
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "shop", "name": "web"},
         "spec": {"maxReplicas": 10,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
           "metrics": [%s]}}
        """
            .formatted(String.join(",", Collections.nCopies(count, metric))));
  }

  /** A thousand metrics of thousands of pods would exhaust the memory. */
  @Test
  void failsEveryMetricOfPodsWithMoreValuesThanTheLimit() throws Exception {
    scaleOf(2);
    Pod pod = new Pod("web-1", Pod.Phase.RUNNING, false, null, null, PodResources.NONE);
    when(pods.select(any(), any(), any(), any()))
        .thenReturn(
            new PodSource.Selected(
                new Selection(Collections.nCopies(25_000, pod), List.of("shop/web")),
                List.of(),
                false));
    when(metrics.read(any(), anyList(), any()))
        .thenAnswer(
            call ->
                Collections.nCopies(
                    call.<List<?>>getArgument(1).size(), MetricReading.PodValues.of(List.of())));
    decisions.decide(withMetricsOfPods(20));
    verify(metrics).read(any(), anyList(), any());
    ReconcileResult result = decisions.decide(withMetricsOfPods(21)).withoutWrites();
    verify(metrics).read(any(), anyList(), any());
    assertEquals("FailedGetPodsMetric", reason(result, HpaCondition.SCALING_ACTIVE));
    assertTrue(
        String.valueOf(result.error())
            .contains("21 metrics of 25000 pods have 525000 values, more than 500000, the limit"),
        result.error());
  }

  /**
   * A read of a namespace builds the values for all its HPAs before any of them is counted, also
   * those of pods that others own.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 25})
  void decidesNothingWithoutMemoryForTheMetrics(int matched) throws Exception {
    scaleOf(2);
    Pod pod = new Pod("web-1", Pod.Phase.RUNNING, false, null, null, PodResources.NONE);
    Ownership ownership = new Ownership(true, matched, 1, "");
    when(pods.select(any(), any(), any(), any()))
        .thenReturn(
            new PodSource.Selected(
                new Selection(List.of(pod), List.of("shop/web"), ownership), List.of(), false));
    SyncAdmission admission = new SyncAdmission(new MemoryPool(50 * 26_000), MemoryPart.SYNCS);
    try (SyncAdmission.Admitted others =
            requireNonNull(admission.admit(new NamespacedName("bank", "web")));
        SyncAdmission.Admitted memory =
            requireNonNull(admission.admit(new NamespacedName("shop", "web")))) {
      others.take(1 << 20);
      HorizontalPodAutoscaler hpa = withMetricsOfPods(matched == 1 ? 20 : 3);
      assertThrows(DeferredSyncException.class, () -> decisions.decide(hpa, memory));
    }
    verify(metrics, never()).read(any(), anyList(), any());
    verify(options, never()).observe(any(), anyList(), anyList(), any());
  }

  @Test
  void observesAScaleThatCannotBeRead() throws Exception {
    when(scales.read(any(), any()))
        .thenThrow(new ScaleException(ScaleException.Reason.MAPPING, "no matches for kind", null));
    ReconcileResult result = decisions.decide(hpa()).withoutWrites();
    assertInstanceOf(UnreadableScale.class, result.observation());
    assertEquals(
        "unable to determine resource for scale target reference: no matches for kind",
        result.error());
  }
}
