package dev.hpa.cli.recommend;

import dev.hpa.cli.fleet.Subject;
import dev.hpa.cli.query.LoadQueries;
import dev.hpa.cli.query.UsageRate;
import dev.hpa.cli.simulate.LoadFlags;
import dev.hpa.cli.simulate.Loads;
import dev.hpa.cli.simulate.PodTimes;
import dev.hpa.cli.simulate.PrometheusQuery;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.cli.simulate.RecordedLoad;
import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.cli.simulate.SimulateOptions;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.core.Settings;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.ReplayLimitException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Analyzes HPAs with the options of a command. Thread-safe.
 *
 * @param files the files that the user named, for messages
 * @param pods the times of pods
 * @param arePodTimesGiven whether those that are seen in the cluster are of no interest
 * @param range where loads are queried; empty if the load is given
 * @param rules queries of metrics that are not usage
 * @param price of a pod per hour; null if unknown
 * @param verified the share of a load that only verifies, above 0 and below 1
 */
record Analyst(
    List<String> files,
    LoadFlags load,
    PodTimes pods,
    boolean arePodTimesGiven,
    Optional<PrometheusRange> range,
    LoadQueries.MetricRules rules,
    Settings settings,
    ScopeFlags scope,
    Goal goal,
    @Nullable Double price,
    double verified) {

  private static final Duration WARM_UP = Duration.ofMinutes(15);

  /**
   * What is analyzed.
   *
   * @param inputs the HPA with its load
   * @param syncPeriod that of the controller
   */
  record Prepared(ReplayInputs inputs, Duration syncPeriod) {}

  /**
   * Reads the load of an HPA, and what replicas it had.
   *
   * @throws UnusableInputException if there is none that can be used
   */
  Prepared prepare(Subject subject) throws IOException, UnusableInputException {
    Loads loads =
        range.isPresent()
            ? subject
                .queries(range.get().labels(), rules, UsageRate.SMOOTH)
                .withoutLag()
                .loads(range.get())
            : load.loads();
    SimulateOptions options =
        load.options(
            files,
            loads,
            WARM_UP,
            FlapCounter.DEFAULT_WINDOW,
            settings,
            arePodTimesGiven ? pods : subject.timesOr(pods),
            Map.of(),
            null);
    ReplayInputs inputs = ReplayInputs.of(options, subject.inventory());
    if (loads.demand() instanceof PrometheusQuery query && subject.podNames().isPresent()) {
      String replicas = subject.series(query.range().labels()).replicas();
      inputs = withReplicas(inputs, query.range().query(replicas), options);
    }
    if (Double.isNaN(inputs.workload().capacity())) {
      throw new UnusableInputException(
          "--capacity: is required, because the demand does not use CPU; give the demand that one"
              + " ready pod can serve");
    }
    return new Prepared(inputs, options.syncPeriod());
  }

  private static ReplayInputs withReplicas(
      ReplayInputs inputs, PrometheusQuery query, SimulateOptions options)
      throws UnusableInputException {
    RecordedLoad replicas;
    try {
      replicas = query.read(Map.of(), options.gaps());
    } catch (UnusableInputException.NoSamplesException unknown) {
      return inputs;
    }
    return inputs.withReplicas(replicas);
  }

  /**
   * Searches and verifies settings.
   *
   * @param maxPodSyncs pods of all syncs of all replays together; a billion take about a minute
   * @param progress receives the best setting so far in one line, and the number of settings
   * @throws ReplayLimitException if the search needs more
   */
  Analysis analyze(
      Prepared prepared, SearchEffort effort, long maxPodSyncs, ObjIntConsumer<String> progress) {
    ReplayInputs inputs = prepared.inputs();
    SearchScope allowed = scope.scope(inputs.hpa(), inputs.sampleInterval());
    return new Recommender(
            inputs, settings, prepared.syncPeriod(), allowed, goal, price, verified, maxPodSyncs)
        .run(effort, InstantSource.system(), progress);
  }
}
