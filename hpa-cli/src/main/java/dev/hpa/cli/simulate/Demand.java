package dev.hpa.cli.simulate;

import dev.hpa.api.MetricSpec;
import dev.hpa.sandbox.workload.LoadProfile;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a workload over time, and what of it each metric shows.
 *
 * <p>The demand <i>d</i>(t) counts units of the user's choice: cores, requests a second, messages.
 * With <i>r</i> ready pods a metric shows
 *
 * <ul>
 *   <li>cpu: the use of the pods when d(t) · coresPerUnit is shared by all of them;
 *   <li>memory: d(t) · bytesPerUnit / r of each, or what the sandbox makes of its request when
 *       there is no such factor;
 *   <li>Pods: d(t) / r of each;
 *   <li>Object and External: d(t).
 * </ul>
 *
 * <p>A metric with a trace of its own shows that instead of d(t), with a factor of 1.
 *
 * @param main the demand
 * @param ofMetrics traces of their own, by the metric's or resource's name
 * @param coresPerUnit null when nobody said how much CPU a unit takes
 * @param bytesPerUnit null when memory does not depend on the demand
 */
record Demand(
    RecordedLoad main,
    Map<String, RecordedLoad> ofMetrics,
    @Nullable Double coresPerUnit,
    @Nullable Double bytesPerUnit) {

  static final String CPU = "cpu";
  static final String MEMORY = "memory";

  Demand {
    ofMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(ofMetrics));
  }

  /** The demand at a time, in units. */
  double at(Instant time) {
    return main.at(time);
  }

  /** The demand at a time, in units; null where it was not recorded. */
  @Nullable Double recordedAt(Instant time) {
    return main.isKnown(time) ? Double.valueOf(main.at(time)) : null;
  }

  /** What the metric is made of at a time. */
  double of(String metric, Instant time) {
    return ofMetrics.getOrDefault(metric, main).at(time);
  }

  /** Whether the demand itself is what keeps the CPUs busy. */
  boolean drivesCpu(Iterable<MetricSpec> metrics) {
    if (ofMetrics.containsKey(CPU)) {
      return false;
    }
    if (coresPerUnit != null) {
      return true;
    }
    for (MetricSpec metric : metrics) {
      if (CPU.equals(resourceOf(metric))) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String resourceOf(MetricSpec metric) {
    if (metric.resource() != null) {
      return metric.resource().name();
    }
    return metric.containerResource() == null ? null : metric.containerResource().name();
  }

  /** The cores one unit of the demand takes: one, unless somebody said otherwise. */
  double coresPerUnitOrOne() {
    return coresPerUnit == null ? 1 : coresPerUnit;
  }

  /**
   * The CPU asked of a workload.
   *
   * @param start where the profile's time begins
   */
  LoadProfile cpu(Instant start) {
    RecordedLoad own = ofMetrics.get(CPU);
    RecordedLoad trace = own == null ? main : own;
    double milliCores = 1000 * (own == null ? coresPerUnitOrOne() : 1);
    return since -> milliCores * trace.at(start.plus(since));
  }

  /** Whether the memory of pods depends on a demand. */
  boolean drivesMemory() {
    return bytesPerUnit != null || ofMetrics.containsKey(MEMORY);
  }

  /** The bytes one unit of the demand takes; one, where a trace of its own counts bytes. */
  double bytesPerUnitOrOne() {
    return bytesPerUnit == null || ofMetrics.containsKey(MEMORY) ? 1 : bytesPerUnit;
  }

  /** The memory asked of a workload, in bytes, if it depends on a demand. */
  double memoryAt(Instant time) {
    return of(MEMORY, time) * bytesPerUnitOrOne();
  }
}
