package dev.hpa.cli.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** A stretch of time, with both its ends. */
record Period(Instant from, Instant to) {

  Duration length() {
    return Duration.between(from, to);
  }

  /** Whether it has parts of more than one day in UTC; midnight at its end is no such part. */
  boolean spansDays() {
    return !day(from).equals(day(to.isAfter(from) ? to.minusNanos(1) : to));
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }
}
