package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class RoutingTest {

  private static final String NAMESPACE = "shop";

  /** The only slot of the only namespace. */
  private final WorkSlots slots = new WorkSlots(1);

  private final Map<String, Boolean> isFree = new ConcurrentHashMap<>();

  private boolean isSlotFree() {
    if (!slots.reserve(NAMESPACE)) {
      return false;
    }
    try {
      slots.take();
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
    slots.work(NAMESPACE, () -> {});
    return true;
  }

  private final MetricProvider provider =
      new MetricProvider() {
        @Override
        public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
          // A merged read may begin a moment before its sync waits for it.
          while (!isSlotFree()) {
            Thread.onSpinWait();
          }
          isFree.put("reading", true);
          Map<MetricQuery, MetricResult> results = new HashMap<>();
          queries.forEach(each -> results.put(each, new MetricReading.Series(List.of(1L))));
          return results;
        }

        @Override
        public @Nullable String declines(MetricQuery query) {
          isFree.put("routing", isSlotFree());
          return null;
        }
      };

  /** Routing costs what users want: as many as wait for metrics could route at once otherwise. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSyncRoutesInItsSlotAndReadsWithoutIt(boolean merged) throws Exception {
    try (VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
        ProviderGateway gateway =
            new ProviderGateway(
                "acme",
                provider,
                true,
                new ProviderGateway.Limits(Duration.ofSeconds(30), 5, merged, Duration.ZERO),
                timeline,
                Thread.ofVirtual().factory())) {
      RoutedMetricReader reader =
          new RoutedMetricReader(
              Map.of("acme", gateway),
              List.of(),
              Map.of(MetricQuery.Kind.EXTERNAL_METRIC, List.of("acme")),
              merged,
              Duration.ZERO,
              slots);
      HorizontalPodAutoscaler hpa =
          HorizontalPodAutoscaler.of(
              ObjectMeta.named(NAMESPACE, "web"),
              new HpaSpec(
                  new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
                  1,
                  9,
                  List.of(),
                  null),
              HpaStatus.EMPTY);
      List<MetricQuery> queries =
          List.of(new MetricQuery.ExternalMetric(NAMESPACE, "queue", Selector.everything(), null));
      assertTrue(slots.reserve(NAMESPACE));
      slots.take();
      slots.work(NAMESPACE, () -> reader.read(hpa, queries));
      assertEquals(Map.of("routing", false, "reading", true), isFree);
    }
  }
}
