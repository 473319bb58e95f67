package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.cache.AutoscalerCache;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Gauge;
import java.time.Instant;
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
  private final ReconcileMetrics metrics =
      new ReconcileMetrics(families, new VirtualTimeline(Instant.EPOCH), autoscalers);

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
    for (int i = 0; i <= DeletedSeries.KEPT; i++) {
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
}
