package dev.hpa.controller.shadow;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.History.ScaleEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The possible times of scale events. The active controller stores them in nanoseconds, but its
 * status has seconds, so an event whose age is about the period of a policy may count or not.
 *
 * @param behavior the behavior with the policies
 * @param now the wall-clock time of the decision
 * @param timing of the active controller
 */
record ScaleEventTimes(@Nullable Behavior behavior, Instant now, Timing timing) {

  /** Number of events that vary independently; further ones vary together. */
  private static final int VARIED = 4;

  /** Histories with every combination of such events inside and outside of their periods. */
  List<History> variants(History history) {
    List<ScaleEvent> varied =
        Stream.concat(history.scaleUps().stream(), history.scaleDowns().stream())
            .filter(this::isAtBeginningOfPeriod)
            .distinct()
            .toList();
    List<History> variants = new ArrayList<>();
    for (int choice = 0; choice < 1 << Math.min(varied.size(), VARIED); choice++) {
      int chosen = choice;
      variants.add(
          new History(
              history.recommendations(),
              history.scaleUps().stream().map(each -> moved(each, varied, chosen)).toList(),
              history.scaleDowns().stream().map(each -> moved(each, varied, chosen)).toList()));
    }
    return variants;
  }

  private ScaleEvent moved(ScaleEvent event, List<ScaleEvent> varied, int choice) {
    int place = varied.indexOf(event);
    if (place < 0) {
      return event;
    }
    boolean later = (choice >> Math.min(place, VARIED - 1) & 1) == 0;
    Instant at = later ? timing.latest(event.at(), Timing.LAG, now) : event.at().minus(Timing.LAG);
    return new ScaleEvent(event.change(), at, event.outdated());
  }

  private boolean isAtBeginningOfPeriod(ScaleEvent event) {
    Duration age = Duration.between(event.at(), now);
    return periods().anyMatch(each -> age.minus(each).abs().compareTo(Timing.LAG) <= 0);
  }

  private Stream<Duration> periods() {
    return behavior == null
        ? Stream.empty()
        : Stream.of(behavior.scaleUp(), behavior.scaleDown())
            .filter(Objects::nonNull)
            .map(ScalingRules::policiesOrEmpty)
            .flatMap(List::stream)
            .map(ScalingPolicy::periodSeconds)
            .map(Duration::ofSeconds);
  }
}
