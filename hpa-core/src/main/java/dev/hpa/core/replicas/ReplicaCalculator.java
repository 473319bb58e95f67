package dev.hpa.core.replicas;

import dev.hpa.core.options.Percentile;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.replicas.PodClassification.Group;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamFix;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the replicas that a metric proposes, as upstream's replica calculator does.
 *
 * <p>Symbols: S current replicas ({@code scale.spec.replicas}), T observed replicas ({@code
 * scale.status.replicas}), ratio = usage ÷ target. The basic rule is {@code ceil(ratio × counted
 * pods)}, and S when the ratio is within tolerance.
 *
 * <p>With watermarks the ratio above 1 is usage ÷ high, that below 1 usage ÷ low, and 1 in between;
 * for missing pods "target" means the low watermark, which is the target of scale-downs.
 *
 * <p>For per-pod metrics, values are assumed for missing and unready pods such that they dampen the
 * change: for a ratio below 1, missing pods get the full target; for a ratio above 1, missing and
 * unready pods get 0. If the second ratio or the resulting count reverses the direction, the result
 * is S.
 *
 * <p>One instance serves one decision, on one thread: the pods of all calls are the same.
 *
 * <p>Usage and requests are long milli-units, ratios are doubles, and each step rounds where
 * upstream rounds: utilization is truncated to integer percent before the ratio is computed,
 * averages are truncated to milli-units, products with pod counts are rounded up. Changing the
 * order of any two steps changes results.
 */
public final class ReplicaCalculator {

  private final int current;
  private final int observed;
  private final Settings settings;
  private final Instant now;
  private final Predicate<Pod> damping;
  private final Map<PodRequests, long[]> requested = new HashMap<>();
  private final Map<PodRequests, MetricProblem> problems = new HashMap<>();

  /**
   * @param damping the missing and unready pods for which 0 is assumed if the ratio is above 1
   */
  public ReplicaCalculator(
      int current, int observed, Settings settings, Instant now, Predicate<Pod> damping) {
    this.current = current;
    this.observed = observed;
    this.settings = settings;
    this.now = now;
    this.damping = damping;
  }

  /**
   * @param usage average per pod or total, in milli-units, as reported in the status
   */
  public record Count(Calculation how, long usage) {
    int replicas() {
      return how.replicas();
    }
  }

  /**
   * @param utilization percent of the requests
   * @param average usage per pod in milli-units
   */
  public record UtilizationCount(Calculation how, int utilization, long average) {
    int replicas() {
      return how.replicas();
    }
  }

  /**
   * The requests of all pods of the decision, computed once for all metrics that need them: a
   * thousand metrics of pods with hundreds of containers would take a minute otherwise.
   */
  private long[] requested(PodRequests requests, List<Pod> pods) throws MetricProblem {
    MetricProblem problem = problems.get(requests);
    if (problem != null) {
      throw problem;
    }
    long[] known = requested.get(requests);
    if (known != null) {
      return known;
    }
    try {
      long[] amounts = requests.ofEach(pods);
      requested.put(requests, amounts);
      return amounts;
    } catch (MetricProblem missing) {
      problems.put(requests, missing);
      throw missing;
    }
  }

  /** Per-pod resource use against a percentage of the requests. */
  public UtilizationCount byUtilization(
      List<Pod> pods,
      List<PodValue> reading,
      String resource,
      PodRequests requests,
      Thresholds target)
      throws MetricProblem {
    PodSamples samples = PodSamples.of(pods, reading, resource, settings, now);
    long[] requested = requested(requests, pods);
    Utilization first = utilization(samples, requested, target);
    Thresholds used = compared(target, first.compared > first.percent);
    double ratio = used.ratio(used.percentile() == null ? first.percent : first.compared);
    Calculation how =
        isSum()
            ? summed(used, ratio, Utilization.sum(samples, requested, used.of(ratio)), samples)
            : perPod(
                used,
                samples,
                ratio,
                filled -> used.ratio(utilization(filled, requested, used).compared),
                pod -> requested[pod] * Math.max(100, used.low()) / 100);
    return new UtilizationCount(how, first.percent, first.average);
  }

  /** Per-pod values against an average. */
  public Count byAverage(List<Pod> pods, List<PodValue> reading, String resource, Thresholds target)
      throws MetricProblem {
    PodSamples samples = PodSamples.of(pods, reading, resource, settings, now);
    long average = average(samples);
    Thresholds used = compared(target, highest(average, samples, target) > average);
    double first = used.ratio(highest(average, samples, used));
    Calculation how =
        isSum()
            ? summed(
                used, first, samples.sum(settings).toDouble() / (double) used.of(first), samples)
            : perPod(
                used,
                samples,
                first,
                filled -> used.ratio(highest(average(filled), filled, used)),
                pod -> used.low());
    return new Count(how, average);
  }

