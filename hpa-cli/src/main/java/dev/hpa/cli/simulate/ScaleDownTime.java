package dev.hpa.cli.simulate;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.HpaSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** How long the policies of an autoscaler take from many replicas to few, without any load. */
final class ScaleDownTime {

  /** Slower ones are not computed to their end. */
  private static final long LONGEST = Duration.ofDays(1).toSeconds();

  private static final int DEFAULT_WINDOW = 300;

  /** Replicas that were removed at a time in seconds. */
  private record Removal(long at, int replicas) {}

  private final ScalingRules rules;
  private final List<Removal> removals = new ArrayList<>();

  private ScaleDownTime(ScalingRules rules) {
    this.rules = rules;
  }

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
    if (rules == null
        || from <= to
        || rules.policiesOrEmpty().isEmpty()
        || ScalingRules.DISABLED.equals(rules.selectPolicy())) {
      return Optional.empty();
    }
    return new ScaleDownTime(rules).between(from, to, Math.max(1, sync.toSeconds()));
  }

  private Optional<String> between(int from, int to, long sync) {
    Integer given = rules.stabilizationWindowSeconds();
    long at = given == null ? DEFAULT_WINDOW : given;
    int replicas = from;
    while (replicas > to && at < LONGEST) {
      int next = Math.max(to, lowest(replicas, at));
      if (next < replicas) {
        removals.add(new Removal(at, replicas - next));
        replicas = next;
      }
      at += replicas > to ? sync : 0;
    }
    if (removals.size() == 1 && replicas == to) {
      return Optional.empty();
    }
    return Optional.of(
        "scale-down: without load %d → %d takes %s"
            .formatted(
                from,
                to,
                replicas > to ? "more than a day" : HumanDuration.text(Duration.ofSeconds(at))));
  }

  /** The fewest replicas that the policies allow. */
  private int lowest(int replicas, long now) {
    IntStream allowed =
        rules.policiesOrEmpty().stream().mapToInt(policy -> lowest(policy, replicas, now));
    boolean isMin = ScalingRules.MIN.equals(rules.selectPolicy());
    return Math.min(replicas, (isMin ? allowed.max() : allowed.min()).orElse(replicas));
  }

  private int lowest(ScalingPolicy policy, int replicas, long now) {
    int start =
        replicas
            + removals.stream()
                .filter(each -> each.at() > now - policy.periodSeconds())
                .mapToInt(Removal::replicas)
                .sum();
    return policy.type().equals(ScalingPolicy.PODS)
        ? start - policy.value()
        : (int) (start * (1.0 - policy.value() / 100.0));
  }
}
