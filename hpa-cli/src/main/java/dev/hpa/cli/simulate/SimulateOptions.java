package dev.hpa.cli.simulate;

import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.Settings;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.ReplaySetup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of a simulation.
 *
 * @param manifests files with autoscalers and optionally their workloads
 * @param loads where the loads are read from
 * @param series labels of the series of Prometheus results; empty for the only one
 * @param gaps how gaps are detected and replaced
 * @param from start of the evaluated time, absolute or relative to the start of the load; null for
 *     the start of the load
 * @param duration length of the evaluated time; null for up to the end of the load
 * @param warmUp simulated time before the evaluated time
 * @param coresPerUnit CPU per unit of the demand, in cores; null if not given
 * @param bytesPerUnit memory per unit of the demand, in bytes; null if it does not depend on the
 *     demand
 * @param capacity demand that one ready pod can serve, in units; null to derive it from its CPU
 * @param replicas initial replicas; null for those in the files
 * @param requests requests of the containers of workloads that are not in the files, by resource
 * @param limits limits of the containers of workloads that are not in the files, by resource
 * @param flapWindow time within which a reversal is a flap
 * @param settings settings of the controller
 * @param syncPeriod the time between two reconciles, positive
 * @param forecasters the forecasters by name
 * @param forecast the forecast that each autoscaler is also simulated with; null for none
 * @param queueing how the latency of requests follows from the demand; null if it is not simulated
 */
public record SimulateOptions(
    List<String> manifests,
    Loads loads,
    Map<String, String> series,
    RecordingOptions gaps,
    @Nullable String from,
    @Nullable Duration duration,
    Duration warmUp,
    @Nullable Double coresPerUnit,
    @Nullable Double bytesPerUnit,
    @Nullable Double capacity,
    @Nullable Integer replicas,
    Map<String, String> requests,
    Map<String, String> limits,
    Duration flapWindow,
    Settings settings,
    Duration syncPeriod,
    SimulatorOptions pods,
    Map<String, LoadForecasts.Callable> forecasters,
    @Nullable ForecastVariant forecast,
    @Nullable QueueingModel queueing) {

  /**
   * Options for the whole load, with the default settings of the flags of {@code simulate}.
   *
   * @param manifests files with autoscalers, for messages
   */
  public static SimulateOptions of(List<String> manifests, Loads loads, Settings settings) {
    return new SimulateOptions(
        manifests,
        loads,
        Map.of(),
        RecordingOptions.DEFAULT,
        null,
        null,
        Duration.ofMinutes(15),
        null,
        null,
        null,
        null,
        Map.of(),
        Map.of(),
        FlapCounter.DEFAULT_WINDOW,
        settings,
        ReplaySetup.DEFAULT_SYNC_PERIOD,
        SimulatorOptions.DEFAULT,
        Map.of(),
        null,
        null);
  }

  /**
   * A copy for another workload.
   *
   * @param first initial replicas
   */
  public SimulateOptions withWorkload(@Nullable Integer first, SimulatorOptions times) {
    return new SimulateOptions(
        manifests,
        loads,
        series,
        gaps,
        from,
        duration,
        warmUp,
        coresPerUnit,
        bytesPerUnit,
        capacity,
        first,
        requests,
        limits,
        flapWindow,
        settings,
        syncPeriod,
        times,
        forecasters,
        forecast,
        queueing);
  }

  /**
   * A copy that evaluates another time.
   *
   * @param start absolute, or relative to the start of the load
   */
  public SimulateOptions withTime(@Nullable String start, Duration length, Duration before) {
    return new SimulateOptions(
        manifests,
        loads,
        series,
        gaps,
        start,
        length,
        before,
        coresPerUnit,
        bytesPerUnit,
        capacity,
        replicas,
        requests,
        limits,
        flapWindow,
        settings,
        syncPeriod,
        pods,
        forecasters,
        forecast,
        queueing);
  }

  /** A copy with another sync period and other forecasters. */
  public SimulateOptions withController(
      Duration period, Map<String, LoadForecasts.Callable> plugins) {
    return new SimulateOptions(
        manifests,
        loads,
        series,
        gaps,
        from,
        duration,
        warmUp,
        coresPerUnit,
        bytesPerUnit,
        capacity,
        replicas,
        requests,
        limits,
        flapWindow,
        settings,
        period,
        pods,
        plugins,
        forecast,
        queueing);
  }

  /** A copy with a queueing model. */
  SimulateOptions withQueueing(@Nullable QueueingModel model) {
    return new SimulateOptions(
        manifests,
        loads,
        series,
        gaps,
        from,
        duration,
        warmUp,
        coresPerUnit,
        bytesPerUnit,
        capacity,
        replicas,
        requests,
        limits,
        flapWindow,
        settings,
        syncPeriod,
        pods,
        forecasters,
        forecast,
        model);
  }

  /** The demand that one ready pod can serve, as given; null to derive it from its CPU. */
  @Nullable Double givenCapacity() {
    return capacity == null && queueing != null
        ? Double.valueOf(queueing.capacityPerPod())
        : capacity;
  }

  /** The start of the warm-up; with a forecast, not after the start of the recorded load. */
  Instant begin(Demand demand, TimeRange counted) {
    Instant start = counted.from().minus(warmUp);
    Instant recorded = demand.main().start();
    return forecast != null && recorded.isBefore(start) ? recorded : start;
  }
}
