package dev.hpa.cli.recommend;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.Quantity;
import dev.hpa.cli.recommend.Dimension.Choice;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The properties that are searched, and their values; docs/recommend.md lists them.
 *
 * <p>Schedules, modes, fallbacks and forecasts stay as they are.
 */
final class Dimensions {
  private static final int[] COUNTS = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000
  };
  private static final int[] DOWN_WINDOWS = {0, 60, 120, 180, 300, 600, 900, 1800};
  private static final int[] UP_WINDOWS = {0, 15, 30, 60, 120, 300};
  private static final int[] TOLERANCES = {0, 20, 50, 100, 150, 200};
  private static final int[] INITIALIZATION = {15, 30, 60, 120, 300};
  private static final List<List<ScalingPolicy>> UP_POLICIES =
      List.of(
          List.of(percent(20, 60)),
          List.of(percent(50, 60)),
          List.of(percent(100, 60), pods(4, 60)),
          List.of(percent(100, 15), pods(4, 15)),
          List.of(percent(900, 15), pods(20, 15)));
  private static final List<List<ScalingPolicy>> DOWN_POLICIES =
      List.of(
          List.of(pods(1, 60)),
          List.of(percent(10, 300)),
          List.of(percent(10, 60)),
          List.of(percent(50, 60)),
          List.of(percent(100, 15)));

  private final HorizontalPodAutoscaler hpa;
  private final Settings settings;
  private final SearchScope scope;

  private Dimensions(HorizontalPodAutoscaler hpa, Settings settings, SearchScope scope) {
    this.hpa = hpa;
    this.settings = settings;
    this.scope = scope;
  }

  /**
   * The space of an autoscaler.
   *
   * @param peak the most replicas that the present setting has had
   * @param requests those that are searched; null if they stay
   */
  static SearchSpace of(
      HorizontalPodAutoscaler hpa,
      Settings settings,
      SearchScope scope,
      int peak,
      @Nullable SearchedRequest requests) {
    List<Dimension> all = new Dimensions(hpa, settings, scope).all(peak);
    if (requests != null) {
      all.add(requests.dimension());
    }
    return new SearchSpace(hpa, all.stream().filter(each -> each.choices().size() > 1).toList());
  }

  private List<Dimension> all(int peak) {
    List<Dimension> all = new ArrayList<>();
    HpaSpec spec = hpa.spec();
    if (scope.has(Property.TARGET)) {
      all.addAll(TargetDimension.of(hpa));
    }
    if (scope.has(Property.MIN)) {
      int today = spec.minReplicasOrDefault();
      all.add(counts("minReplicas", today, scope.lowestMin(), Dimensions::withMin));
    }
    if (scope.has(Property.MAX)) {
      int lowest = scope.lowestMax(spec.maxReplicas(), peak);
      all.add(counts("maxReplicas", spec.maxReplicas(), lowest, Dimensions::withMax));
    }
    if (scope.has(Property.WINDOWS)) {
      all.add(window("scaleDown window", false, DOWN_WINDOWS));
      all.add(window("scaleUp window", true, UP_WINDOWS));
    }
    if (scope.has(Property.POLICIES)) {
      all.add(policies("scaleDown policies", false, DOWN_POLICIES));
      all.add(policies("scaleUp policies", true, UP_POLICIES));
    }
    if (scope.has(Property.TOLERANCE) && settings.configurableTolerance()) {
      all.add(tolerance("scaleDown tolerance", false));
      all.add(tolerance("scaleUp tolerance", true));
    }
    if (scope.has(Property.OPTIONS)) {
      all.addAll(TargetDimension.watermarks(hpa));
      if (usesCpu()) {
        all.add(initialization());
      }
    }
    return all;
  }

  private boolean usesCpu() {
    return hpa.spec().metricsOrEmpty().stream()
        .anyMatch(
            each ->
                (each.resource() != null && each.resource().name().equals("cpu"))
                    || (each.containerResource() != null
                        && each.containerResource().name().equals("cpu")));
  }

  private static ScalingPolicy percent(int value, int seconds) {
    return new ScalingPolicy(ScalingPolicy.PERCENT, value, seconds);
  }

  private static ScalingPolicy pods(int value, int seconds) {
    return new ScalingPolicy(ScalingPolicy.PODS, value, seconds);
  }

  private static HorizontalPodAutoscaler withMin(HorizontalPodAutoscaler hpa, int value) {
    HpaSpec spec = hpa.spec();
    return hpa.withSpec(spec.withReplicas(value, spec.maxReplicas()));
  }

  private static HorizontalPodAutoscaler withMax(HorizontalPodAutoscaler hpa, int value) {
    HpaSpec spec = hpa.spec();
    return hpa.withSpec(spec.withReplicas(spec.minReplicas(), value));
  }

  private Dimension counts(
      String name,
      int today,
      int lowest,
      BiFunction<HorizontalPodAutoscaler, Integer, HorizontalPodAutoscaler> change) {
    TreeSet<Integer> values = new TreeSet<>();
    values.add(today);
    for (int each : COUNTS) {
      if (each >= lowest && each <= scope.highestMax()) {
        values.add(each);
      }
    }
    return ordered(name, today, values.stream().toList(), String::valueOf, change);
  }

  /** A dimension of numbers of which one is today's. */
  static <T> Dimension ordered(
      String name,
      T today,
      List<T> values,
      Function<T, String> text,
      BiFunction<HorizontalPodAutoscaler, T, HorizontalPodAutoscaler> change) {
    List<Choice> choices = new ArrayList<>();
    for (T each : values) {
      choices.add(new Choice(text.apply(each), hpa -> change.apply(hpa, each)));
    }
    return new Dimension(name, choices, values.indexOf(today));
  }

  /** The rules of a direction; null if there are none. */
  static @Nullable ScalingRules rules(HorizontalPodAutoscaler hpa, boolean up) {
    Behavior behavior = hpa.spec().behavior();
    return behavior == null ? null : up ? behavior.scaleUp() : behavior.scaleDown();
  }

  /** The stabilization window of a direction, in seconds. */
  static int window(HorizontalPodAutoscaler hpa, boolean up, Settings settings) {
    ScalingRules rules = rules(hpa, up);
    Integer own = rules == null ? null : rules.stabilizationWindowSeconds();
    int byDefault = up ? 0 : (int) settings.downscaleStabilization().toSeconds();
    return own == null ? byDefault : own;
  }

  /** The tolerance of a direction, in thousandths. */
  static int tolerance(HorizontalPodAutoscaler hpa, boolean up, Settings settings) {
    ScalingRules rules = rules(hpa, up);
    Quantity own = rules == null ? null : rules.tolerance();
    return (int) (own == null ? Math.round(settings.tolerance() * 1000) : own.milliValue());
  }

  private Dimension window(String name, boolean up, int[] values) {
    int today = window(hpa, up, settings);
    return ordered(
        name,
        today,
        resolved(today, values),
        seconds -> seconds + " s",
        (changed, seconds) ->
            with(
                changed,
                up,
                old ->
                    new ScalingRules(
                        seconds, old.selectPolicy(), old.policies(), old.tolerance())));
  }

  private Dimension tolerance(String name, boolean up) {
    int today = tolerance(hpa, up, settings);
    return ordered(
        name,
        today,
        sorted(today, TOLERANCES),
        milli ->
            Quantity.ofMilli(milli * 100L, Quantity.Format.DECIMAL_SI).approximateDouble() + " %",
        (changed, milli) ->
            with(
                changed,
                up,
                old ->
                    new ScalingRules(
                        old.stabilizationWindowSeconds(),
                        old.selectPolicy(),
                        old.policies(),
                        Quantity.ofMilli(milli, Quantity.Format.DECIMAL_SI))));
  }

  /** Today's value and those that the load can say something about. */
  private List<Integer> resolved(int today, int[] values) {
    return sorted(today, Arrays.stream(values).filter(scope::resolves).toArray());
  }

  private static List<Integer> sorted(int today, int[] values) {
    TreeSet<Integer> sorted = new TreeSet<>();
    sorted.add(today);
    for (int each : values) {
      sorted.add(each);
    }
    return List.copyOf(sorted);
  }

  /** Today's policies come first unless they are one of the listed. */
  private Dimension policies(String name, boolean up, List<List<ScalingPolicy>> values) {
    ScalingRules rules = rules(hpa, up);
    List<Choice> choices = new ArrayList<>();
    int today = -1;
    for (List<ScalingPolicy> each : values) {
      boolean isToday =
          rules != null
              && each.equals(rules.policies())
              && (rules.selectPolicy() == null || rules.selectPolicy().equals(ScalingRules.MAX));
      if (!isToday && !each.stream().allMatch(policy -> scope.resolves(policy.periodSeconds()))) {
        continue;
      }
      today = isToday ? choices.size() : today;
      choices.add(
          new Choice(
              text(each),
              changed ->
                  with(
                      changed,
                      up,
                      old ->
                          new ScalingRules(
                              old.stabilizationWindowSeconds(),
                              ScalingRules.MAX,
                              each,
                              old.tolerance()))));
    }
    if (today < 0) {
      String text = rules == null ? "default" : text(rules);
      choices.addFirst(new Choice(text, same -> same));
      today = 0;
    }
    return new Dimension(name, choices, today);
  }

  private static String text(ScalingRules rules) {
    return ScalingRules.DISABLED.equals(rules.selectPolicy())
        ? "disabled"
        : text(rules.policiesOrEmpty())
            + (ScalingRules.MIN.equals(rules.selectPolicy()) ? " (Min)" : "");
  }

  private static String text(List<ScalingPolicy> policies) {
    List<String> texts = new ArrayList<>();
    for (ScalingPolicy each : policies) {
      boolean isPercent = each.type().equals(ScalingPolicy.PERCENT);
      texts.add(each.value() + (isPercent ? " %" : " pods") + " in " + each.periodSeconds() + " s");
    }
    return texts.isEmpty() ? "default" : String.join(" or ", texts);
  }

  private interface RulesChange {
    ScalingRules of(ScalingRules old);
  }

  /** A copy with other rules of one direction; a behavior without a direction gets its defaults. */
  private static HorizontalPodAutoscaler with(
      HorizontalPodAutoscaler hpa, boolean up, RulesChange change) {
    Behavior old = hpa.spec().behavior();
    HpaSpec filled =
        HpaDefaults.apply(hpa.spec().withBehavior(old == null ? new Behavior(null, null) : old));
    Behavior behavior = Objects.requireNonNull(filled.behavior(), "was set");
    ScalingRules upRules = Objects.requireNonNull(behavior.scaleUp(), "was set");
    ScalingRules downRules = Objects.requireNonNull(behavior.scaleDown(), "was set");
    return hpa.withSpec(
        filled.withBehavior(
            up
                ? new Behavior(change.of(upRules), downRules)
                : new Behavior(upRules, change.of(downRules))));
  }

  private Dimension initialization() {
    String key = OptionKey.CPU_INITIALIZATION_PERIOD.annotation();
    int today =
        (int)
            settings
                .with(OptionsReader.UNRESTRICTED.read(hpa, Map.of()))
                .cpuInitializationPeriod()
                .toSeconds();
    return ordered(
        "option cpu-initialization-period",
        today,
        resolved(today, INITIALIZATION),
        seconds -> seconds + " s",
        (changed, seconds) ->
            annotated(changed, key, GoDuration.format(Duration.ofSeconds(seconds))));
  }

  /** A copy with an annotation. */
  static HorizontalPodAutoscaler annotated(HorizontalPodAutoscaler hpa, String key, String value) {
    Map<String, String> annotations = new LinkedHashMap<>(hpa.metadata().annotationsOrEmpty());
    annotations.put(key, value);
    return hpa.withMetadata(hpa.metadata().withAnnotations(annotations));
  }
}
