package dev.hpa.cli.evaluate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Timestamps;
import java.time.Duration;

/** Formats the times of steps. */
final class ScenarioTime {

  /** Handwritten offsets are far below; those of captures are the years since the start time. */
  private static final Duration MAX_OFFSET = Duration.ofDays(30);

  private ScenarioTime() {}

  /**
   * The offset of a step as written; beyond 30 days, as in captures, the absolute time.
   *
   * @param at a duration in Go's syntax
   */
  static String text(String at) {
    Duration offset;
    try {
      offset = GoDuration.parse(at);
    } catch (IllegalArgumentException otherText) {
      return at;
    }
    return offset.compareTo(MAX_OFFSET) > 0 ? Timestamps.format(Evaluation.START.plus(offset)) : at;
  }
}
