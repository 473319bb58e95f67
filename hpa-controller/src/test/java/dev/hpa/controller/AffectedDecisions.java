package dev.hpa.controller;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The decisions of an active controller that come out otherwise with other settings: what shadow
 * mode with these settings has to find. It decides on the very situations of the active controller.
 */
final class AffectedDecisions implements Consumer<ReconcileResult> {

  private final Settings settings;
  private final Duration grace;
  private final Map<NamespacedName, History> histories = new TreeMap<>();
  private final Map<NamespacedName, Instant> wantedSince = new TreeMap<>();
  private final Map<NamespacedName, List<Instant>> affected = new TreeMap<>();
  private int scaleEvents;

  /**
   * @param settings of the shadow
   * @param grace how long the active controller may leave out a change
   */
  AffectedDecisions(Settings settings, Duration grace) {
    this.settings = settings;
    this.grace = grace;
  }

  @Override
  public synchronized void accept(ReconcileResult result) {
    Situation found = result.situation();
    if (found == null) {
      return;
    }
    NamespacedName key = NamespacedName.of(result.hpa().metadata());
    History known = histories.getOrDefault(key, History.EMPTY);
    int current = found.scale().specReplicas();
    History history = found.history().withRecommendationsOf(known.seeded(current, found.now()));
    Decision decision =
        Decider.decide(
            new Situation(
                found.hpa(),
                found.scale(),
                found.plan(),
                found.selection(),
                found.metrics(),
                history,
                found.context(),
                settings,
                found.now()));
    histories.put(key, conclusion(decision, found.now()).history());
    int ours = decision instanceof Decision.Rescale rescale ? rescale.desired() : current;
    Integer written = result.scaledTo();
    compare(key, current, written == null ? current : written, ours, result.at());
  }

  private void compare(NamespacedName key, int current, int theirs, int ours, Instant at) {
    if (theirs != current) {
      scaleEvents++;
      wantedSince.remove(key);
      if (ours != theirs) {
        affected.computeIfAbsent(key, any -> new ArrayList<>()).add(at);
      }
    } else if (ours == theirs) {
      wantedSince.remove(key);
    } else if (!wantedSince.computeIfAbsent(key, any -> at).plus(grace).isAfter(at)) {
      affected.computeIfAbsent(key, any -> new ArrayList<>()).add(at);
      wantedSince.put(key, Instant.MAX.minus(grace).minusSeconds(1));
    }
  }

  private static Conclusion conclusion(Decision decision, Instant now) {
    return switch (decision) {
      case Decision.Ended ended -> ended.conclusion();
      case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), now);
    };
  }

  /** By autoscaler, when. */
  synchronized Map<NamespacedName, List<Instant>> after(Instant begin) {
    Map<NamespacedName, List<Instant>> result = new TreeMap<>();
    affected.forEach(
        (key, times) -> {
          List<Instant> later = times.stream().filter(each -> each.isAfter(begin)).toList();
          if (!later.isEmpty()) {
            result.put(key, later);
          }
        });
    return result;
  }

  synchronized int scaleEvents() {
    return scaleEvents;
  }
}
