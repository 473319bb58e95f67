package dev.hpa.controller.events;

import dev.hpa.kube.memory.Limit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Names of event objects: the name of the involved object and the time in nanoseconds. Events at
 * the same time get consecutive times.
 */
final class EventNames {

  private long lastNanos;

  /** A new unique name; may exceed the maximum length of the API. */
  String next(String object, Instant at) {
    lastNanos = Math.max(lastNanos + 1, ChronoUnit.NANOS.between(Instant.EPOCH, at));
    return object + "." + Long.toHexString(lastNanos);
  }

  /** A new unique name; a random one if the name would be too long. */
  String nextValid(String object, Instant at) {
    String name = next(object, at);
    return name.length() > Limit.NAME_CHARS.asInt() ? UUID.randomUUID().toString() : name;
  }
}
