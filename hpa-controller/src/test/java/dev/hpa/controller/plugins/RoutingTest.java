package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.kube.provider.BuiltInProvider;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

  private static HorizontalPodAutoscaler hpa() {
    return HorizontalPodAutoscaler.of(
        ObjectMeta.named(NAMESPACE, "web"),
        new HpaSpec(
            new CrossVersionObjectReference("Deployment", "web", "apps/v1"), 1, 9, List.of(), null),
        HpaStatus.EMPTY);
  }

  private final MetricProvider provider =
      new BuiltInProvider() {
        @Override
        public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
          // A merged read may begin a moment before its sync waits for it.
          while (!isSlotFree()) {
            Thread.onSpinWait();
          }
          isFree.put("reading", true);
          Map<MetricQuery, MetricResult> results = new HashMap<>();
          queries.forEach(each -> results.put(each, MetricReading.Series.of(List.of(1L))));
          return results;
        }

        @Override
        public @Nullable String declines(MetricQuery query) {
          isFree.put("routing", isSlotFree());
          return null;
        }
      };

  private static ProviderGateway gateway(String name, MetricProvider provider, Timeline timeline) {
    UnaryOperator<String> texts = UnaryOperator.identity();
    IsolatedCalls calls =
        new IsolatedCalls(
            name, texts, timeline, Thread.ofVirtual().factory(), Duration.ofSeconds(30), 5);
    return new ProviderGateway(name, provider, texts, calls, Duration.ZERO, timeline);
  }

  /** Routing costs what users want: as many as wait for metrics could route at once otherwise. */
  @Test
  void aSyncRoutesInItsSlotAndReadsWithoutIt() throws Exception {
    try (VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
        ProviderGateway gateway = gateway("acme", provider, timeline)) {
      RoutedMetricReader reader =
          new RoutedMetricReader(
              Map.of("acme", gateway),
              List.of(),
              Map.of(MetricQuery.Kind.EXTERNAL_METRIC, List.of("acme")),
              Duration.ZERO,
              slots);
      List<MetricQuery> queries =
          List.of(new MetricQuery.ExternalMetric(NAMESPACE, "queue", Selector.everything(), null));
      assertTrue(slots.reserve(NAMESPACE));
      slots.take();
      slots.work(NAMESPACE, () -> reader.read(hpa(), queries, SyncMemory.UNLIMITED));
      assertEquals(Map.of("routing", false, "reading", true), isFree);
    }
  }

  /**
   * @param results by metric; others have no data
   * @param yields whether the next provider is asked for those
   */
  private static MetricProvider answering(Map<String, MetricResult> results, boolean yields) {
    return new BuiltInProvider() {
      @Override
      public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
        Map<MetricQuery, MetricResult> answers = new HashMap<>();
        queries.forEach(
            each ->
                answers.put(
                    each,
                    results.getOrDefault(
                        ((MetricQuery.ExternalMetric) each).metric(), failure("no series"))));
        return answers;
      }

      @Override
      public boolean yieldsWithoutData(MetricQuery query) {
        return yields;
      }
    };
  }

  private static MetricFailure failure(String message) {
    return new MetricFailure(MetricFailure.Category.NO_DATA, message);
  }

  private static List<MetricResult> read(
      MetricProvider first, MetricProvider second, String... metrics) {
    WorkSlots workers = new WorkSlots(1);
    try (VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
        ProviderGateway one = gateway("one", first, timeline);
        ProviderGateway two = gateway("two", second, timeline)) {
      RoutedMetricReader reader =
          new RoutedMetricReader(
              Map.of("one", one, "two", two),
              List.of(),
              Map.of(MetricQuery.Kind.EXTERNAL_METRIC, List.of("one", "two")),
              Duration.ZERO,
              workers);
      List<MetricQuery> queries = new ArrayList<>();
      for (String metric : metrics) {
        queries.add(new MetricQuery.ExternalMetric(NAMESPACE, metric, Selector.everything(), null));
      }
      List<MetricResult> results = new ArrayList<>();
      assertTrue(workers.reserve(NAMESPACE));
      workers.take();
      workers.work(
          NAMESPACE, () -> results.addAll(reader.read(hpa(), queries, SyncMemory.UNLIMITED)));
      return results;
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
  }

  /** A tenant may have series with the name of a metric that another adapter serves to others. */
  @Test
  void aMetricWithoutValuesGoesToTheNextProvider() {
    MetricReading.Series own = MetricReading.Series.of(List.of(1L));
    MetricReading.Series other = MetricReading.Series.of(List.of(2L));
    assertEquals(
        List.of(
            own,
            other,
            new MetricFailure(MetricFailure.Category.NO_DATA, "no lag; no series"),
            own),
        read(
            answering(Map.of("own", own), true),
            answering(Map.of("own", other, "other", other, "lag", failure("no lag")), false),
            "own",
            "other",
            "lag",
            "own"));
  }

  @Test
  void aProviderThatDoesNotYieldAnswersAlone() {
    assertEquals(
        List.of(failure("no series")),
        read(
            answering(Map.of(), false),
            answering(Map.of("own", MetricReading.Series.of(List.of(1L))), false),
            "own"));
  }

  @Test
  void failuresOfTheSourceDoNotGoToTheNextProvider() {
    MetricFailure failed =
        new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "connection refused");
    assertEquals(
        List.of(failed),
        read(
            answering(Map.of("own", failed), true),
            answering(Map.of("own", MetricReading.Series.of(List.of(1L))), false),
            "own"));
  }
}
