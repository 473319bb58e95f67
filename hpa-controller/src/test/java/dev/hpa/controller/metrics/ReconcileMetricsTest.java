package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Outages;
import dev.hpa.core.Plan;
import dev.hpa.core.Rollout;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Gauge;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The metrics of deleted autoscalers do not accumulate when no client scrapes. */
@NullMarked
@Tag("security")
class ReconcileMetricsTest {

  private final CollectorRegistry registry = new CollectorRegistry();
  private final MetricFamilies families = new MetricFamilies(registry, MetricsOptions.DEFAULTS);
  private final AutoscalerCache autoscalers = new AutoscalerCache();
  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
  private final ReconcileMetrics metrics =
      new ReconcileMetrics(
          families, timeline, autoscalers, Duration.ofSeconds(15), new ConditionLabels());

  @Test
  void aDeletedAutoscalerIsRemovedImmediately() {
    HorizontalPodAutoscaler hpa = ReconcileLabelsTest.hpa("apps/v1", 4);
    autoscalers.put(hpa);
    metrics.accept(ReconcileLabelsTest.result(hpa, 4, 6, null));
    assertEquals(1, metrics.size());
    autoscalers.remove(NamespacedName.of(hpa.metadata()));
    assertEquals(0, metrics.size());
  }

  @Test
  void anAutoscalerDeletedDuringAReconcileIsRemovedAfterIt() {
    metrics.accept(ReconcileLabelsTest.result(ReconcileLabelsTest.hpa("apps/v1", 4), 4, 6, null));
    assertEquals(0, metrics.size());
  }

  @Test
  void seriesOfDeletedAutoscalersAreBounded() {
    MetricFamily<Gauge.Child> family = families.gauge("replicas", "Replicas.", "namespace", "name");
    DeletedSeries deleted = new DeletedSeries(family);
    for (int i = 0; i <= Limit.DELETED_HPAS.asInt(); i++) {
      family.with("shop", "web" + i).set(i);
      deleted.add(new NamespacedName("shop", "web" + i));
      if (i == 0) {
        deleted.lives(new NamespacedName("shop", "web0"));
      }
    }
    assertNotNull(sample("web0"));
    assertNotNull(sample("web1"));
    deleted.add(new NamespacedName("shop", "another"));
    assertNull(sample("web1"));
    assertNotNull(sample("web0"));
  }

  private @Nullable Double sample(String name) {
    return registry.getSampleValue(
        "replicas", new String[] {"namespace", "name"}, new String[] {"shop", name});
  }

  /** A reconcile that takes 3 s. */
  private static ReconcileResult reconciled(HorizontalPodAutoscaler hpa, String... options) {
    Map<String, String> annotations = new HashMap<>();
    for (String each : options) {
      annotations.put("hpa.dev/sync-period", each);
    }
    Situation situation =
        Situation.of(
                hpa,
                new Scale("shop", "web", null, "1", 0, 0, "app=web"),
                new Plan.Disabled(),
                Selection.EMPTY,
                List.of(),
                History.EMPTY,
                Settings.DEFAULTS,
                Instant.EPOCH)
            .with(
                new Situation.Context(
                    OptionsReader.UNRESTRICTED.read(annotations, Map.of()),
                    Rollout.NONE,
                    Outages.NONE));
    Decision.Ended decision = (Decision.Ended) Decider.decide(situation);
    return new ReconcileResult(
        situation,
        null,
        decision,
        decision.conclusion(),
        Instant.EPOCH,
        Duration.ZERO,
        Duration.ofSeconds(3),
        ReconcileResult.Writes.NONE,
        null);
  }

  /** The first reconcile has no delay, and a delay is a multiple of the period. */
  @Test
  void delaysAreMultiplesOfThePeriod() {
    HorizontalPodAutoscaler hpa = ReconcileLabelsTest.hpa("apps/v1", 4);
    autoscalers.put(hpa);
    metrics.accept(reconciled(hpa));
    assertNull(delays("count", "global"));
    timeline.advance(Duration.ofSeconds(33));
    metrics.accept(reconciled(hpa));
    assertEquals(1, delays("count", "global"));
    assertEquals(2, delays("sum", "global"));
    assertNull(delays("count", "spec"));
    timeline.advance(Duration.ofSeconds(18));
    metrics.accept(reconciled(hpa, "5s"));
    assertEquals(1, delays("count", "spec"));
    assertEquals(3, delays("sum", "spec"));
    timeline.advance(Duration.ofSeconds(1));
    metrics.accept(reconciled(hpa));
    assertEquals(2, delays("sum", "global"), "never negative");
    timeline.advance(Duration.ofSeconds(15));
    metrics.accept(ReconcileLabelsTest.result(hpa, 4, 6, null));
    assertEquals(2, delays("count", "global"), "the period is not known");
  }

  private @Nullable Double delays(String what, String source) {
    return registry.getSampleValue(
        "horizontal_pod_autoscaler_controller_reconciliation_delay_ratio_" + what,
        new String[] {"period_source"},
        new String[] {source});
  }
}
