package dev.hpa.controller.events;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Names for event objects: the name of the object they are about and the time in nanoseconds. Two
 * of one moment get neighbouring times.
 */
final class EventNames {

  /** The longest name the API takes; the names of objects are otherwise fit for more to follow. */
  private static final int LONGEST = 253;

  private long lastNanos;

  /** A name that was not given before; of a long name of an object it is too long for the API. */
  String next(String object, Instant at) {
    lastNanos = Math.max(lastNanos + 1, ChronoUnit.NANOS.between(Instant.EPOCH, at));
    return object + "." + Long.toHexString(lastNanos);
  }

  /** The same, or a random name where that would be too long. */
  String nextValid(String object, Instant at) {
    String name = next(object, at);
    return name.length() > LONGEST ? UUID.randomUUID().toString() : name;
  }
}
