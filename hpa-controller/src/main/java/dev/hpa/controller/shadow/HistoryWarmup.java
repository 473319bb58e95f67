package dev.hpa.controller.shadow;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.HpaSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The warm-up of one autoscaler's history. Until it covers the longest window, the active
 * controller may use history that this one lacks. Not thread-safe.
 */
final class HistoryWarmup {

  private final Duration longestGap;
  private Instant since;
  private Instant lastSync;

  /**
   * @param longestGap the maximum time between two syncs; after a longer one the history has a gap
   */
  HistoryWarmup(Duration longestGap, Instant now) {
    this.longestGap = longestGap;
    this.since = now;
    this.lastSync = now;
  }

  /** Notes a sync that read all inputs of a decision. */
  void synced(Instant now) {
    if (lastSync.plus(longestGap).isBefore(now)) {
      since = now;
    }
    lastSync = now;
  }

  /** Restarts the warm-up after a missed change. */
  void restart(Instant now) {
    since = now;
  }

  /**
   * Whether the history is shorter than the windows of a spec.
   *
   * @param stabilization the default downscale stabilization window
   */
  boolean lasts(HpaSpec spec, Duration stabilization, Instant now) {
    return now.isBefore(since.plus(window(spec.behavior(), stabilization)).plus(longestGap));
  }

  /** The longest window of a spec. */
  private static Duration window(@Nullable Behavior behavior, Duration stabilization) {
    if (behavior == null) {
      return stabilization;
    }
    return Stream.concat(
            lengths(behavior.scaleUp(), Duration.ZERO),
            lengths(behavior.scaleDown(), stabilization))
        .max(Duration::compareTo)
        .orElse(stabilization);
  }

  private static Stream<Duration> lengths(@Nullable ScalingRules rules, Duration openWindow) {
    if (rules == null) {
      return Stream.of(openWindow);
    }
    Integer window = rules.stabilizationWindowSeconds();
    return Stream.concat(
        Stream.of(window == null ? openWindow : Duration.ofSeconds(window)),
        rules.policiesOrEmpty().stream()
            .map(ScalingPolicy::periodSeconds)
            .map(Duration::ofSeconds));
  }
}
