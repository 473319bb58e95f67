package dev.hpa.core.options;

import dev.hpa.api.HpaSpec;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of one autoscaler. Immutable. */
public final class Options {

  /** The messages that are kept; conditions and events have little more room. */
  private static final int MAX_PROBLEMS = 20;

  /** The characters of each. */
  private static final int MAX_PROBLEM = 1000;

  /** How long a rollout delays scale-downs if no timeout is set. */
  public static final Duration DEFAULT_ROLLOUT_TIMEOUT = Duration.ofMinutes(10);

  /** No option: the behavior of upstream. */
  public static final Options NONE = new Options(Map.of(), List.of(), List.of());

  private final Map<OptionName, Object> parsed;

  /** Those without a part. */
  private final Map<OptionKey, Object> byKey = new EnumMap<>(OptionKey.class);

  private final List<OptionValue> values;
  private final List<String> problems;
  private final List<Schedule> schedules;
  private final Map<String, Watermark> watermarks;
  private final Map<String, Percentile> percentiles;

  /**
   * @param parsed what the parsers of their keys have made of values
   * @param values the values that apply, in the order of the keys
   * @param problems one message for each option that is ignored
   */
  Options(Map<OptionName, Object> parsed, List<OptionValue> values, List<String> problems) {
    this.parsed = Collections.unmodifiableMap(new TreeMap<>(parsed));
    parsed.forEach(
        (name, value) -> {
          if (name.part().isEmpty()) {
            byKey.put(name.key(), value);
          }
        });
    this.values = List.copyOf(values);
    this.problems = List.copyOf(problems);
    this.schedules = List.copyOf(this.<Schedule>byPart(OptionKey.SCHEDULE).values());
    this.watermarks = byPart(OptionKey.WATERMARK);
    this.percentiles = byPart(OptionKey.AGGREGATE);
  }

  private <T> Map<String, T> byPart(OptionKey key) {
    Map<String, T> all = new LinkedHashMap<>();
    parsed.forEach(
        (name, value) -> {
          if (name.key() == key) {
            all.put(name.part(), cast(value));
          }
        });
    return Collections.unmodifiableMap(all);
  }

  /** The type follows from the parser of the key. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T cast(Object value) {
    return (T) value;
  }

  static <T> T cast(@Nullable Object value, T otherwise) {
    return value == null ? otherwise : cast(value);
  }

  private <T extends @Nullable Object> T get(OptionKey key, T otherwise) {
    Object value = byKey.get(key);
    return value == null ? otherwise : cast(value);
  }

  /** The mode that is set; {@link #modeAt} applies {@link #modeUntil}. */
  public Mode mode() {
    return get(OptionKey.MODE, Mode.ACTIVE);
  }

  /** When the mode ends; null for never. */
  public @Nullable Instant modeUntil() {
    return get(OptionKey.MODE_UNTIL, null);
  }

  /** Own sync period, at least 1 s; null for that of the controller. */
  public @Nullable Duration syncPeriod() {
    return get(OptionKey.SYNC_PERIOD, null);
  }

  /** Own CPU initialization period; null for that of the controller. */
  public @Nullable Duration cpuInitializationPeriod() {
    return get(OptionKey.CPU_INITIALIZATION_PERIOD, null);
  }

  /** Own initial readiness delay; null for that of the controller. */
  public @Nullable Duration initialReadinessDelay() {
    return get(OptionKey.INITIAL_READINESS_DELAY, null);
  }

  /**
   * Whether only those pods of the selector count whose chain of controller references ends at the
   * scale target (KEP-5325).
   */
  public boolean countsOwnedPods() {
    return get(OptionKey.SELECTION_STRATEGY, "").equals("OwnerReference");
  }

  /** What failed metrics propose; null for nothing. */
  public @Nullable Fallback fallback() {
    Fallback.Strategy strategy = get(OptionKey.FALLBACK_STRATEGY, Fallback.Strategy.STATIC);
    Integer replicas = this.<@Nullable Integer>get(OptionKey.FALLBACK_REPLICAS, null);
    return replicas == null && strategy != Fallback.Strategy.CURRENT_REPLICAS
        ? null
        : new Fallback(strategy, replicas, get(OptionKey.FALLBACK_AFTER, Fallback.DEFAULT_AFTER));
  }

  /** Answers of a metrics source that count as a failed metric. */
  public TreatAsMissing treatAsMissing() {
    return get(OptionKey.TREAT_AS_MISSING, TreatAsMissing.NOTHING);
  }

  /** Whether the ratio of a {@code Value} target is multiplied by the requested replicas. */
  public boolean multipliesRequested() {
    return get(OptionKey.VALUE_BASE, "").equals("Spec");
  }

  /** What utilization is measured against. */
  public RequestBase requestBase() {
    return get(OptionKey.REQUEST_BASE, RequestBase.SPEC);
  }