  private boolean isSum() {
    return settings.differences().formula() == UpstreamDifferences.Formula.SUM;
  }

  /** The target with its percentile only if that is higher than the average, which counts else. */
  private Thresholds compared(Thresholds target, boolean isHigher) {
    return isHigher && !isSum() ? target : target.with(null);
  }

  /** The average, or the percentile of the target if it is higher. */
  private static long highest(long average, PodSamples samples, Thresholds target) {
    Percentile percentile = target.percentile();
    return percentile == null ? average : Math.max(average, percentile.of(samples.values()));
  }

  /** Usage ÷ target of some pods. */
  private interface Ratio {
    double of(PodSamples samples) throws MetricProblem;
  }

  /**
   * @param full the value assumed for a missing pod if the ratio is below 1, by index of the pod
   */
  private Calculation perPod(
      Thresholds target, PodSamples samples, double first, Ratio ratio, IntToLongFunction full)
      throws MetricProblem {
    boolean up = first > 1.0;
    Predicate<Pod> which = up ? damping : pod -> true;
    boolean upWithUnready = up && samples.has(Group.UNREADY, which);
    if (!upWithUnready && !samples.has(Group.MISSING, which)) {
      return scaled(target, first, samples);
    }
    PodSamples filled = samples;
    if (first < 1.0) {
      filled = samples.filled(Group.MISSING, which, full);
    } else if (up) {
      filled =
          samples.filled(Group.MISSING, which, pod -> 0).filled(Group.UNREADY, which, pod -> 0);
    }
    return confirmed(target, first, ratio.of(filled), filled);
  }

  /** A total against a Value target, scaled by the number of running and ready pods. */
  public Count byValue(List<Pod> pods, long usage, Thresholds target) throws MetricProblem {
    double ratio = target.ratio(usage);
    if (current == 0 || target.tolerance().contains(ratio)) {
      return byValueOfRequested(usage, target);
    }
    if (pods.isEmpty()) {
      throw new MetricProblem("unable to calculate ready pods: " + PodSamples.NO_PODS);
    }
    int ready = (int) pods.stream().filter(Pod::isRunningAndReady).count();
    return valueCount(usage, target, ratio, ready, Calculation.Rule.FOLLOWS_RATIO);
  }

  /** A total against a Value target, scaled by the requested replicas. */
  public Count byValueOfRequested(long usage, Thresholds target) {
    double ratio = target.ratio(usage);
    if (current == 0) {
      // Without replicas there is nothing to scale down: only the target of scale-ups applies.
      double up = (double) usage / (double) target.high();
      return new Count(
          calculation(
              target, FloatConversion.ceilToInt(up, settings), up, 0, Calculation.Rule.FROM_ZERO),
          usage);
    }
    if (target.tolerance().contains(ratio)) {
      return new Count(
          calculation(target, current, ratio, 0, Calculation.Rule.WITHIN_TOLERANCE), usage);
    }
    return valueCount(usage, target, ratio, current, Calculation.Rule.RATIO_OF_REQUESTED);
  }

  private Count valueCount(
      long usage, Thresholds target, double ratio, int pods, Calculation.Rule rule) {
    return new Count(
        calculation(target, capped(Math.ceil(ratio * pods)), ratio, pods, rule), usage);
  }

  /** A total against an AverageValue target per observed replica; does not depend on the pods. */
  public Count byAverageValue(long usage, Thresholds target, boolean external) {
    double ratio = target.ratio(usage, observed);
    Calculation how;
    if (target.tolerance().contains(ratio)) {
      how = calculation(target, observed, ratio, observed, Calculation.Rule.WITHIN_TOLERANCE);
    } else {
      double wanted = Math.ceil((double) usage / (double) target.of(ratio));
      how =
          calculation(
              target,
              external ? capped(wanted) : FloatConversion.toInt(wanted, settings),
              ratio,
              observed,
              Calculation.Rule.SHARES_OF_TOTAL);
    }
    if (observed == 0 && settings.has(UpstreamFix.AVERAGE_OF_ZERO_REPLICAS)) {
      return new Count(how, 0);
    }
    // As a double the largest long is 2^63, and so is every usage close to it.
    boolean atMaximum =
        (external || settings.has(UpstreamFix.AVERAGE_OVERFLOW)) && (double) usage >= 0x1p63;
    long average =
        atMaximum
            ? Long.MAX_VALUE
            : FloatConversion.toLong(Math.ceil((double) usage / (double) observed));
    return new Count(how, average);
  }

