package dev.hpa.cli.simulate;

import dev.hpa.api.MetricSpec;
import dev.hpa.api.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The demand on a workload over time, and the metric values that result from it.
 *
 * <p>The demand <i>d</i>(t) is in units of the user's choice: cores, requests per second, messages.
 * With <i>r</i> ready pods, metrics have these values:
 *
 * <ul>
 *   <li>cpu: d(t) · coresPerUnit, shared by all ready pods;
 *   <li>memory: d(t) · bytesPerUnit / r per pod, or the sandbox's default if bytesPerUnit is unset;
 *   <li>Pods: d(t) / r per pod;
 *   <li>Object and External: d(t).
 * </ul>
 *
 * <p>A metric with its own trace uses that instead of d(t), with a factor of 1.
 *
 * @param main the demand
 * @param ofMetrics separate traces by metric or resource name
 * @param coresPerUnit CPU per unit, in cores; null if not given
 * @param bytesPerUnit memory per unit, in bytes; null if memory does not depend on the demand
 */
public record Demand(
    RecordedLoad main,
    Map<String, RecordedLoad> ofMetrics,
    @Nullable Double coresPerUnit,
    @Nullable Double bytesPerUnit) {

  static final String CPU = "cpu";
  static final String MEMORY = "memory";

  public Demand {
    ofMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(ofMetrics));
  }

  /**
   * Reads the loads.
   *
   * @param series labels of the series of Prometheus results; empty for the only one
   * @throws UnusableInputException if one cannot be used
   */
  public static Demand read(
      Loads loads,
      Map<String, String> series,
      RecordingOptions gaps,
      @Nullable Double coresPerUnit,
      @Nullable Double bytesPerUnit)
      throws IOException, UnusableInputException {
    RecordedLoad load = loads.demand().read(series, gaps);
    Map<String, RecordedLoad> traces = new LinkedHashMap<>();
    for (Map.Entry<String, LoadSource> each : loads.ofMetrics().entrySet()) {
      RecordedLoad trace = each.getValue().read(series, gaps);
      if (trace.dated() && !load.dated()) {
        throw new UnusableInputException(
            trace.name()
                + ": has absolute times, but "
                + load.name()
                + " has relative times; use one format for both");
      }
      traces.put(each.getKey(), trace.dated() ? trace : trace.from(load.zero()));
    }
    return new Demand(load, traces, coresPerUnit, bytesPerUnit);
  }

  /**
   * Checks that a time is recorded.
   *
   * @throws UnusableInputException if there are no samples, or gaps with {@link GapRule#FAIL}
   */
  public void requireRecorded(TimeRange counted, GapRule rule) throws UnusableInputException {
    if (main.over(counted).isEmpty()) {
      throw new UnusableInputException(
          main.name()
              + ": has no samples from "
              + Timestamps.format(counted.from())
              + " to "
              + Timestamps.format(counted.to())
              + "; choose another time with --from and --duration");
    }
    if (rule == GapRule.FAIL) {
      requireNoGaps(main, counted);
      for (RecordedLoad trace : ofMetrics.values()) {
        requireNoGaps(trace, counted);
      }
    }
  }

  private static void requireNoGaps(RecordedLoad load, TimeRange counted)
      throws UnusableInputException {
    Gaps gaps = Gaps.of(load, counted);
    if (!gaps.isEmpty()) {
      throw new UnusableInputException(
          load.name()
              + ": "
              + gaps.text()
              + "; use another recording, or write gaps: interpolate or hold in the file of --config");
    }
  }

  /** The demand at a time, in units; null where it was not recorded. */
  @Nullable Double recordedAt(Instant time) {
    return main.isKnown(time) ? Double.valueOf(main.at(time)) : null;
  }

  /** The load behind a metric. */
  RecordedLoad loadOf(String metric) {
    return ofMetrics.getOrDefault(metric, main);
  }

  /** Whether CPU usage results from the demand. */
  boolean drivesCpu(Iterable<MetricSpec> metrics) {
    if (ofMetrics.containsKey(CPU)) {
      return false;
    }
    if (coresPerUnit != null) {
      return true;
    }
    for (MetricSpec metric : metrics) {
      if (CPU.equals(metric.resourceName())) {
        return true;
      }
    }
    return false;
  }

  /** CPU per unit of the demand, in cores; 1 by default. */
  double coresPerUnitOrOne() {
    return coresPerUnit == null ? 1 : coresPerUnit;
  }

  /** Whether the memory of pods depends on a demand. */
  boolean drivesMemory() {
    return bytesPerUnit != null || ofMetrics.containsKey(MEMORY);
  }

  /** Memory per unit of the demand, in bytes; 1 if a separate trace is in bytes. */
  double bytesPerUnitOrOne() {
    return bytesPerUnit == null || ofMetrics.containsKey(MEMORY) ? 1 : bytesPerUnit;
  }
}
