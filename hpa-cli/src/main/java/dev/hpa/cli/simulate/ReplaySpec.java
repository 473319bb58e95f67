package dev.hpa.cli.simulate;

import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is replayed, and how. Immutable.
 *
 * @param variants the compared autoscalers with their workloads
 * @param demand the load
 * @param counted the time that figures are about
 * @param warmUp the time before it, not negative
 * @param gaps how gaps in recordings are replaced
 * @param capacity demand that one ready pod can serve, in units; null to derive it from its CPU
 * @param pods the times of pods
 * @param flapWindow time within which a reversal is a flap
 * @param settings settings of the controller
 * @param syncPeriod the time between two reconciles, positive
 * @param forecasters the forecasters by name
 * @param queueing how the latency of requests follows from the demand; null if it is not simulated
 */
public record ReplaySpec(
    List<Variant> variants,
    Demand demand,
    TimeRange counted,
    Duration warmUp,
    GapRule gaps,
    @Nullable Double capacity,
    PodTimes pods,
    Duration flapWindow,
    Settings settings,
    Duration syncPeriod,
    Map<String, LoadForecasts.Callable> forecasters,
    @Nullable QueueingModel queueing) {

  /** The time before the evaluated time, unless the user sets another. */
  static final Duration DEFAULT_WARM_UP = Duration.ofMinutes(15);

  public ReplaySpec {
    variants = List.copyOf(variants);
  }

  /** A copy with another time before the evaluated time. */
  public ReplaySpec withWarmUp(Duration before) {
    return new ReplaySpec(
        variants,
        demand,
        counted,
        before,
        gaps,
        capacity,
        pods,
        flapWindow,
        settings,
        syncPeriod,
        forecasters,
        queueing);
  }

  /**
   * A copy with each autoscaler without and with a forecast, which begins with the recorded load.
   */
  ReplaySpec withForecast(ForecastVariant forecast) {
    Duration past = Duration.between(demand.main().start(), counted.from());
    return new ReplaySpec(
        variants.stream()
            .flatMap(each -> Stream.of(ForecastVariant.without(each), forecast.of(each)))
            .toList(),
        demand,
        counted,
        past.compareTo(warmUp) > 0 ? past : warmUp,
        gaps,
        capacity,
        pods,
        flapWindow,
        settings,
        syncPeriod,
        forecasters,
        queueing);
  }

  /** The start of the warm-up. */
  Instant begin() {
    return counted.from().minus(warmUp);
  }

  /** The figures of the demand over the counted time. */
  LoadFigures figures() {
    return demand.main().over(counted);
  }
}
