package dev.hpa.cli.simulate;

import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.Settings;
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
    PodTimes pods,
    Map<String, LoadForecasts.Callable> forecasters,
    @Nullable ForecastVariant forecast,
    @Nullable QueueingModel queueing) {

  /**
   * Options for the whole load, with the default settings of the flags of {@code simulate}.
   *
   * @param manifests files with autoscalers, for messages
   */
  public static Builder of(List<String> manifests, Loads loads, Settings settings) {
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
            PodTimes.DEFAULT,
            Map.of(),
            null,
            null)
        .copy();
  }

  /** A copy to change. */
  public Builder copy() {
    return new Builder(this);
  }

  /** Options that are changed before they are used. Not thread-safe. */
  public static final class Builder {
    private final SimulateOptions former;
    private @Nullable String from;
    private @Nullable Duration duration;
    private Duration warmUp;
    private @Nullable Double capacity;
    private @Nullable Integer replicas;
    private Map<String, String> requests;
    private Map<String, String> limits;
    private Duration syncPeriod;
    private PodTimes pods;
    private Map<String, LoadForecasts.Callable> forecasters;
    private @Nullable QueueingModel queueing;

    private Builder(SimulateOptions former) {
      this.former = former;
      this.from = former.from;
      this.duration = former.duration;
      this.warmUp = former.warmUp;
      this.capacity = former.capacity;
      this.replicas = former.replicas;
      this.requests = former.requests;
      this.limits = former.limits;
      this.syncPeriod = former.syncPeriod;
      this.pods = former.pods;
      this.forecasters = former.forecasters;
      this.queueing = former.queueing;
    }

    /**
     * The evaluated time.
     *
     * @param start absolute, or relative to the start of the load
     * @param length its length
     * @param before the time before it
     */
    public Builder time(@Nullable String start, @Nullable Duration length, Duration before) {
      from = start;
      duration = length;
      warmUp = before;
      return this;
    }

    /** The demand that one ready pod can serve, in units; null to derive it from its CPU. */
    public Builder capacity(@Nullable Double units) {
      capacity = units;
      return this;
    }

    /** The initial replicas; null for those in the files. */
    public Builder replicas(@Nullable Integer initial) {
      replicas = initial;
      return this;
    }

    /** The requests and limits of the containers of workloads that are not in the files. */
    public Builder resources(Map<String, String> requested, Map<String, String> limited) {
      requests = requested;
      limits = limited;
      return this;
    }

    /** The time between two reconciles, positive. */
    public Builder syncPeriod(Duration period) {
      syncPeriod = period;
      return this;
    }

    /** The times of pods. */
    public Builder pods(PodTimes times) {
      pods = times;
      return this;
    }

    /** The forecasters by name. */
    public Builder forecasters(Map<String, LoadForecasts.Callable> plugins) {
      forecasters = plugins;
      return this;
    }

    /** How the latency of requests follows from the demand; null if it is not simulated. */
    public Builder queueing(@Nullable QueueingModel model) {
      queueing = model;
      return this;
    }

    /** The options. */
    public SimulateOptions build() {
      return new SimulateOptions(
          former.manifests,
          former.loads,
          former.series,
          former.gaps,
          from,
          duration,
          warmUp,
          former.coresPerUnit,
          former.bytesPerUnit,
          capacity,
          replicas,
          requests,
          limits,
          former.flapWindow,
          former.settings,
          syncPeriod,
          pods,
          forecasters,
          former.forecast,
          queueing);
    }
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
