package dev.hpa.simulation;

/**
 * The load behind one metric of an autoscaler, which does not depend on the replicas.
 *
 * <p>Per-pod metrics share it equally among the ready pods; Object and External metrics have it as
 * their value. The metric fails where the load is unknown.
 *
 * @param total the load of all pods in the unit of the metric: cores for CPU, bytes for memory
 * @param perPod what each ready pod has in addition, whatever the load, such as the memory of an
 *     idle process; 0 for none
 * @param limit the share of the load that a pod takes at most, such as its CPU limit in cores;
 *     {@link Double#POSITIVE_INFINITY} for no limit
 */
public record MetricLoad(Samples total, double perPod, double limit) {

  /** A load without a limit that is all shared. */
  public static MetricLoad of(Samples total) {
    return new MetricLoad(total, 0, Double.POSITIVE_INFINITY);
  }

  /** A load of which a pod takes up to a limit. */
  public static MetricLoad limited(Samples total, double limit) {
    return new MetricLoad(total, 0, limit);
  }

  MetricLoad between(int from, int to) {
    return new MetricLoad(total.between(from, to), perPod, limit);
  }
}