  private Calculation scaled(Thresholds target, double ratio, PodSamples samples) {
    int pods = samples.ready();
    return target.tolerance().contains(ratio)
        ? calculation(
            target, current, ratio, null, pods, Calculation.Rule.WITHIN_TOLERANCE, samples.byPod())
        : calculation(
            target,
            FloatConversion.ceilToInt(ratio * pods, settings),
            ratio,
            null,
            pods,
            Calculation.Rule.FOLLOWS_RATIO,
            samples.byPod());
  }

  private Calculation summed(Thresholds target, double ratio, double sum, PodSamples samples) {
    int pods = samples.size();
    return target.tolerance().contains(ratio)
        ? calculation(
            target, current, ratio, null, pods, Calculation.Rule.WITHIN_TOLERANCE, samples.byPod())
        : calculation(
            target,
            FloatConversion.ceilToInt(sum, settings),
            ratio,
            null,
            pods,
            Calculation.Rule.SUM_OF_PODS,
            samples.byPod());
  }

  private Calculation confirmed(
      Thresholds target, double first, double second, PodSamples samples) {
    int replicas = FloatConversion.ceilToInt(second * samples.size(), settings);
    Calculation.Rule rule = ruleOf(target.tolerance(), first, second, replicas);
    return calculation(
        target,
        rule == Calculation.Rule.FOLLOWS_RATIO ? replicas : current,
        first,
        second,
        samples.size(),
        rule,
        samples.byPod());
  }

  private Calculation.Rule ruleOf(Tolerance tolerance, double first, double second, int replicas) {
    if (tolerance.contains(second)) {
      return Calculation.Rule.FILLED_WITHIN_TOLERANCE;
    }
    if ((first < 1.0 && second > 1.0) || (first > 1.0 && second < 1.0)) {
      return Calculation.Rule.FILLING_TURNS_RATIO;
    }
    if ((second < 1.0 && replicas > current) || (second > 1.0 && replicas < current)) {
      return Calculation.Rule.COUNT_AGAINST_RATIO;
    }
    return Calculation.Rule.FOLLOWS_RATIO;
  }

  private static Calculation calculation(
      Thresholds target, int replicas, double ratio, int pods, Calculation.Rule rule) {
    return calculation(target, replicas, ratio, null, pods, rule, Map.of());
  }

  private static Calculation calculation(
      Thresholds target,
      int replicas,
      double ratio,
      @Nullable Double filled,
      int pods,
      Calculation.Rule rule,
      Map<String, Long> values) {
    return new Calculation(
        replicas,
        ratio,
        filled,
        target.tolerance(),
        target.watermark(),
        target.percentile(),
        pods,
        rule,
        values);
  }

  private static int capped(double replicas) {
    return replicas > Integer.MAX_VALUE ? Integer.MAX_VALUE : FloatConversion.toInt(replicas);
  }

  private long average(PodSamples samples) {
    return samples.sum(settings).dividedBy(samples.size());
  }

  private Utilization utilization(PodSamples samples, long[] requests, Thresholds target)
      throws MetricProblem {
    boolean exact = settings.has(UpstreamFix.UTILIZATION_OVERFLOW);
    MilliSum used = new MilliSum(exact);
    MilliSum requested = new MilliSum(exact);
    int entries = 0;
    for (int pod = 0; pod < requests.length; pod++) {
      if (samples.counts(pod)) {
        used.add(samples.amount(pod));
        requested.add(requests[pod]);
        entries++;
      }
    }
    if (requested.isZero()) {
      throw new MetricProblem("no metrics returned matched known pods");
    }
    int percent = used.percentOf(requested);
    Percentile percentile = target.percentile();
    int compared =
        percentile == null
            ? percent
            : Math.max(percent, (int) percentile.of(Utilization.ofEach(samples, requests)));
    return new Utilization(percent, compared, used.dividedBy(entries));
  }

  /**
   * @param percent utilization of the pods that have both a value and a request, in integer percent
   * @param compared what is compared with the target: percent, or the percentile if it is higher
   * @param average usage per such pod, in milli-units
   */
  private record Utilization(int percent, int compared, long average) {

    /** The utilization of each pod in integer percent, within the range of an int. */
    static long[] ofEach(PodSamples samples, long[] requests) {
      return IntStream.range(0, requests.length)
          .filter(pod -> samples.counts(pod) && requests[pod] != 0)
          .mapToLong(pod -> (int) (100.0 * samples.amount(pod) / requests[pod]))
          .toArray();
    }

    /** The sum of utilization ÷ target over the pods. */
    static double sum(PodSamples samples, long[] requests, long target) {
      double sum = 0;
      for (int pod = 0; pod < requests.length; pod++) {
        if (samples.counts(pod) && requests[pod] != 0) {
          sum += 100.0 * samples.amount(pod) / requests[pod];
        }
      }
      return sum / target;
    }
  }
}
