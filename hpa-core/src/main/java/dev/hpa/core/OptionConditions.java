package dev.hpa.core;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.Timestamps;
import dev.hpa.core.options.Fallback;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.Options;
import dev.hpa.core.schedules.Bounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The conditions and events that options add to a decision. A condition is removed when its option
 * is. An event is sent when the condition it belongs to changes. Immutable.
 */
public final class OptionConditions {

  static final String OPTIONS_VALID = "OptionsValid";
  static final String DRY_RUN = "DryRun";
  static final String FALLBACK_ACTIVE = Fallback.CONDITION;
  static final String ROLLOUT_IN_PROGRESS = "RolloutInProgress";
  static final String OUTAGE_GUARD_ACTIVE = "OutageGuardActive";
  static final String PODS_STUCK = "PodsStuck";
  static final String DRAIN_SURGE = "DrainSurge";
  static final String FORECAST_ACTIVE = "ForecastActive";

  static final String SCHEDULE_ACTIVE = "ScheduleActive";

  /** The types of all conditions that only options set. */
  public static final List<String> TYPES =
      List.of(
          OPTIONS_VALID,
          DRY_RUN,
          SCHEDULE_ACTIVE,
          FALLBACK_ACTIVE,
          ROLLOUT_IN_PROGRESS,
          PODS_STUCK,
          DRAIN_SURGE,
          OUTAGE_GUARD_ACTIVE,
          FORECAST_ACTIVE);

  /** A condition to set; {@link #REMOVED} removes it. */
  private record Setting(boolean status, String reason, String message) {
    static final Setting REMOVED = new Setting(false, "", "");

    /** Truncated as in the status, with which later reconciles compare it. */
    Setting {
      message = MessageText.bounded(message);
    }
  }

  private final Situation situation;
  private final Map<String, Setting> settings;
  private final List<HpaEvent> events;

  private OptionConditions(
      Situation situation, Map<String, Setting> settings, List<HpaEvent> events) {
    this.situation = situation;
    this.settings = settings;
    this.events = events;
  }

  /** The conditions of all options but those that depend on metrics or on the result. */
  static OptionConditions of(Situation situation) {
    Options options = situation.options();
    if (options.isEmpty()
        && situation.context().outages().equals(Outages.NONE)
        && !has(situation)) {
      return new OptionConditions(situation, Map.of(), List.of());
    }
    OptionConditions conditions =
        new OptionConditions(situation, new LinkedHashMap<>(), new ArrayList<>());
    conditions.addProblems(options.problemsAt(situation.now()));
    if (situation.mode() != Mode.DRY_RUN) {
      conditions.settings.put(DRY_RUN, Setting.REMOVED);
    }
    if (options.fallback() == null) {
      conditions.settings.put(FALLBACK_ACTIVE, Setting.REMOVED);
    }
    if (options.forecast() == null) {
      conditions.settings.put(FORECAST_ACTIVE, Setting.REMOVED);
    }
    conditions.addSchedules(options);
    conditions.addRollout(options);
    conditions.addStuckPods(options);
    conditions.addDrain(options);
    conditions.addOutages();
    return conditions;
  }

  /** Whether the status has a condition of an option. */
  private static boolean has(Situation situation) {
    for (HpaCondition each : situation.hpa().status().conditionsOrEmpty()) {
      if (TYPES.contains(each.type())) {
        return true;
      }
    }
    return false;
  }

  private void addProblems(List<String> problems) {
    if (problems.isEmpty()) {
      settings.put(OPTIONS_VALID, Setting.REMOVED);
      return;
    }
    Setting setting = new Setting(false, "InvalidOptions", String.join("; ", problems));
    settings.put(OPTIONS_VALID, setting);
    HpaCondition before = before(OPTIONS_VALID);
    if (before == null || !before.message().equals(setting.message())) {
      events.add(HpaEvent.additional(HpaEvent.Type.WARNING, "InvalidOptions", setting.message()));
    }
  }

