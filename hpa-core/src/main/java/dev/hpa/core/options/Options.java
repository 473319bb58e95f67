package dev.hpa.core.options;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    List<OptionValue> values,
    List<String> problems) {

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
          List.of());

  public Options {
    values = List.copyOf(values);
    problems = List.copyOf(problems);
  }

  /** Whether there are neither options nor problems. */
  public boolean isEmpty() {
    return values.isEmpty() && problems.isEmpty();
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
