package dev.hpa.core.options;

import dev.hpa.api.HpaSpec;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of one autoscaler. Immutable.
 *
 * @param mode the mode that is set; {@link #modeAt} applies {@code modeUntil}
 * @param modeUntil when the mode ends; null for never
 * @param syncPeriod own sync period, at least 1 s; null for that of the controller
 * @param cpuInitializationPeriod own CPU initialization period; null for that of the controller
 * @param initialReadinessDelay own initial readiness delay; null for that of the controller
 * @param fallback what failed metrics propose; null for nothing
 * @param rolloutTimeout how long a rollout delays scale-downs
 * @param forecast how the load is forecast; null for no forecast
 * @param schedules bounds of the replicas at certain times
 * @param watermarks the thresholds of metrics, by their {@linkplain MetricNames names}; {@link
 *     #appliedTo} drops those of other metrics
 * @param statusPrecision the change of a metric value, in percent of the one in the status, up to
 *     which the status is not written for it alone; from 0 to 100
 * @param values the values that apply, in the order of the keys
 * @param problems one message for each option that is ignored; does not include what depends on the
 *     time, see {@link #problemsAt}
 */
public record Options(
    Mode mode,
    @Nullable Instant modeUntil,
    @Nullable Duration syncPeriod,
    @Nullable Duration cpuInitializationPeriod,
    @Nullable Duration initialReadinessDelay,
    SelectionStrategy selection,
    @Nullable Fallback fallback,
    TreatAsMissing treatAsMissing,
    RolloutStrategy rollout,
    Duration rolloutTimeout,
    @Nullable ForecastOptions forecast,
    List<Schedule> schedules,
    Map<String, Watermark> watermarks,
    double statusPrecision,
    List<OptionValue> values,
    List<String> problems) {

  /** The messages that are kept; conditions and events have little more room. */
  private static final int MAX_PROBLEMS = 20;

  /** The characters of each. */
  private static final int MAX_PROBLEM = 1000;

  /** How long a rollout delays scale-downs if no timeout is set. */
  public static final Duration DEFAULT_ROLLOUT_TIMEOUT = Duration.ofMinutes(10);

  /** No option: the behavior of upstream. */
  public static final Options NONE =
      new Options(
          Mode.ACTIVE,
          null,
          null,
          null,
          null,
          SelectionStrategy.LABEL_SELECTOR,
          null,
          TreatAsMissing.NOTHING,
          RolloutStrategy.IGNORE,
          DEFAULT_ROLLOUT_TIMEOUT,
          null,
          List.of(),
          Map.of(),
          0,
          List.of(),
          List.of());

  public Options {
    schedules = List.copyOf(schedules);
    watermarks = Collections.unmodifiableMap(new LinkedHashMap<>(watermarks));
    values = List.copyOf(values);
    problems = List.copyOf(problems);
  }

  /** The first of these problems, and the number of the others. */
  static List<String> bounded(List<String> problems) {
    List<String> bounded =
        new ArrayList<>(problems.stream().limit(MAX_PROBLEMS).map(Options::bounded).toList());
    if (problems.size() > MAX_PROBLEMS) {
      bounded.add("and " + (problems.size() - MAX_PROBLEMS) + " more problems");
    }
    return bounded;
  }

  private static String bounded(String problem) {
    return problem.length() <= MAX_PROBLEM ? problem : problem.substring(0, MAX_PROBLEM) + "…";
  }

  /** A copy whose metrics have their targets. */
  public Options withoutWatermarks() {
    return watermarks.isEmpty()
        ? this
        : new Options(
            mode,
            modeUntil,
            syncPeriod,
            cpuInitializationPeriod,
            initialReadinessDelay,
            selection,
            fallback,
            treatAsMissing,
            rollout,
            rolloutTimeout,
            forecast,
            schedules,
            Map.of(),
            statusPrecision,
            values,
            problems);
  }

  /** Whether there are neither options nor problems. */
  public boolean isEmpty() {
    return values.isEmpty() && problems.isEmpty();
  }

  /**
   * These options without the schedules and watermarks that an autoscaler cannot have. Those that
   * it sets itself are problems; a namespace or a flag may set them for others.
   *
   * @param scaleToZero feature gate HPAScaleToZero
   */
  public Options appliedTo(HpaSpec spec, boolean scaleToZero) {
    return schedules.isEmpty() && watermarks.isEmpty()
        ? this
        : new SpecOptions(this, spec, scaleToZero).options();
  }

  /** The bounds of the replicas at a time. */
  public Bounds bounds(HpaSpec spec, Instant at) {
    return Bounds.of(spec, schedules, at);
  }

  /** The mode at a time: {@link Mode#ACTIVE} from {@code modeUntil} on. */
  public Mode modeAt(Instant now) {
    return modeUntil == null || now.isBefore(modeUntil) ? mode : Mode.ACTIVE;
  }

  /** The messages of all options that are ignored at a time. */
  public List<String> problemsAt(Instant now) {
    if (mode == Mode.ACTIVE || modeAt(now) == mode) {
      return problems;
    }
    List<String> all = new ArrayList<>(problems);
    for (OptionValue each : values) {
      if (each.key() == OptionKey.MODE_UNTIL) {
        all.add(
            each.described()
                + " has passed, so that the mode is Active; remove it and \""
                + OptionKey.MODE.annotation()
                + "\"");
      }
    }
    return List.copyOf(all);
  }
}
