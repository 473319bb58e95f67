package dev.hpa.core;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.Scale;
import dev.hpa.api.Timestamps;
import dev.hpa.core.options.Options;
import dev.hpa.core.schedules.Bounds;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code drain=Surge}: while a pod of the target is on a cordoned node and its
 * disruption budget allows no eviction, the minimum is one more than the replicas, for a limited
 * time (kubernetes/kubernetes 66811). Once the target was scaled, the minimum is its replicas until
 * no pod is on a cordoned node: a budget that allows the eviction again does not end the surge, as
 * the new pod could be removed before the drain evicts the old one.
 *
 * <p>Nothing is remembered beside the status: the surge began when condition {@code DrainSurge}
 * became True, and the target was scaled if its last scaling is not older.
 *
 * @param since when the surge began; null if it did not before
 * @param lastScaled when the target was scaled last; null for never
 * @param bounds the bounds without a surge
 */
record DrainRule(
    Drain drain,
    @Nullable Instant since,
    @Nullable Instant lastScaled,
    int replicas,
    Bounds bounds,
    Instant now) {

  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  static DrainRule of(Situation situation) {
    Situation.Context context = situation.context();
    return of(
        situation.hpa(), situation.scale(), context.options(), context.drain(), situation.now());
  }

  static DrainRule of(
      HorizontalPodAutoscaler hpa, Scale scale, Options options, Drain drain, Instant now) {
    HpaCondition before = Conditions.find(hpa.status(), OptionConditions.DRAIN_SURGE);
    Instant time =
        before != null && before.status().equals(HpaCondition.TRUE)
            ? before.lastTransitionTime()
            : null;
    return new DrainRule(
        options.surgesOnDrain() ? drain : Drain.NONE,
        time,
        hpa.status().lastScaleTime(),
        scale.specReplicas(),
        options.bounds(hpa.spec(), now),
        now);
  }

  /** The bounds of a target, with the surge if there is one. */
  static Bounds bounds(
      HorizontalPodAutoscaler hpa, Scale scale, Options options, Drain drain, Instant now) {
    return drain.equals(Drain.NONE)
        ? options.bounds(hpa.spec(), now)
        : of(hpa, scale, options, drain, now).surged();
  }

  /** Whether a surge begins, continues or has timed out. It continues while nodes are unknown. */
  boolean isActive() {
    boolean isCordoned = !drain.pods().isEmpty() || !drain.problem().isEmpty();
    return replicas > 0 && isCordoned && (since != null || !drain.budget().isEmpty());
  }

  private boolean isTimedOut() {
    return since != null && !now.isBefore(since.plus(TIMEOUT));
  }

  private boolean isScaled() {
    return since != null && lastScaled != null && !lastScaled.isBefore(since);
  }

  /** The bounds with the surge, which is never above the maximum. */
  Bounds surged() {
    return !isActive() || isTimedOut()
        ? bounds
        : bounds.withMin(isScaled() ? replicas : replicas + 1);
  }

  /** The reason of condition {@code DrainSurge}. */
  String reason() {
    if (!isActive()) {
      return drain.problem().isEmpty() ? "NoDrain" : "NodesUnknown";
    }
    return isTimedOut()
        ? "SurgeTimedOut"
        : isScaled() || replicas < bounds.max() ? "MinimumRaised" : "MaximumReached";
  }

  /** The message of condition {@code DrainSurge}. */
  String message() {
    String state =
        !drain.problem().isEmpty()
            ? "cordoned nodes and disruption budgets are unknown: " + drain.problem()
            : isActive()
                ? "pods on cordoned nodes: " + MessageText.list(drain.pods())
                : "no pod is on a cordoned node, or its disruption budget allows to evict it";
    if (!drain.budget().isEmpty()) {
      state += "; disruption budget " + drain.budget() + " allows no eviction";
    }
    return switch (reason()) {
      case "SurgeTimedOut" ->
          state
              + "; after "
              + GoDuration.format(TIMEOUT)
              + " the minimum is not raised any more, until no pod is on a cordoned node";
      case "MaximumReached" -> state + "; no pod is added, as the maximum is " + bounds.max();
      case "MinimumRaised" ->
          state
              + "; the minimum is "
              + surged().min()
              + " until no pod is on a cordoned node, at the latest until "
              + Timestamps.format((since == null ? now : since).plus(TIMEOUT));
      default -> state;
    };
  }
}
