package dev.hpa.simulation;

import dev.hpa.core.Situation;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.function.Function;

/**
 * How an autoscaler is replayed.
 *
 * @param options the options of the autoscaler
 * @param settings those of the controller
 * @param syncPeriod that of the controller, at least 1 ms; an option of the autoscaler precedes it
 * @param limits what the replay may cost
 * @param forecasts forecasts the loads of each situation whose options ask for it
 * @param listener receives the syncs of the replay
 * @param course what the replay follows
 */
public record ReplaySetup(
    Options options,
    Settings settings,
    Duration syncPeriod,
    ReplayLimits limits,
    Function<Situation, Forecasts> forecasts,
    ReplayListener listener,
    ReplayCourse course) {

  /** The sync period of the controller, unless a flag or an option sets another. */
  public static final Duration DEFAULT_SYNC_PERIOD = Duration.ofSeconds(15);

  public ReplaySetup {
    if (syncPeriod.toMillis() < 1) {
      throw new IllegalArgumentException("syncPeriod must be at least 1 ms");
    }
  }

  /** With the default sync period, up to the size of a cluster, without forecasts. */
  public static ReplaySetup of(Options options, Settings settings) {
    return new ReplaySetup(
        options,
        settings,
        DEFAULT_SYNC_PERIOD,
        ReplayLimits.CLUSTER,
        situation -> Forecasts.NONE,
        ReplayListener.NONE,
        ReplayCourse.FREE);
  }

  /** A copy with another sync period of the controller. */
  public ReplaySetup withSyncPeriod(Duration period) {
    return new ReplaySetup(options, settings, period, limits, forecasts, listener, course);
  }

  /** A copy with other limits. */
  public ReplaySetup withLimits(ReplayLimits most) {
    return new ReplaySetup(options, settings, syncPeriod, most, forecasts, listener, course);
  }

  /** A copy with forecasts. */
  public ReplaySetup withForecasts(Function<Situation, Forecasts> source) {
    return new ReplaySetup(options, settings, syncPeriod, limits, source, listener, course);
  }

  /** A copy with a listener. */
  public ReplaySetup withListener(ReplayListener receiver) {
    return new ReplaySetup(options, settings, syncPeriod, limits, forecasts, receiver, course);
  }

  /** A copy that follows a course. */
  public ReplaySetup withCourse(ReplayCourse known) {
    return new ReplaySetup(options, settings, syncPeriod, limits, forecasts, listener, known);
  }
}