  /** The percentage of the requested replicas that has to be ready for a scale-down; 0 to 100. */
  public double minReady() {
    return get(OptionKey.MIN_READY, 0.0);
  }

  /** What decides which pod of a scale-down is deleted first; empty for nothing. */
  public List<PodOrder> scaleDownOrder() {
    return get(OptionKey.SCALE_DOWN_ORDER, List.of());
  }

  /** How long a pod is not ready until scale-ups do not count on it; null for ever. */
  public @Nullable Duration stuckAfter() {
    return get(OptionKey.STUCK_AFTER, null);
  }

  /** Whether a drain that a disruption budget blocks raises the minimum. */
  public boolean surgesOnDrain() {
    return get(OptionKey.DRAIN, "").equals("Surge");
  }

  /** Whether proposals do without the additional pods of a rollout. */
  public boolean compensatesRollouts() {
    return get(OptionKey.ROLLOUT, "").equals("Compensate");
  }

  /** How long a rollout delays scale-downs. */
  public Duration rolloutTimeout() {
    return get(OptionKey.ROLLOUT_TIMEOUT, DEFAULT_ROLLOUT_TIMEOUT);
  }

  /** How the load is forecast; null for no forecast. */
  public @Nullable ForecastOptions forecast() {
    String forecaster = this.<@Nullable String>get(OptionKey.FORECAST, null);
    return forecaster == null
        ? null
        : new ForecastOptions(
            forecaster,
            get(OptionKey.FORECAST_HORIZON, ForecastOptions.DEFAULT_HORIZON),
            get(OptionKey.FORECAST_SEASON, ForecastOptions.DEFAULT_SEASON),
            this.<@Nullable ForecastQuery>get(OptionKey.FORECAST_QUERY, null));
  }

  /** Bounds of the replicas at certain times. */
  public List<Schedule> schedules() {
    return schedules;
  }

  /**
   * The thresholds of metrics, by their {@linkplain MetricNames names}; {@link #appliedTo} drops
   * those of other metrics.
   */
  public Map<String, Watermark> watermarks() {
    return watermarks;
  }

  /** The values of the pods that are compared with the targets of metrics, by their names. */
  public Map<String, Percentile> percentiles() {
    return percentiles;
  }

  /** The values that apply, in the order of the keys. */
  public List<OptionValue> values() {
    return values;
  }

  /**
   * One message for each option that is ignored; does not include what depends on the time, see
   * {@link #problemsAt}.
   */
  public List<String> problems() {
    return problems;
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

  /** A copy whose metrics have the average as their value, and are compared with their targets. */
  public Options withoutThoseOfMetrics() {
    return watermarks.isEmpty() && percentiles.isEmpty()
        ? this
        : new Options(without(name -> name.key().isOfMetric()), values, problems);
  }

  private Map<OptionName, Object> without(Predicate<OptionName> dropped) {
    Map<OptionName, Object> kept = new TreeMap<>(parsed);
    kept.keySet().removeIf(dropped);
    return kept;
  }

  /**
   * A copy with fewer values.
   *
   * @param kept some of the values
   * @param more problems besides those that there are
   */
  Options with(Map<OptionName, OptionValue> kept, List<String> more) {
    return new Options(
        without(name -> !kept.containsKey(name)),
        List.copyOf(kept.values()),
        Stream.concat(problems.stream(), bounded(more).stream()).toList());
  }

  /** Whether there are neither options nor problems. */
  public boolean isEmpty() {
    return values.isEmpty() && problems.isEmpty();
  }

  /**
   * These options without the schedules and options of metrics that an autoscaler cannot have.
   * Those that it sets itself are problems; a namespace or a flag may set them for others.
   *
   * @param scaleToZero feature gate HPAScaleToZero
   */
  public Options appliedTo(HpaSpec spec, boolean scaleToZero) {
    return dependOnSpec() ? new SpecOptions(this, spec, scaleToZero).options() : this;
  }

  /** Whether a spec may exclude some of them. */
  public boolean dependOnSpec() {
    return values.stream().anyMatch(each -> each.key().isNamed());
  }

  /** The bounds of the replicas at a time. */
  public Bounds bounds(HpaSpec spec, Instant at) {
    return Bounds.of(spec, schedules, at);
  }

  /** The mode at a time: {@link Mode#ACTIVE} from {@code modeUntil} on. */
  public Mode modeAt(Instant now) {
    Instant until = modeUntil();
    return until == null || now.isBefore(until) ? mode() : Mode.ACTIVE;
  }

  /** The messages of all options that are ignored at a time. */
  public List<String> problemsAt(Instant now) {
    if (modeAt(now) == mode()) {
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

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Options options
        && values.equals(options.values)
        && problems.equals(options.problems)
        && parsed.equals(options.parsed);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values + " " + problems;
  }
}
