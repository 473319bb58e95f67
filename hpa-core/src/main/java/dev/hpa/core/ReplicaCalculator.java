package dev.hpa.core;

import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The replica count a reading asks for.
 *
 * <p>Symbols: S current replicas ({@code scale.spec.replicas}), T observed replicas ({@code
 * scale.status.replicas}), ratio = usage ÷ target. The basic rule is {@code ceil(ratio × counted
 * pods)}, and S when the ratio is within tolerance.
 *
 * <p>Per-pod metrics fill in what is not known before they follow the ratio, in the direction that
 * damps: when it points down, pods without a value count with a full target; when it points up,
 * they and the unready ones count with nothing. If the second ratio points the other way or the
 * resulting count does, S stays.
 *
 * <p>Usage and requests are long milli-units, ratios are doubles, and each step rounds where
 * upstream rounds: utilization is cut to whole percent before the ratio is taken, averages are cut
 * to whole milli-units, products with pod counts are rounded up. Changing the order of any two
 * steps changes results.
 */
final class ReplicaCalculator {

  private final int current;
  private final int observed;
  private final Tolerance tolerance;
  private final Settings settings;
  private final Instant now;

  ReplicaCalculator(
      int current, int observed, Tolerance tolerance, Settings settings, Instant now) {
    this.current = current;
    this.observed = observed;
    this.tolerance = tolerance;
    this.settings = settings;
    this.now = now;
  }

  /**
   * @param usage average per pod or total, in milli-units, as reported in the status
   */
  record Count(int replicas, long usage) {}

  /**
   * @param utilization percent of the requests
   * @param average use per pod in milli-units
   */
  record UtilizationCount(int replicas, int utilization, long average) {}

  /** Per-pod resource use against a percentage of the requests. */
  UtilizationCount byUtilization(
      List<Pod> pods, List<PodValue> reading, String resource, PodRequests requests, int target)
      throws MetricProblem {
    Samples samples = Samples.of(pods, reading, resource, settings, now);
    Map<String, Long> requested = PodRequests.byPod(requests, pods);
    Utilization first = Utilization.of(samples.values, requested, target);
    PodGroups groups = samples.groups;

    int replicas;
    boolean upWithUnready = !groups.unready().isEmpty() && first.ratio > 1.0;
    if (!upWithUnready && groups.missing().isEmpty()) {
      replicas = scaled(first.ratio, groups.ready());
    } else {
      for (Pod pod : groups.missing()) {
        if (first.ratio < 1.0) {
          long request = requested.getOrDefault(pod.name(), 0L);
          samples.values.put(pod.name(), request * Math.max(100, target) / 100);
        } else if (first.ratio > 1.0) {
          samples.values.put(pod.name(), 0L);
        }
      }
      samples.fillUnready(upWithUnready);
      Utilization second = Utilization.of(samples.values, requested, target);
      replicas = confirmed(first.ratio, second.ratio, samples.values.size());
    }
    return new UtilizationCount(replicas, first.percent, first.average);
  }

  /** Per-pod values against an average. */
  Count byAverage(List<Pod> pods, List<PodValue> reading, String resource, long target)
      throws MetricProblem {
    Samples samples = Samples.of(pods, reading, resource, settings, now);
    PodGroups groups = samples.groups;
    long average = average(samples.values);
    double ratio = (double) average / (double) target;

    boolean upWithUnready = !groups.unready().isEmpty() && ratio > 1.0;
    if (!upWithUnready && groups.missing().isEmpty()) {
      return new Count(scaled(ratio, groups.ready()), average);
    }
    for (Pod pod : groups.missing()) {
      if (ratio < 1.0) {
        samples.values.put(pod.name(), target);
      } else if (ratio > 1.0) {
        samples.values.put(pod.name(), 0L);
      }
    }
    samples.fillUnready(upWithUnready);
    double second = (double) average(samples.values) / (double) target;
    return new Count(confirmed(ratio, second, samples.values.size()), average);
  }

