package dev.hpa.cli.simulate;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.sandbox.workload.MeasuredPodUsage;
import dev.hpa.sandbox.workload.PodMetricsSource;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Metric values by the rules of {@link Demand}. Resource usage is read from the sandbox's metrics
 * source, without JSON. Used by one thread.
 */
final class SimulatedMetrics implements MetricReader {

  private static final String NO_RESOURCE_METRICS = "no metrics returned from resource metrics API";
  private static final String NO_CUSTOM_METRICS = "no metrics returned from custom metrics API";
  private static final long NANO_PER_MILLI = 1_000_000;
  private static final long MILLI_PER_KIB = 1024 * 1000;

  private final Demand demand;
  private final Variant variant;
  private final PodMetricsSource measured;
  private final LivePods pods;
  private final Timeline timeline;
  private final Duration window;
  private final @Nullable QueueingModel queueing;

  SimulatedMetrics(
      Demand demand,
      Variant variant,
      PodMetricsSource measured,
      LivePods pods,
      Timeline timeline,
      Duration window,
      @Nullable QueueingModel queueing) {
    this.demand = demand;
    this.variant = variant;
    this.measured = measured;
    this.pods = pods;
    this.timeline = timeline;
    this.window = window;
    this.queueing = queueing;
  }

  @Override
  public List<MetricResult> read(HorizontalPodAutoscaler hpa, List<MetricQuery> queries) {
    return queries.stream().map(this::read).toList();
  }

  private MetricResult read(MetricQuery query) {
    Instant now = timeline.now();
    return switch (query) {
      case MetricQuery.PodResource resource -> resource(resource, now);
      case MetricQuery.PodMetric metric ->
          shared(demand.of(metric.metric(), now), now, NO_CUSTOM_METRICS);
      case MetricQuery.ObjectMetric metric ->
          new MetricReading.SingleValue(milli(whole(metric.metric(), now)));
      case MetricQuery.ExternalMetric metric ->
          new MetricReading.Series(List.of(milli(whole(metric.metric(), now))));
    };
  }

  private double whole(String metric, Instant now) {
    return queueing != null && queueing.drives(metric)
        ? queueing.p90(demand.at(now), pods.ready().size())
        : demand.of(metric, now);
  }

  private MetricResult resource(MetricQuery.PodResource query, Instant now) {
    if (query.resource().equals(Demand.MEMORY) && demand.drivesMemory()) {
      int parts = query.container() == null ? 1 : Math.max(1, variant.containers());
      return shared(demand.memoryAt(now) / parts, now, NO_RESOURCE_METRICS);
    }
    List<MeasuredPodUsage> uses = measured.uses(query.namespace(), query.pods());
    if (uses.isEmpty()) {
      return new MetricFailure(MetricFailure.Category.NO_DATA, NO_RESOURCE_METRICS);
    }
    List<MetricReading.PodValue> values = new ArrayList<>(uses.size());
    for (MeasuredPodUsage use : uses) {
      OptionalLong milli = milli(use, query);
      if (milli.isPresent()) {
        values.add(
            new MetricReading.PodValue(use.pod(), use.end(), use.window(), milli.getAsLong()));
      }
    }
    return new MetricReading.PodValues(values);
  }

  /** As the provider for {@code metrics.k8s.io} reads it: rounded up per container, then summed. */
  private static OptionalLong milli(MeasuredPodUsage use, MetricQuery.PodResource query) {
    long sum = 0;
    boolean found = false;
    for (MeasuredPodUsage.Container container : use.containers()) {
      if (query.container() == null || query.container().equals(container.name())) {
        found = true;
        switch (query.resource()) {
          case Demand.CPU -> sum += Math.ceilDiv(container.nanoCores(), NANO_PER_MILLI);
          case Demand.MEMORY -> sum += container.memoryKib() * MILLI_PER_KIB;
          default -> found = false;
        }
      }
    }
    return found ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  /** Each ready pod has an equal share. */
  private MetricResult shared(double whole, Instant now, String nobody) {
    if (pods.ready().isEmpty()) {
      return new MetricFailure(MetricFailure.Category.NO_DATA, nobody);
    }
    long part = milli(whole / pods.ready().size());
    List<MetricReading.PodValue> values = new ArrayList<>(pods.ready().size());
    for (String pod : pods.ready()) {
      values.add(new MetricReading.PodValue(pod, now, window, part));
    }
    return new MetricReading.PodValues(values);
  }

  /** Rounds up, except for floating-point errors. */
  private static long milli(double value) {
    return (long) Math.ceil(Math.round(value * 1e6) / 1e3);
  }
}
