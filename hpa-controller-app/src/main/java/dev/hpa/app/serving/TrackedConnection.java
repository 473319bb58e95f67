package dev.hpa.app.serving;

import dev.hpa.kube.memory.Limit;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/** One open connection with its state and deadline. Guarded by its tracker. */
final class TrackedConnection {

  private final EndPoint endPoint;
  private final String peer;
  private final ConnectionLimits limits;
  private Instant quietSince;
  private Instant deadline;

  /** When each response must have been received. */
  private final Map<String, Instant> answers = new HashMap<>();

  /** When each expected body must have been received. */
  private final Map<String, Instant> bodies = new HashMap<>();

  private long counted;
  private long bytesWhenQuiet;
  private boolean awaitsHeaders = true;
  private boolean multiplexed;

  TrackedConnection(EndPoint endPoint, ConnectionLimits limits, Instant now) {
    this.endPoint = endPoint;
    this.peer = Peer.of(endPoint.getRemoteSocketAddress());
    this.limits = limits;
    this.quietSince = now;
    this.deadline = now.plus(limits.headers());
  }

  /** The peer address, by which connections are counted. */
  String peer() {
    return peer;
  }

  Instant quietSince() {
    return quietSince;
  }

  /** Whether the connection has not sent more than a probe with these bytes. */
  boolean isProbe(int bytes) {
    counted += bytes;
    return counted <= Limit.PROBE_BYTES.asInt();
  }

  /** Whether a request is being answered. */
  boolean isBusy() {
    return !answers.isEmpty();
  }

  /**
   * @param id of the request, unique among those of the connection, as in the following
   */
  void requestBegins(String id, Instant now, boolean isMultiplexed) {
    answers.put(id, now.plus(limits.answer()));
    multiplexed = isMultiplexed;
    awaitsHeaders = false;
    quietSince = now;
  }

  /** The client reads a growing response, whose time limit starts again. */
  void requestContinues(String id, Instant now) {
    quietSince = now;
    answers.replace(id, now.plus(limits.answer()));
  }

  void requestEnds(String id, Instant now) {
    answers.remove(id);
    bodies.remove(id);
    quietSince = now;
    bytesWhenQuiet = bytes();
    deadline = now.plus(limits.idle());
  }

  void bodyBegins(String id, Instant now) {
    bodies.put(id, now.plus(limits.body()));
  }

  void bodyEnds(String id, Instant now) {
    bodies.remove(id);
    answers.replace(id, now.plus(limits.answer()));
  }

  /** Whether one of its deadlines has passed: requests do not extend those of others. */
  boolean isOverdue(Instant now) {
    if (isBusy()) {
      return Stream.of(answers, bodies)
          .flatMap(each -> each.values().stream())
          .anyMatch(now::isAfter);
    }
    boolean begun = !awaitsHeaders && !multiplexed && bytes() != bytesWhenQuiet;
    if (begun) {
      awaitsHeaders = true;
      deadline = earlier(deadline, now.plus(limits.headers()));
    }
    return now.isAfter(deadline);
  }

  private long bytes() {
    Connection connection = endPoint.getConnection();
    return connection == null ? 0 : connection.getBytesIn();
  }

  void close() {
    endPoint.close();
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
