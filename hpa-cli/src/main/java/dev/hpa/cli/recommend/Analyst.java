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
import dev.hpa.cli.simulate.ReplaySpec;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.ReplayLimitException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Analyzes HPAs with the options of a command. Thread-safe.
 *
 * @param pods the times of pods
 * @param range where loads are queried; empty if the load is given
 * @param rules queries of metrics that are not usage
 * @param price of a pod per hour; null if unknown
 * @param verified the share of a load that only verifies, above 0 and below 1
 */
record Analyst(
    LoadFlags load,
    PodTimes pods,
    Optional<PrometheusRange> range,
    LoadQueries.MetricRules rules,
    Settings settings,
    ScopeFlags scope,
    Goal goal,
    @Nullable Double price,
    double verified) {

  /**
   * Reads the load of an HPA, and what replicas it had.
   *
   * @throws UnusableInputException if there is none that can be used
   */
  ReplayInputs prepare(Subject subject) throws IOException, UnusableInputException {
    Loads loads =
        range.isPresent()
            ? subject
                .queries(range.get().labels(), rules, UsageRate.SMOOTH)
                .withoutLag()
                .loads(range.get())
            : load.loads();
    ReplaySpec spec = load.spec(subject.inventory(), loads, settings, subject.timesOr(pods));
    ReplayInputs inputs = ReplayInputs.of(spec, spec.variants().getFirst());
    if (loads.demand() instanceof PrometheusQuery query && subject.podNames().isPresent()) {
      String replicas = subject.series(query.range().labels()).replicas();
      inputs = withReplicas(inputs, query.range().query(replicas));
    }
    if (Double.isNaN(inputs.workload().capacity())) {
      throw new UnusableInputException(
          "--capacity: is required, because the demand does not use CPU; give the demand that one"
              + " ready pod can serve");
    }
    return inputs;
  }

  private ReplayInputs withReplicas(ReplayInputs inputs, PrometheusQuery query)
      throws UnusableInputException {
    RecordedLoad replicas;
    try {
      replicas = query.read(Map.of(), load.recording());
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
      ReplayInputs inputs, SearchEffort effort, long maxPodSyncs, ObjIntConsumer<String> progress) {
    SearchScope allowed = scope.scope(inputs.hpa(), inputs.sampleInterval());
    return new Recommender(inputs, allowed, goal, price, verified, maxPodSyncs)
        .run(effort, InstantSource.system(), progress);
  }
}
