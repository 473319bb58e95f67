package dev.hpa.controller.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricSpec.ResourceMetric;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Observation;
import dev.hpa.core.Planner;
import dev.hpa.core.Situation;
import dev.hpa.core.UnreadableScale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.explanation.TraceStep;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.TargetScale;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However many metrics autoscalers have, and however many there are. */
@Tag("security")
class HistoryLimitsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long MAX = 4 << 20;

  private final DecisionHistory history = new DecisionHistory(Duration.ofHours(2), MAX);

  private void sync(String namespace, String name, int metrics, int times) {
    HorizontalPodAutoscaler hpa = hpa(namespace, name, "cpu-", metrics);
    for (int i = 0; i < times; i++) {
      history.add(result(hpa, i, START.plusSeconds(i)));
    }
  }

  private static HorizontalPodAutoscaler hpa(
      String namespace, String name, String prefix, int metrics) {
    List<MetricSpec> specs = new ArrayList<>();
    for (int i = 0; i < metrics; i++) {
      specs.add(MetricSpec.of(new ResourceMetric(prefix + i, MetricTarget.utilization(60))));
    }
    return HorizontalPodAutoscaler.of(
        ObjectMeta.named(namespace, name),
        new HpaSpec(
            new CrossVersionObjectReference("Deployment", name, "apps/v1"), 1, 9, specs, null),
        HpaStatus.EMPTY);
  }

  private static ReconcileResult result(HorizontalPodAutoscaler hpa, int replicas, Instant at) {
    Observation observation =
        new UnreadableScale(hpa, Settings.DEFAULTS, "why", "why", History.EMPTY, at);
    Scale scale = new Scale("shop", "web", null, "1", replicas, replicas, "");
    return new ReconcileResult(
        observation,
        new TargetScale("shop", "web", "apps", "deployments", ObjectMeta.EMPTY, scale),
        Decider.decide(observation),
        new Conclusion(hpa.status(), false, List.of(), List.of(), null, false, History.EMPTY, null),
        at,
        Duration.ZERO,
        Duration.ZERO,
        ReconcileResult.Writes.NONE,
        null);
  }

  private List<Sample> samples(String namespace, String name) {
    return Objects.requireNonNull(history.of(new NamespacedName(namespace, name))).samples();
  }

  @Test
  void anAutoscalerWithManyMetricsKeepsItsLastSyncs() {
    sync("evil", "x", 1_000, 3_000);
    assertTrue(history.bytes() <= MAX / 64, () -> history.bytes() + " bytes");
    List<Sample> kept = samples("evil", "x");
    assertEquals(2_999, kept.getLast().current());
    assertEquals(3_000 - kept.size(), kept.getFirst().current());
    assertEquals(1_000, kept.getFirst().metrics().size());
  }

  /** It copied the 2,000 samples of one metric with a thousand ones each: 32 MB. */
  @Test
  void asManySyncsAsFitAreKeptWhereMetricsBecomeMany() {
    sync("evil", "x", 1, 2_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    HorizontalPodAutoscaler large = hpa("evil", "x", "cpu-", 1_000);
    ReconcileResult result = result(large, 7, START.plusSeconds(3_000));
    long before = threads.getCurrentThreadAllocatedBytes();
    history.add(result);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < 12 << 20, allocated + " bytes");
    assertTrue(history.bytes() <= MAX / 64, () -> history.bytes() + " bytes");
    assertEquals(7, samples("evil", "x").getLast().current());
  }

  @Test
  void nothingIsKeptOfTheValuesOfADecisionToScale() {
    WeakReference<Decision> decision = new WeakReference<>(rescaled());
    System.gc();
    assertNull(decision.get());
  }

  private Decision rescaled() {
    HorizontalPodAutoscaler hpa =
        HorizontalPodAutoscaler.of(
            ObjectMeta.named("shop", "web"),
            new HpaSpec(
                new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
                1,
                9,
                List.of(
                    MetricSpec.of(
                        new MetricSpec.ExternalMetric(
                            new MetricIdentifier("lag", null),
                            MetricTarget.averageValue(Quantity.parse("1"))))),
                null),
            HpaStatus.EMPTY);
    Scale scale = new Scale("shop", "web", null, "1", 2, 2, "app=web");
    Situation situation =
        Situation.of(
            hpa,
            scale,
            Planner.plan(hpa, scale, Settings.DEFAULTS),
            new Selection(List.of(), List.of()),
            List.of(MetricReading.Series.of(List.of(5_000L))),
            History.EMPTY,
            Settings.DEFAULTS,
            START);
    Decision decision = Decider.decide(situation);
    assertInstanceOf(Decision.Rescale.class, decision);
    history.add(
        new ReconcileResult(
            situation,
            new TargetScale("shop", "web", "apps", "deployments", ObjectMeta.EMPTY, scale),
            decision,
            new Conclusion(
                hpa.status(), false, List.of(), List.of(), null, false, History.EMPTY, null),
            START,
            Duration.ZERO,
            Duration.ZERO,
            ReconcileResult.Writes.NONE,
            null));
    return decision;
  }

  @Test
  void namesOfMetricsAreShortened() {
    history.add(result(hpa("evil", "x", "m".repeat(50_000), 3), 1, START));
    Objects.requireNonNull(history.of(new NamespacedName("evil", "x")))
        .metrics()
        .forEach(each -> assertTrue(each.name().length() < 250, each.name()));
  }

  @Test
  void manyAutoscalersOfOneNamespaceTakeNothingFromOthers() {
    for (int i = 0; i < 20; i++) {
      sync("shop", "web-" + i, 1, 240);
    }
    for (int i = 0; i < 2_000; i++) {
      sync("evil", "x-" + i, 1, 30);
      assertTrue(history.bytes() <= MAX, () -> history.bytes() + " bytes");
    }
    for (int i = 0; i < 20; i++) {
      assertEquals(240, samples("shop", "web-" + i).size());
    }
    for (int i = 0; i < 2_000; i++) {
      assertTrue(samples("evil", "x-" + i).size() > 0);
    }
    assertTrue(history.bytes() > MAX / 2, () -> "only " + history.bytes() + " bytes");
  }

  @Test
  void aLongExplanationEndsWithASentenceThatSaysSo() {
    List<String> sentences = Collections.nCopies(100, "x".repeat(10_000));
    KeptTrace trace = new KeptTrace(START, "shop/web", List.of(new TraceStep("Scale", sentences)));
    KeptTrace read = KeptTrace.parse(START, trace.text());
    assertTrue(trace.text().length() < Limit.TRACE_CHARS.asInt() + 200);
    assertEquals(
        "The rest is not kept: the explanation has more than 65536 characters.",
        read.steps().getLast().sentences().getLast());
    assertEquals("x".repeat(10_000), read.steps().getFirst().sentences().getFirst());
  }
}
