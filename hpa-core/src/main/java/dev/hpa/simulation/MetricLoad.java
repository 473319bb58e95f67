package dev.hpa.simulation;

import java.time.Duration;

/**
 * The load behind one metric of an autoscaler, which does not depend on the replicas.
 *
 * <p>Per-pod metrics share it equally among the ready pods; Object and External metrics have a
 * value that follows from it. The metric fails where the load is unknown.
 *
 * @param total the load of all pods in the unit of the metric: cores for CPU, bytes for memory
 * @param perPod what each ready pod has in addition, whatever the load, such as the memory of an
 *     idle process; 0 for none
 * @param limit the share of the load that a pod takes at most, such as its CPU limit in cores;
 *     {@link Double#POSITIVE_INFINITY} for no limit
 * @param startup what each pod has in addition after its containers have started
 * @param response the value of an Object or External metric
 */
public record MetricLoad(
    Samples total, double perPod, double limit, Startup startup, Response response) {

  /**
   * An additional usage that decreases linearly to 0. Only CPU has one.
   *
   * @param amount at the start of the containers, in cores
   * @param length from their start to its end
   */
  public record Startup(double amount, Duration length) {
    /** No additional usage. */
    public static final Startup NONE = new Startup(0, Duration.ZERO);

    public Startup {
      if (!(amount >= 0) || length.isNegative()) {
        throw new IllegalArgumentException("the CPU usage at the start of a pod is negative");
      }
    }

    /**
     * The usage between two ages, in core-seconds.
     *
     * @param from in milliseconds, as {@code to}
     */
    double between(long from, long to) {
      long end = length.toMillis();
      return amount == 0 || from >= end ? 0 : until(Math.min(to, end)) - until(Math.max(0, from));
    }

    private double until(long age) {
      double seconds = age / 1e3;
      return amount * seconds * (1 - age / (2.0 * length.toMillis()));
    }
  }

  /** The value of a metric that is not one of pods. */
  @FunctionalInterface
  public interface Response {
    /** The load itself. */
    Response LOAD = (total, ready) -> total;

    /**
     * The value.
     *
     * @param total the load
     * @param ready the ready pods
     */
    double value(double total, int ready);
  }

  /** A load without a limit that is all shared. */
  public static MetricLoad of(Samples total) {
    return limited(total, Double.POSITIVE_INFINITY);
  }

  /** A load of which a pod takes up to a limit. */
  public static MetricLoad limited(Samples total, double limit) {
    return new MetricLoad(total, 0, limit, Startup.NONE, Response.LOAD);
  }

  /** What pods have, whatever the load. */
  public static MetricLoad idle(Samples none, double perPod) {
    return new MetricLoad(none, perPod, Double.POSITIVE_INFINITY, Startup.NONE, Response.LOAD);
  }

  /** A copy with an additional usage of pods that start. */
  public MetricLoad with(Startup additional) {
    return new MetricLoad(total, perPod, limit, additional, response);
  }

  /** A copy whose value follows from the load. */
  public MetricLoad with(Response value) {
    return new MetricLoad(total, perPod, limit, startup, value);
  }

  MetricLoad between(int from, int to) {
    return new MetricLoad(total.between(from, to), perPod, limit, startup, response);
  }
}
