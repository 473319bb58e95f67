package dev.hpa.cli.recommend;

import java.time.Duration;
import java.util.Locale;

/** How far a load is evidence for other weeks. */
enum Confidence {
  LOW("the load has less than a week: weekdays and weekends may differ"),
  MEDIUM("the load has one week: what repeats each week is not known"),
  HIGH("the load has at least two weeks");

  private static final Duration WEEK = Duration.ofDays(7);

  private final String reason;

  Confidence(String reason) {
    this.reason = reason;
  }

  /**
   * @param length of the load
   */
  static Confidence of(Duration length) {
    if (length.compareTo(WEEK) < 0) {
      return LOW;
    }
    return length.compareTo(WEEK.multipliedBy(2)) < 0 ? MEDIUM : HIGH;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String reason() {
    return reason;
  }
}
