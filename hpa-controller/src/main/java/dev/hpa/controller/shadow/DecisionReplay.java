package dev.hpa.controller.shadow;

import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.Scale;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.Reasoning;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A replay of one sync of the active controller: the replica counts that this controller decides on
 * with the possible inputs of that sync.
 *
 * <p>The exact inputs of that sync are unknown: the two controllers read pods and metrics some
 * milliseconds apart. So the decision is made for each combination of a view of the pods, a reading
 * and a possible history near that time. Views and readings that reproduce the metrics of the
 * active controller's status are its inputs, and the others are dropped; without any, all are kept.
 * A count is possible only if a combination results in it, not because it is between two others.
 *
 * @param outcomes the results of the combinations
 * @param matched whether the inputs are those of the active controller
 * @param situation the likeliest inputs
 * @param decision the decision on them
 */
record DecisionReplay(
    Set<Outcome> outcomes, boolean matched, Situation situation, Decision decision) {

  /**
   * The result of combinations.
   *
   * @param recommended the replicas that the metrics propose, before stabilization and limits
   * @param count the replicas after the decision
   * @param reasons the conditions the status would have, with their reasons
   */
  record Outcome(int recommended, int count, Map<String, String> reasons) {}

  /**
   * Replays a sync.
   *
   * @param base the autoscaler, its scale and history before the sync
   * @param views at least one, the likeliest first
   * @param readings at least one, the likeliest first
   * @param reported the metrics in the status the sync wrote
   * @param histories at least one, the possible histories at the time of the first view
   */
  static DecisionReplay of(
      Situation base,
      List<ClusterSnapshot> views,
      List<Readings> readings,
      ReportedMetrics reported,
      Collection<History> histories) {
    List<Candidate> all = new ArrayList<>();
    for (ClusterSnapshot view : views) {
      for (Readings each : readings) {
        all.addAll(candidates(at(base, view, each.results()), reported, each.onlyIfMatching()));
      }
    }
    List<Candidate> matching = all.stream().filter(Candidate::matches).toList();
    List<Candidate> kept =
        matching.isEmpty()
            ? all.stream().filter(each -> !each.onlyIfMatching()).toList()
            : matching;
    Candidate likeliest = kept.getFirst();
    Instant now = views.getFirst().now();
    Decision likely = likeliest.decision(histories.iterator().next(), now);
    Map<List<Object>, Candidate> distinct = new LinkedHashMap<>();
    kept.forEach(each -> distinct.putIfAbsent(each.key(), each));
    return new DecisionReplay(
        distinct.values().stream()
            .flatMap(each -> histories.stream().map(history -> each.outcome(history, now)))
            .collect(Collectors.toSet()),
        !matching.isEmpty(),
        likeliest.situation(),
        likely);
  }

  /** Whether no combination results in a count. */
  boolean excludes(int count) {
    return outcomes.stream().noneMatch(each -> each.count() == count);
  }

  /**
   * The possible recommendations for a count and reasons of the active controller. If combinations
   * result in that count, only these are used, and of them those with the same reasons.
   */
  Set<Integer> recommended(int count, Map<String, String> reasons) {
    List<Outcome> same = outcomes.stream().filter(each -> each.count() == count).toList();
    List<Outcome> alike = same.stream().filter(each -> each.reasons().equals(reasons)).toList();
    Collection<Outcome> likely = same.isEmpty() ? outcomes : alike.isEmpty() ? same : alike;
    return likely.stream().map(Outcome::recommended).collect(Collectors.toCollection(TreeSet::new));
  }

  /** The count for the likeliest inputs. */
  int count() {
    return count(decision, situation.scale());
  }

  private record Candidate(
      Situation situation, Decision decision, boolean matches, boolean onlyIfMatching) {

    /** The replicas that the metrics propose; the current ones without metrics. */
    int recommended() {
      Reasoning.ComputedReplicas computed = decision.reasoning().computed();
      return computed == null ? situation.scale().specReplicas() : computed.recommendation();
    }

    /** All that counts together with a history. */
    List<Object> key() {
      return List.of(
          recommended(),
          situation.now(),
          StatusText.reasons(status(decision, situation.now())).toString());
    }

    /**
     * @param history with times relative to another decision
     * @param now the time of that decision
     */
    Decision decision(History history, Instant now) {
      History own = history.moved(Duration.between(now, situation.now()));
      return Decider.decide(situation.withHistory(own));
    }

    Outcome outcome(History history, Instant now) {
      Decision outcome = decision(history, now);
      return new Outcome(
          recommended(),
          DecisionReplay.count(outcome, situation.scale()),
          StatusText.reasons(status(outcome, situation.now())));
    }

    static Candidate of(Situation situation, ReportedMetrics reported, boolean onlyIfMatching) {
      Decision decision = Decider.decide(situation);
      return new Candidate(
          situation, decision, reported.match(situation.plan(), metrics(decision)), onlyIfMatching);
    }
  }

  private static List<Candidate> candidates(
      Situation situation, ReportedMetrics reported, boolean onlyIfMatching) {
    Candidate plain = Candidate.of(situation, reported, onlyIfMatching);
    if (plain.matches()) {
      return List.of(plain);
    }
    List<MetricStatus> ours = metrics(plain.decision());
    Set<List<MetricResult>> aligned = new LinkedHashSet<>();
    Stream.of(true, false)
        .forEach(
            upper ->
                aligned.add(
                    reported.aligned(
                        situation.metrics(), ours, situation.scale().statusReplicas(), upper)));
    aligned.remove(situation.results());
    List<Candidate> result = new ArrayList<>(List.of(plain));
    aligned.forEach(
        each -> result.add(Candidate.of(situation.withResults(each), reported, onlyIfMatching)));
    return result;
  }

  /** The replicas after a decision. */
  static int count(Decision decision, Scale scale) {
    return decision instanceof Decision.Rescale rescale ? rescale.desired() : scale.specReplicas();
  }

  private static HpaStatus status(Decision decision, Instant now) {
    return switch (decision) {
      case Decision.Ended ended -> ended.conclusion().status();
      case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), now).status();
    };
  }

  /** The metrics a decision reports. */
  static List<MetricStatus> metrics(Decision decision) {
    List<MetricStatus> statuses =
        switch (decision) {
          case Decision.Ended ended -> ended.conclusion().status().currentMetrics();
          case Decision.Rescale rescale -> rescale.draft().statuses();
        };
    return statuses == null ? List.of() : statuses;
  }

  private static Situation at(Situation base, ClusterSnapshot view, List<MetricResult> results) {
    Scale scale = base.scale();
    Situation changed =
        Situation.of(
            base.hpa(),
            new Scale(
                scale.namespace(),
                scale.name(),
                scale.uid(),
                scale.resourceVersion(),
                scale.specReplicas(),
                view.statusReplicas(),
                scale.selector()),
            base.plan(),
            new Selection(view.pods(), base.selection().autoscalers()),
            results,
            base.history(),
            base.settings(),
            view.now());
    return changed.with(base.context());
  }
}
