package dev.hpa.core;

import dev.hpa.core.settings.UpstreamDifferences;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The forbidden windows of releases up to 1.11, which had no stabilization: after a scale event the
 * replicas stay for the delay of the direction. Replicas outside minReplicas and maxReplicas are
 * still corrected at once.
 *
 * @param up whether scale-ups are forbidden now
 * @param down whether scale-downs are forbidden now
 */
record ForbiddenWindows(boolean up, boolean down) {

  static ForbiddenWindows of(Situation situation) {
    UpstreamDifferences differences = situation.settings().differences();
    Instant last = situation.hpa().status().lastScaleTime();
    return new ForbiddenWindows(
        isWithin(last, differences.upscaleDelay(), situation.now()),
        isWithin(last, differences.downscaleDelay(), situation.now()));
  }

  private static boolean isWithin(@Nullable Instant last, @Nullable Duration delay, Instant now) {
    return last != null && delay != null && !last.plus(delay).isBefore(now);
  }

  boolean contain(int current, int desired) {
    return desired > current ? up : desired < current && down;
  }

  /**
   * The conditions with AbleToScale=False inside a forbidden window, in the words of those
   * releases.
   */
  Conditions withForbiddenWindows(Conditions conditions, Instant now) {
    if (up && down) {
      return conditions.ableToScale(
          false,
          "BackoffBoth",
          "the time since the previous scale is still within both the downscale and upscale"
              + " forbidden windows",
          now);
    }
    if (down) {
      return conditions.ableToScale(
          false,
          "BackoffDownscale",
          "the time since the previous scale is still within the downscale forbidden window",
          now);
    }
    if (up) {
      return conditions.ableToScale(
          false,
          "BackoffUpscale",
          "the time since the previous scale is still within the upscale forbidden window",
          now);
    }
    return conditions;
  }
}
