package dev.hpa.sandbox.metrics;

import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.LoadShare;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of objects. A metric of a workload is the total of its pods: each ready pod without
 * its own value has the metric with an equal share. Series of the same metric and object are added
 * up.
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
   * The current value of a metric of an object.
   *
   * @param window the measurement window; null for none
   */
  public record Reading(
      ResourceType type, ObjectKey object, Quantity amount, @Nullable Duration window) {}

  /** A metric of at least one object, or of the pods of a workload with the metric. */
  public record Known(ResourceType type, String name) {}

  /** All metrics by resource, for discovery. */
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

  /** The value of a metric of an object, which need not exist; null for no value. */
  public @Nullable Reading of(Metric.OfObject metric, Selector series) {
    Reading own = sum(metric, series);
    StoredObject pod =
        metric.type().equals(ResourceTypes.PODS)
            ? cluster.find(ResourceTypes.PODS, metric.object())
            : null;
    return own != null || pod == null ? own : share(pod, metric.name(), series);
  }

  /** The values of a metric for existing objects, by name. */
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
    LoadShare share = simulator.shareOf(pod);
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
