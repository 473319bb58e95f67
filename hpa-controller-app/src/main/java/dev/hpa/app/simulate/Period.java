package dev.hpa.app.simulate;

import java.time.Duration;
import java.time.Instant;

/** A stretch of time, with both its ends. */
record Period(Instant from, Instant to) {

  Duration length() {
    return Duration.between(from, to);
  }
}
