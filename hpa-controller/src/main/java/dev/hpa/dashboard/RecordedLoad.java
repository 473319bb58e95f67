package dev.hpa.dashboard;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.controller.history.MetricPoint;
import dev.hpa.controller.history.Sample;
import dev.hpa.core.pods.PodResources;
import dev.hpa.kube.memory.Limit;
import dev.hpa.simulation.MetricLoad;
import dev.hpa.simulation.PodLifecycle;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The load behind the recorded metrics of an autoscaler. A utilization is a share of the request,
 * so that a request of one unit gives the same decisions as the real one.
 */
final class RecordedLoad {

  /** Fewer syncs say nothing. */
  static final int FEWEST = 10;

  private static final String CONTAINER = "app";
  private static final double MEMORY_REQUEST = 1 << 30;

  private RecordedLoad() {}

  /**
   * The workload that has the load.
   *
   * @param hpa the recorded autoscaler
   * @param step the distance of two samples
   * @param startup from the creation of a pod until it is ready
   * @param capacity what a ready pod serves, in the unit of the first target; NaN if unknown
   * @throws IllegalArgumentException with a message of one line if it cannot be replayed
   */
  static ReplayWorkload of(
      HorizontalPodAutoscaler hpa,
      AutoscalerHistory history,
      Duration step,
      Duration startup,
      double capacity) {
    List<Sample> samples = history.samples();
    if (samples.size() < FEWEST) {
      throw new IllegalArgumentException(
          "history: %d syncs are too few; wait for %d".formatted(samples.size(), FEWEST));
    }
    List<MetricSpec> specs = hpa.spec().metricsOrEmpty();
    if (specs.isEmpty() || specs.size() != history.metrics().size()) {
      throw new IllegalArgumentException(
          "history: the metrics have changed; wait for the next sync");
    }
    Duration length = Duration.between(samples.getFirst().at(), samples.getLast().at());
    long numbers = (length.dividedBy(step) + 1) * specs.size();
    if (numbers > Limit.REPLAY_NUMBERS.asLong()) {
      throw new IllegalArgumentException(
          "history: %d values of metrics are too many to replay; use hpa simulate"
              .formatted(numbers));
    }
    List<Sample> regular = atEqualDistances(samples, step);
    List<MetricLoad> loads = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      loads.add(MetricLoad.of(total(specs.get(i), i, regular)));
    }
    Integer first = samples.getFirst().current();
    return new ReplayWorkload(
        samples.getFirst().at(),
        step,
        loads.getFirst().total(),
        capacity * unit(specs.getFirst()),
        loads,
        requests(specs),
        PodLifecycle.readyAfter(startup),
        step,
        first == null ? hpa.status().currentReplicas() : first,
        Duration.ZERO);
  }

  /** The last sample at or before each point of time. */
  private static List<Sample> atEqualDistances(List<Sample> samples, Duration step) {
    List<Sample> regular = new ArrayList<>();
    int index = 0;
    Instant last = samples.getLast().at();
    for (Instant at = samples.getFirst().at(); !at.isAfter(last); at = at.plus(step)) {
      while (index + 1 < samples.size() && !samples.get(index + 1).at().isAfter(at)) {
        index++;
      }
      regular.add(samples.get(index));
    }
    return regular;
  }

  private static Samples total(MetricSpec spec, int metric, List<Sample> samples) {
    boolean perPod =
        spec.resource() != null || spec.containerResource() != null || spec.pods() != null;
    MetricTarget target = target(spec);
    boolean isShared = !perPod && target != null && target.averageValue() != null;
    return Samples.of(
        samples.stream()
            .mapToDouble(
                sample -> {
                  MetricPoint point = sample.metrics().get(metric);
                  double value = point.value() * unit(spec);
                  if (isShared) {
                    return Double.isNaN(value)
                        ? withoutAverage(sample, point)
                        : times(value, sample.current());
                  }
                  return perPod ? times(value, sample.ready()) : value;
                })
            .toArray());
  }

  private static double times(double value, @Nullable Integer pods) {
    return pods == null ? Double.NaN : value * pods;
  }

  /**
   * The total of a metric whose average the status does not have, because it was divided by 0
   * replicas or overflowed: at most what the recommended replicas serve. NaN if the metric failed.
   */
  private static double withoutAverage(Sample sample, MetricPoint point) {
    Integer recommended = sample.recommended();
    boolean isMeasured = !Float.isNaN(point.low());
    return isMeasured && recommended != null
        ? (double) point.target() * Math.clamp(recommended, 0, sample.max())
        : Double.NaN;
  }

  /** One percent of the assumed request, or one. */
  private static double unit(MetricSpec spec) {
    MetricTarget target = target(spec);
    if (target == null || target.averageUtilization() == null) {
      return 1;
    }
    return spec.resourceName().equals("cpu") ? 0.01 : 0.01 * MEMORY_REQUEST;
  }

  private static PodResources requests(List<MetricSpec> specs) {
    Set<String> containers =
        specs.stream()
            .filter(each -> each.containerResource() != null)
            .map(each -> each.containerResource().container())
            .collect(Collectors.toSet());
    if (containers.size() > 1) {
      throw new IllegalArgumentException(
          "metrics: several containers cannot be replayed; use hpa simulate");
    }
    Map<String, Quantity> requests =
        specs.stream()
            .map(MetricSpec::resourceName)
            .filter(each -> !each.isEmpty())
            .distinct()
            .collect(
                Collectors.toMap(
                    each -> each, each -> Quantity.parse(each.equals("cpu") ? "1" : "1Gi")));
    String container = containers.isEmpty() ? CONTAINER : containers.iterator().next();
    return new PodResources(
        List.of(new PodResources.Container(container, false, requests)),
        List.of(),
        Map.of(),
        Map.of());
  }

  static @Nullable MetricTarget target(MetricSpec spec) {
    if (spec.resource() != null) {
      return spec.resource().target();
    }
    if (spec.containerResource() != null) {
      return spec.containerResource().target();
    }
    if (spec.pods() != null) {
      return spec.pods().target();
    }
    if (spec.object() != null) {
      return spec.object().target();
    }
    return spec.external() == null ? null : spec.external().target();
  }
}