  private void addSchedules(Options options) {
    if (options.schedules().isEmpty()) {
      settings.put(SCHEDULE_ACTIVE, Setting.REMOVED);
      return;
    }
    Bounds bounds = situation.bounds();
    Instant until = Bounds.nextChange(options.schedules(), situation.now());
    String inEffect =
        "minReplicas "
            + bounds.min()
            + " and maxReplicas "
            + bounds.max()
            + " apply"
            + (until == null ? "" : " until " + Timestamps.format(until))
            + (bounds.isMinLowered()
                ? "; the minimum " + bounds.wantedMin() + " is lowered to the maximum"
                : "");
    List<String> active = bounds.active();
    settings.put(
        SCHEDULE_ACTIVE,
        active.isEmpty()
            ? new Setting(false, "NoScheduleActive", "no schedule is active; " + inEffect)
            : new Setting(
                true,
                "BoundsReplaced",
                (active.size() == 1 ? "schedule " : "schedules ")
                    + String.join(", ", active)
                    + (active.size() == 1 ? " is" : " are")
                    + " active; "
                    + inEffect));
  }

  private void addRollout(Options options) {
    if (!options.compensatesRollouts()) {
      settings.put(ROLLOUT_IN_PROGRESS, Setting.REMOVED);
    } else if (!RolloutRule.isActive(situation)) {
      settings.put(
          ROLLOUT_IN_PROGRESS, new Setting(false, "NoRollout", "the target does not roll out"));
    } else {
      settings.put(ROLLOUT_IN_PROGRESS, rollout());
    }
  }

  private Setting rollout() {
    boolean isTimedOut = RolloutRule.isTimedOut(situation);
    boolean isStalled = RolloutRule.isStalled(situation);
    String effect =
        isTimedOut
            ? "scale-downs no longer wait for its end"
            : "scale-ups are based on the requested replicas, and scale-downs that depend on its"
                + " pods wait";
    return new Setting(
        true,
        isTimedOut ? "RolloutTimedOut" : isStalled ? "RolloutStalled" : "Compensating",
        "the target rolls out: "
            + situation.context().rollout().reason()
            + "; "
            + effect
            + (isStalled ? "; " + RolloutRule.STALLED : ""));
  }

  /** Without a measurement no pods are known, and the condition stays. */
  private void addStuckPods(Options options) {
    if (options.stuckAfter() == null) {
      settings.put(PODS_STUCK, Setting.REMOVED);
    } else if (situation.plan() instanceof Plan.Measure) {
      String time = GoDuration.format(options.stuckAfter());
      String pods = StuckRule.described(situation);
      Setting setting =
          pods.isEmpty()
              ? new Setting(false, "NoStuckPods", "all pods are ready, or not for " + time)
              : new Setting(
                  true,
                  "StuckPodsAdded",
                  "not ready for " + time + ", and added to scale-ups: " + pods);
      put(PODS_STUCK, setting, HpaEvent.Type.WARNING);
    }
  }

  private void addDrain(Options options) {
    if (!options.surgesOnDrain()) {
      settings.put(DRAIN_SURGE, Setting.REMOVED);
      return;
    }
    DrainRule rule = DrainRule.of(situation);
    Setting setting = new Setting(rule.isActive(), rule.reason(), rule.message());
    put(DRAIN_SURGE, setting, HpaEvent.Type.NORMAL);
  }

  /** Sets a condition, with an event of the same name when it becomes True. */
  private void put(String type, Setting setting, HpaEvent.Type event) {
    settings.put(type, setting);
    HpaCondition before = before(type);
    if (setting.status() && (before == null || !before.status().equals(HpaCondition.TRUE))) {
      events.add(HpaEvent.additional(event, type, setting.message()));
    }
  }

  private void addOutages() {
    TreeSet<String> providers = new TreeSet<>(situation.context().outages().providers().values());
    settings.put(
        OUTAGE_GUARD_ACTIVE,
        providers.isEmpty()
            ? Setting.REMOVED
            : new Setting(
                true,
                "ProviderOutage",
                "scale-downs by values of metrics providers with an outage are held: "
                    + String.join(", ", providers)));
  }

  /** A copy with the state of the fallback. */
  OptionConditions with(FallbackRule fallback) {
    if (situation.options().fallback() == null) {
      return this;
    }
    Setting setting;
    if (!fallback.active().isEmpty()) {
      setting = new Setting(true, "MetricsFailed", Fallback.ACTIVE + fallback.active());
    } else if (!fallback.pending().isEmpty()) {
      setting =
          new Setting(
              false,
              "MetricsFailing",
              "metrics fail and do not fall back yet: " + fallback.pending());
    } else {
      setting = new Setting(false, "MetricsAvailable", "no metric fails");
    }
    HpaCondition before = before(FALLBACK_ACTIVE);
    String active =
        before != null && before.status().equals(HpaCondition.TRUE) ? before.message() : null;
    HpaEvent event = null;
    if (setting.status() && !setting.message().equals(active)) {
      event = HpaEvent.additional(HpaEvent.Type.WARNING, "FallbackActivated", setting.message());
    } else if (!setting.status() && active != null) {
      event = HpaEvent.additional(HpaEvent.Type.NORMAL, "FallbackEnded", setting.message());
    }
    return with(FALLBACK_ACTIVE, setting, event);
  }