  /** One number against a value the running, ready pods share. */
  Count byValue(List<Pod> pods, long usage, long target) throws MetricProblem {
    double ratio = (double) usage / (double) target;
    if (current == 0) {
      return new Count(Floats.ceilToInt(ratio), usage);
    }
    if (tolerance.contains(ratio)) {
      return new Count(current, usage);
    }
    if (pods.isEmpty()) {
      throw new MetricProblem("unable to calculate ready pods: " + NO_PODS);
    }
    long ready = pods.stream().filter(Pod::isRunningAndReady).count();
    return new Count(capped(Math.ceil(ratio * (double) ready)), usage);
  }

  /** One number against an average per observed replica; the count does not depend on pods. */
  Count byAverageValue(long usage, long target, boolean external) {
    double ratio = (double) usage / ((double) target * (double) observed);
    int replicas = observed;
    if (!tolerance.contains(ratio)) {
      double wanted = Math.ceil((double) usage / (double) target);
      replicas = external ? capped(wanted) : Floats.toInt(wanted);
    }
    // As a double the largest long is 2^63, and so is every usage close to it.
    boolean atMaximum = external && (double) usage >= 0x1p63;
    long average =
        atMaximum ? Long.MAX_VALUE : Floats.toLong(Math.ceil((double) usage / (double) observed));
    return new Count(replicas, average);
  }

  private int scaled(double ratio, int pods) {
    return tolerance.contains(ratio) ? current : Floats.ceilToInt(ratio * pods);
  }

  private int confirmed(double first, double second, int entries) {
    if (tolerance.contains(second)
        || (first < 1.0 && second > 1.0)
        || (first > 1.0 && second < 1.0)) {
      return current;
    }
    int replicas = Floats.ceilToInt(second * entries);
    if ((second < 1.0 && replicas > current) || (second > 1.0 && replicas < current)) {
      return current;
    }
    return replicas;
  }

  private static int capped(double replicas) {
    return replicas > Integer.MAX_VALUE ? Integer.MAX_VALUE : Floats.toInt(replicas);
  }

  private static long average(Map<String, Long> values) {
    long sum = 0;
    for (long value : values.values()) {
      sum += value;
    }
    return sum / values.size();
  }

  static final String NO_PODS = "no pods returned by selector while calculating replica count";

  /** The values that count, by pod, and the groups of all pods. */
  private record Samples(Map<String, Long> values, PodGroups groups) {

    static Samples of(
        List<Pod> pods, List<PodValue> reading, String resource, Settings settings, Instant now)
        throws MetricProblem {
      if (pods.isEmpty()) {
        throw new MetricProblem(NO_PODS);
      }
      Map<String, PodValue> byPod = new LinkedHashMap<>(reading.size() * 2);
      for (PodValue value : reading) {
        byPod.put(value.pod(), value);
      }
      PodGroups groups = PodGroups.of(pods, byPod, resource, settings, now);
      groups.ignored().forEach(pod -> byPod.remove(pod.name()));
      groups.unready().forEach(pod -> byPod.remove(pod.name()));
      if (byPod.isEmpty()) {
        throw new MetricProblem(
            "did not receive metrics for targeted pods (pods might be unready)");
      }
      Map<String, Long> values = new LinkedHashMap<>(byPod.size() * 2);
      byPod.forEach((pod, value) -> values.put(pod, value.milli()));
      return new Samples(values, groups);
    }

    void fillUnready(boolean up) {
      if (up) {
        groups.unready().forEach(pod -> values.put(pod.name(), 0L));
      }
    }
  }

  /**
   * @param percent of the requests of those pods that have both a value and a request
   * @param ratio percent ÷ target
   * @param average use per such pod, in milli-units
   */
  private record Utilization(int percent, double ratio, long average) {

    static Utilization of(Map<String, Long> values, Map<String, Long> requests, int target)
        throws MetricProblem {
      long used = 0;
      long requested = 0;
      int entries = 0;
      for (Map.Entry<String, Long> value : values.entrySet()) {
        @Nullable Long request = requests.get(value.getKey());
        if (request != null) {
          used += value.getValue();
          requested += request;
          entries++;
        }
      }
      if (requested == 0) {
        throw new MetricProblem("no metrics returned matched known pods");
      }
      int percent = (int) (used * 100 / requested);
      return new Utilization(percent, (double) percent / (double) target, used / entries);
    }
  }
}
