package dev.hpa.cli.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** A closed time interval. */
public record TimeRange(Instant from, Instant to) {

  /** Its length. */
  public Duration length() {
    return Duration.between(from, to);
  }

  /** Whether it spans more than one UTC day; midnight at its end does not count. */
  public boolean spansDays() {
    return !day(from).equals(day(to.isAfter(from) ? to.minusNanos(1) : to));
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }
}
