package dev.hpa.sandbox.metrics;

import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkShare;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of objects. A metric of a workload is what is asked of all its pods together; each of
 * its ready pods therefore has the metric too, with an even share of the value, unless the pod has
 * a value of its own. Series of one metric of one object add up.
 *
 * <p>Thread-safe.
 */
public final class CustomMetrics {

  private final Cluster cluster;
  private final WorkloadSimulator simulator;
  private final MetricValues values;

  public CustomMetrics(Cluster cluster, WorkloadSimulator simulator, MetricValues values) {
    this.cluster = cluster;
    this.simulator = simulator;
    this.values = values;
  }

  /**
   * What a metric says of an object now.
   *
   * @param window the time it was measured over; null when that is not told
   */
  public record Reading(
      ResourceType type, ObjectKey object, Quantity amount, @Nullable Duration window) {}

  /** A metric that at least one object has, or had if it had ready pods. */
  public record Known(ResourceType type, String name) {}

  /** All metrics by the resources that have them, for discovery. */
  public Set<Known> all() {
    Set<Known> all = new LinkedHashSet<>();
    for (Metric metric : values.metrics()) {
      if (metric instanceof Metric.OfObject of) {
        all.add(new Known(of.type(), of.name()));
        if (of.type().scale() != null) {
          all.add(new Known(ResourceTypes.PODS, of.name()));
        }
      }
    }
    return all;
  }

  /** What a metric says of its object, which need not exist; null for nothing. */
  public @Nullable Reading of(Metric.OfObject metric, Selector series) {
    Reading own = sum(metric, series);
    StoredObject pod =
        metric.type().equals(ResourceTypes.PODS)
            ? cluster.find(ResourceTypes.PODS, metric.object())
            : null;
    return own != null || pod == null ? own : share(pod, metric.name(), series);
  }

  /** What a metric says of those objects that there are, in order of their names. */
  public List<Reading> of(
      ResourceType type, String namespace, String name, Selector objects, Selector series) {
    List<Reading> readings = new ArrayList<>();
    for (StoredObject object : cluster.objects(type).in(namespace)) {
      Reading reading =
          objects.matches(object.labels())
              ? of(new Metric.OfObject(type, object.key(), name), series)
              : null;
      if (reading != null) {
        readings.add(reading);
      }
    }
    return readings;
  }

  private @Nullable Reading sum(Metric.OfObject metric, Selector series) {
    Quantity sum = null;
    Duration window = null;
    for (MetricValues.Entry entry : values.of(metric)) {
      if (series.matches(entry.series().labels())) {
        Quantity amount = entry.at(cluster.timeline().now());
        sum = sum == null ? amount : sum.plus(amount);
        window = window == null ? entry.value().window() : window;
      }
    }
    return sum == null ? null : new Reading(metric.type(), metric.object(), sum, window);
  }

  private @Nullable Reading share(StoredObject pod, String name, Selector series) {
    WorkShare share = simulator.shareOf(pod);
    Reading whole =
        share == null
            ? null
            : sum(new Metric.OfObject(share.type(), share.workload(), name), series);
    if (share == null || whole == null) {
      return null;
    }
    double thousandths = 1000 * whole.amount().approximateDouble() / share.pods();
    return new Reading(
        ResourceTypes.PODS, pod.key(), MetricValue.milli(thousandths), whole.window());
  }
}
