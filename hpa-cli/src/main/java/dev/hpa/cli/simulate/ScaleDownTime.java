package dev.hpa.cli.simulate;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.HpaSpec;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How long the policies of an autoscaler take from many replicas to few, without any load. */
final class ScaleDownTime {

  /** Slower ones are not computed to their end. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private ScaleDownTime() {}

  /**
   * A sentence; empty if all replicas that may be removed are removed at once.
   *
   * @param from the replicas before
   * @param sync period of the controller
   */
  static Optional<String> text(HpaSpec spec, int from, Duration sync) {
    Behavior behavior = spec.behavior();
    ScalingRules rules = behavior == null ? null : behavior.scaleDown();
    int to = Math.max(1, spec.minReplicasOrDefault());
    return behavior == null
            || rules == null
            || from <= to
            || rules.policiesOrEmpty().isEmpty()
            || ScalingRules.DISABLED.equals(rules.selectPolicy())
        ? Optional.empty()
        : text(behavior, from, to, window(rules), sync);
  }

  private static Duration window(ScalingRules rules) {
    Integer seconds = rules.stabilizationWindowSeconds();
    return seconds == null
        ? Settings.DEFAULTS.downscaleStabilization()
        : Duration.ofSeconds(seconds);
  }

  private static Optional<String> text(
      Behavior behavior, int from, int to, Duration window, Duration sync) {
    History history = History.EMPTY;
    Duration at = window;
    int replicas = from;
    int steps = 0;
    while (replicas > to && at.compareTo(LONGEST) < 0) {
      Instant now = Instant.EPOCH.plus(at);
      int next = Normalization.scaledDown(replicas, to, behavior, history, Settings.DEFAULTS, now);
      if (next < replicas) {
        history = history.scaled(replicas, next, behavior, now);
        replicas = next;
        steps++;
      }
      at = replicas > to ? at.plus(sync) : at;
    }
    return steps == 1 && replicas == to
        ? Optional.empty()
        : Optional.of(
            "scale-down: without load %d → %d takes %s"
                .formatted(from, to, replicas > to ? "more than a day" : HumanDuration.text(at)));
  }
}
