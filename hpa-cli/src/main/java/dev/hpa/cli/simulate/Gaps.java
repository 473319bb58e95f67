package dev.hpa.cli.simulate;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;

/**
 * The gaps of a recording within a period.
 *
 * @param load the recording
 * @param periods sorted and disjoint
 */
record Gaps(RecordedLoad load, List<TimeRange> periods) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  Gaps {
    periods = List.copyOf(periods);
  }

  /** The gaps of a recording, clipped to a period. */
  static Gaps of(RecordedLoad load, TimeRange period) {
    return new Gaps(load, load.gaps(period));
  }

  boolean isEmpty() {
    return periods.isEmpty();
  }

  /** The total length of all gaps. */
  Duration total() {
    return periods.stream().map(TimeRange::length).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * A summary such as {@code 2 gaps, 6 h 51 min in total, the longest 6 h 31 min from 2026-03-03
   * 02:59:00 UTC}. At least one gap is required.
   */
  String text() {
    TimeRange longest = periods.stream().max(Comparator.comparing(TimeRange::length)).orElseThrow();
    String from = " from " + TIME.format(longest.from()) + " UTC";
    return periods.size() == 1
        ? "1 gap of " + HumanDuration.text(longest.length()) + from
        : periods.size()
            + " gaps, "
            + HumanDuration.text(total())
            + " in total, the longest "
            + HumanDuration.text(longest.length())
            + from;
  }
}
