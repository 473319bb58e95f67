package dev.hpa.controller.shadow;

import dev.hpa.api.MetricStatus;
import dev.hpa.api.Scale;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.History;
import dev.hpa.core.Reasoning;
import dev.hpa.core.Situation;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The counts this controller decides on in place of the active one, at one of its syncs.
 *
 * <p>The exact inputs of that sync are unknown: the two controllers read pods and metrics some
 * milliseconds apart. So the decision is made for each view of the pods near it and for each
 * reading near it. Of these, the ones that report the metrics of the active controller's status are
 * the inputs it had, and the others are dropped; where none does, all remain. What a stabilization
 * window or a policy's period ends with depends on milliseconds too, so each is also decided with
 * recommendations and scale events a period earlier and later.
 *
 * @param counts the counts
 * @param matched whether the inputs are those of the active controller
 * @param recommended the replicas the metrics ask for, before any window or limit
 * @param situation the likeliest inputs
 * @param decision the decision on them
 */
record Reassessment(
    Bounds counts, boolean matched, Bounds recommended, Situation situation, Decision decision) {

  /** Two counts and all between. */
  record Bounds(int least, int most) {

    static Bounds of(IntStream counts) {
      IntSummaryStatistics all = counts.summaryStatistics();
      return new Bounds(all.getMin(), all.getMax());
    }
  }

  /**
   * Decides.
   *
   * @param base the autoscaler, its scale and history as they were before the sync
   * @param views at least one, the likeliest first
   * @param readings at least one, the likeliest first
   * @param reported the metrics in the status the sync wrote
   * @param histories what may have been remembered, the likeliest first
   * @param slack how far times in a history may be off
   */
  static Reassessment of(
      Situation base,
      List<View> views,
      List<Readings> readings,
      ReportedMetrics reported,
      List<History> histories,
      Duration slack) {
    List<Candidate> all = new ArrayList<>();
    for (View view : views) {
      for (Readings each : readings) {
        all.addAll(candidates(at(base, view, each.results()), reported, each.onlyIfMatching()));
      }
    }
    List<Candidate> matching = all.stream().filter(Candidate::matches).toList();
    List<Candidate> kept =
        matching.isEmpty()
            ? all.stream().filter(each -> !each.onlyIfMatching()).toList()
            : matching;
    List<History> remembered = histories.stream().flatMap(each -> shifted(each, slack)).toList();
    Candidate likeliest = kept.getFirst();
    return new Reassessment(
        Bounds.of(kept.stream().flatMapToInt(each -> counts(each.situation(), remembered))),
        !matching.isEmpty(),
        Bounds.of(kept.stream().mapToInt(Candidate::recommended)),
        likeliest.situation(),
        likeliest.decision());
  }

  private static IntStream counts(Situation situation, List<History> histories) {
    return histories.stream()
        .mapToInt(each -> count(Decider.decide(with(situation, each)), situation.scale()));
  }

  /** Whether a count can be told from what this controller decides on. */
  boolean excludes(int count) {
    return count < counts.least() || count > counts.most();
  }

  /** The count for the likeliest inputs. */
  int count() {
    return count(decision, situation.scale());
  }

  private record Candidate(
      Situation situation, Decision decision, boolean matches, boolean onlyIfMatching) {

    /** The replicas the metrics ask for; those there are if nothing is measured. */
    int recommended() {
      Reasoning.Followed followed = decision.reasoning().followed();
      return followed == null ? situation.scale().specReplicas() : followed.recommendation();
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
                        situation.plan(),
                        situation.readings(),
                        ours,
                        situation.scale().statusReplicas(),
                        upper)));
    aligned.remove(situation.readings());
    List<Candidate> result = new ArrayList<>(List.of(plain));
    aligned.forEach(
        each -> result.add(Candidate.of(with(situation, each), reported, onlyIfMatching)));
    return result;
  }

  private static Stream<History> shifted(History history, Duration slack) {
    List<Duration> shifts = List.of(Duration.ZERO, slack, slack.negated());
    return shifts.stream()
        .flatMap(
            events ->
                shifts.stream()
                    .map(
                        recommendations ->
                            history
                                .moved(events)
                                .withRecommendationsOf(history.moved(recommendations))));
  }

  /** The replicas a decision leaves. */
  static int count(Decision decision, Scale scale) {
    return decision instanceof Decision.Rescale rescale ? rescale.desired() : scale.specReplicas();
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

  private static Situation at(Situation base, View view, List<MetricResult> readings) {
    Scale scale = base.scale();
    return new Situation(
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
        view.pods(),
        base.owners(),
        readings,
        base.history(),
        base.settings(),
        view.now());
  }

  private static Situation with(Situation base, List<MetricResult> readings) {
    return new Situation(
        base.hpa(),
        base.scale(),
        base.plan(),
        base.pods(),
        base.owners(),
        readings,
        base.history(),
        base.settings(),
        base.now());
  }

  private static Situation with(Situation base, History history) {
    return new Situation(
        base.hpa(),
        base.scale(),
        base.plan(),
        base.pods(),
        base.owners(),
        base.readings(),
        history,
        base.settings(),
        base.now());
  }
}
