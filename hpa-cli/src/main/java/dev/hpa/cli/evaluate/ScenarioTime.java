package dev.hpa.cli.evaluate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Timestamps;
import java.time.Duration;

/** The times of steps for people. */
final class ScenarioTime {

  /** Written by hand, offsets stay far below; those of captures are the years since the start. */
  private static final Duration LONGEST_OFFSET = Duration.ofDays(30);

  private ScenarioTime() {}

  /**
   * The offset of a step as it is written; beyond 30 days, as in captures, the time it stands for.
   *
   * @param at a duration as Go writes it
   */
  static String text(String at) {
    Duration offset;
    try {
      offset = GoDuration.parse(at);
    } catch (IllegalArgumentException otherText) {
      return at;
    }
    return offset.compareTo(LONGEST_OFFSET) > 0
        ? Timestamps.format(Evaluation.START.plus(offset))
        : at;
  }
}
