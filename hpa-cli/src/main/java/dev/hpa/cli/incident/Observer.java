package dev.hpa.cli.incident;

import dev.hpa.cli.incident.ReplicaChange.Replayed;
import dev.hpa.cli.incident.StepSeries.Step;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.Situation;
import dev.hpa.core.Tracer;
import dev.hpa.explanation.DecisionSentence;
import dev.hpa.simulation.ReplayListener;
import dev.hpa.simulation.ReplayMoment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares a replay along a recorded course with that course. Used once, by one thread. */
final class Observer implements ReplayListener {

  private final List<Step> recorded;
  private final NavigableMap<Instant, Step> recordedByEnd = new TreeMap<>();
  private final Duration tolerance;
  private final List<Sync> changes = new ArrayList<>();

  /** What the replay thinks at the syncs around recorded changes. */
  private final NavigableMap<Instant, String> reasons = new TreeMap<>();

  private boolean isOpen;
  private int next;

  /**
   * @param recorded the changes of the course, in their order
   * @param tolerance how much earlier or later than the samples around a change a replay may be
   */
  Observer(List<Step> recorded, Duration tolerance) {
    this.recorded = List.copyOf(recorded);
    this.tolerance = tolerance;
    recorded.forEach(each -> recordedByEnd.putIfAbsent(each.until(), each));
  }

  private record Sync(Replayed change, String why) {}

  @Override
  public void opened(ReplayMoment moment) {
    isOpen = true;
  }

  @Override
  public void synced(
      Situation situation, Decision decision, Conclusion conclusion, ReplayMoment after) {
    if (!isOpen) {
      return;
    }
    int from = situation.scale().specReplicas();
    boolean isChange = from != after.replicas();
    while (next < recorded.size()
        && recorded.get(next).until().plus(tolerance).isBefore(after.at())) {
      next++;
    }
    boolean isNear =
        next < recorded.size() && !after.at().isBefore(recorded.get(next).after().minus(tolerance));
    if (!isChange && !isNear) {
      return;
    }
    String why = DecisionSentence.of(Tracer.trace(situation, decision, conclusion));
    reasons.put(after.at(), isChange ? why : "the replay stays at " + from + ": " + why);
    if (isChange && !isRepeated(from, after)) {
      changes.add(new Sync(new Replayed(after.at(), from, after.replicas()), why));
    }
  }

  /** A replay that is led back to the recorded replicas may decide the same again and again. */
  private boolean isRepeated(int from, ReplayMoment after) {
    if (changes.isEmpty()) {
      return false;
    }
    Replayed last = changes.getLast().change();
    return last.from() == from
        && last.to() == after.replicas()
        && isNoneRecorded(last.at(), after.at());
  }

  /** Whether no change was recorded between two times; the first after the one is the earliest. */
  private boolean isNoneRecorded(Instant from, Instant to) {
    Map.Entry<Instant, Step> next = recordedByEnd.higherEntry(from);
    return next == null || next.getValue().after().minus(tolerance).isAfter(to);
  }

  /** The changes in the order of their times, once the replay has ended. */
  List<ReplicaChange> changes() {
    NavigableMap<Instant, Sync> left = new TreeMap<>();
    changes.forEach(each -> left.put(each.change().at(), each));
    List<ReplicaChange> all = new ArrayList<>();
    for (Step each : recorded) {
      Sync match = match(each, left);
      if (match != null) {
        left.remove(match.change().at());
        all.add(new ReplicaChange(each, match.change(), match.why(), null));
      } else {
        all.add(new ReplicaChange(each, null, reason(each), null));
      }
    }
    left.values()
        .forEach(each -> all.add(new ReplicaChange(null, each.change(), each.why(), null)));
    all.sort(Comparator.comparing(ReplicaChange::at));
    return all;
  }

  /** A change to the same replicas, or else one in the same direction; the first of several. */
  private @Nullable Sync match(Step step, NavigableMap<Instant, Sync> left) {
    Instant from = step.after().minus(tolerance);
    Instant to = step.until().plus(tolerance);
    return left.subMap(from, true, to, true).values().stream()
        .filter(each -> each.change().isUp() == step.to() > step.from())
        .min(
            Comparator.<Sync>comparingInt(each -> each.change().to() == step.to() ? 0 : 1)
                .thenComparing(each -> each.change().at()))
        .orElse(null);
  }

  private String reason(Step step) {
    Map.Entry<Instant, String> nearest = reasons.floorEntry(step.until());
    if (nearest == null) {
      nearest = reasons.ceilingEntry(step.until());
    }
    return nearest == null ? "there was no sync" : nearest.getValue();
  }
}
