package dev.hpa.cli.recommend;

import java.util.Locale;

/** How far a load is evidence for other weeks. */
enum Confidence {
  LOW("the load has less than a week: weekdays and weekends may differ"),
  MEDIUM("the load has one week: what repeats each week is not known"),
  HIGH("the load has at least two weeks");

  private static final long WEEK = 7;

  private final String reason;

  Confidence(String reason) {
    this.reason = reason;
  }

  /**
   * @param days of the load
   */
  static Confidence of(long days) {
    return days < WEEK ? LOW : days < 2 * WEEK ? MEDIUM : HIGH;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String reason() {
    return reason;
  }
}
