package dev.hpa.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * The spec of a Lease.
 *
 * @param holder identity of the holder; empty if the Lease is free
 * @param duration time that other replicas wait after an observed change, in whole seconds
 * @param acquired time at which the holder acquired the Lease
 * @param renewed time of the last renewal
 * @param transitions number of changes of the holder
 */
record LeaseRecord(
    String holder, Duration duration, Instant acquired, Instant renewed, int transitions) {

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Duration WHEN_RELEASED = Duration.ofSeconds(1);

  /** The spec of a new Lease. */
  static LeaseRecord first(String holder, Duration duration, Instant now) {
    return new LeaseRecord(holder, duration, now, now, 0);
  }

  static LeaseRecord of(JsonNode lease) {
    JsonNode spec = lease.path("spec");
    return new LeaseRecord(
        spec.path("holderIdentity").asText(""),
        // The API has an int32; more would overflow the times that are computed with it.
        Duration.ofSeconds(
            Math.clamp(spec.path("leaseDurationSeconds").asLong(), 0, Integer.MAX_VALUE)),
        time(spec.path("acquireTime")),
        time(spec.path("renewTime")),
        spec.path("leaseTransitions").asInt());
  }

  private static Instant time(JsonNode text) {
    return text.isTextual() ? Timestamps.parse(text.asText()) : Timestamps.ZERO;
  }

  boolean isHeldBy(String identity) {
    return holder.equals(identity);
  }

  boolean isFree() {
    return holder.isEmpty();
  }

  /** The spec after an acquisition or renewal by a holder. */
  LeaseRecord takenBy(String identity, Duration lease, Instant now) {
    return isHeldBy(identity)
        ? new LeaseRecord(identity, lease, acquired, now, transitions)
        : new LeaseRecord(identity, lease, now, now, transitions + 1);
  }

  /** The spec after a release by its holder. */
  LeaseRecord released(Instant now) {
    return new LeaseRecord("", WHEN_RELEASED, now, now, transitions);
  }

  /** The spec as the API server stores it. */
  LeaseRecord inMicroseconds() {
    return new LeaseRecord(
        holder,
        duration.truncatedTo(ChronoUnit.SECONDS),
        acquired.truncatedTo(ChronoUnit.MICROS),
        renewed.truncatedTo(ChronoUnit.MICROS),
        transitions);
  }

  /** Whether both are equal when times are truncated to seconds. */
  boolean looksLike(LeaseRecord other) {
    return inSeconds().equals(other.inSeconds());
  }

  private LeaseRecord inSeconds() {
    return new LeaseRecord(
        holder,
        duration,
        acquired.truncatedTo(ChronoUnit.SECONDS),
        renewed.truncatedTo(ChronoUnit.SECONDS),
        transitions);
  }

  ObjectNode spec() {
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    spec.put("holderIdentity", holder);
    spec.put("leaseDurationSeconds", (int) duration.toSeconds());
    spec.put("acquireTime", MICROSECONDS.format(acquired));
    spec.put("renewTime", MICROSECONDS.format(renewed));
    spec.put("leaseTransitions", transitions);
    return spec;
  }
}