  /**
   * A copy with the state of the forecast.
   *
   * @param determines whether the forecast is the reason of the computed replicas
   */
  OptionConditions with(ForecastRule forecast, boolean determines) {
    ForecastOptions option = situation.options().forecast();
    if (option == null) {
      return this;
    }
    ForecastText text = new ForecastText(situation, option, forecast);
    Setting setting = new Setting(determines, text.reason(determines), text.message(determines));
    HpaCondition before = before(FORECAST_ACTIVE);
    boolean wasMuted = before != null && before.reason().equals(ForecastText.MUTED);
    boolean isMuted = setting.reason().equals(ForecastText.MUTED);
    HpaEvent event = null;
    if (isMuted && !wasMuted) {
      event = HpaEvent.additional(HpaEvent.Type.WARNING, ForecastText.MUTED, setting.message());
    } else if (wasMuted && !isMuted) {
      event = HpaEvent.additional(HpaEvent.Type.NORMAL, "ForecastUnmuted", setting.message());
    }
    return with(FORECAST_ACTIVE, setting, event);
  }

  /** A copy with what the mode {@code DryRun} would have done; this one in other modes. */
  OptionConditions withDryRun(int current, @Nullable Integer desired, @Nullable String reason) {
    if (situation.mode() != Mode.DRY_RUN) {
      return this;
    }
    Setting setting;
    if (desired == null) {
      setting = new Setting(true, "NoDecision", "no replica count was computed");
    } else if (reason == null) {
      setting = new Setting(true, "NoScale", "would keep " + current + " replicas");
    } else {
      setting =
          new Setting(
              true,
              "WouldScale",
              "would scale from " + current + " to " + desired + "; reason: " + reason);
    }
    HpaCondition before = before(DRY_RUN);
    boolean changed = before == null || !before.message().equals(setting.message());
    return with(
        DRY_RUN,
        setting,
        changed && reason != null
            ? HpaEvent.additional(HpaEvent.Type.NORMAL, "WouldScale", setting.message())
            : null);
  }

  private OptionConditions with(String type, Setting setting, @Nullable HpaEvent event) {
    Map<String, Setting> more = new LinkedHashMap<>(settings);
    more.put(type, setting);
    return new OptionConditions(situation, more, events).with(event);
  }

  /** A copy with an event; this one if there is none. */
  OptionConditions with(@Nullable HpaEvent event) {
    if (event == null) {
      return this;
    }
    List<HpaEvent> all = new ArrayList<>(events);
    all.add(event);
    return new OptionConditions(situation, settings, all);
  }

  private @Nullable HpaCondition before(String type) {
    return Conditions.find(situation.hpa().status(), type);
  }

  /** The events to send before the status is written. */
  List<HpaEvent> events() {
    return events;
  }

  /** Conditions with those of the options. */
  Conditions applyTo(Conditions conditions) {
    Instant now = situation.now();
    Conditions result = conditions;
    if (situation.mode() == Mode.PAUSED) {
      result =
          result
              .restored(HpaCondition.SCALING_ACTIVE, situation.hpa().status())
              .scalingActive(false, "Paused", pausedMessage(situation.options()), now);
    }
    for (String type : TYPES) {
      Setting setting = settings.get(type);
      if (Setting.REMOVED.equals(setting)) {
        result = result.without(type);
      } else if (setting != null) {
        result = result.with(type, setting.status(), setting.reason(), setting.message(), now);
      }
    }
    return result;
  }

  private static String pausedMessage(Options options) {
    return "the mode is Paused" + until(options) + "; the target keeps its replicas";
  }

  /** Condition ScalingLimited of a scale-down that the mode {@code ScaleUpOnly} holds. */
  static Conditions scaleDownHeld(Situation situation, Conditions conditions) {
    return conditions.scaleDownHeld(
        situation,
        "ScaleUpOnly",
        "the mode is ScaleUpOnly" + until(situation.options()) + "; scale-downs are held");
  }

  private static String until(Options options) {
    return options.modeUntil() == null ? "" : " until " + options.modeUntil();
  }
}
