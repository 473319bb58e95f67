package dev.hpa.app.serving;

import java.time.Instant;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/** One open connection with its state and deadline. Guarded by its tracker. */
final class TrackedConnection {

  private final EndPoint endPoint;
  private final String peer;
  private final ConnectionLimits limits;
  private Instant quietSince;
  private Instant deadline;
  private int requests;
  private int bodies;
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

  /** Whether a request is being answered. */
  boolean isBusy() {
    return requests > 0;
  }

  void requestBegins(Instant now, boolean isMultiplexed) {
    requests++;
    multiplexed = isMultiplexed;
    awaitsHeaders = false;
    quietSince = now;
    deadline = earlier(bodies == 0 ? Instant.MAX : deadline, now.plus(limits.answer()));
  }

  /** The client reads a growing response, whose time limit starts again. */
  void requestContinues(Instant now) {
    quietSince = now;
    if (bodies == 0 && requests > 0) {
      deadline = now.plus(limits.answer());
    }
  }

  void requestEnds(Instant now) {
    requests--;
    quietSince = now;
    if (requests > 0) {
      deadline = earlier(bodies == 0 ? Instant.MAX : deadline, now.plus(limits.answer()));
      return;
    }
    bodies = 0;
    bytesWhenQuiet = bytes();
    deadline = now.plus(limits.idle());
  }

  void bodyBegins(Instant now) {
    bodies++;
    deadline = earlier(deadline, now.plus(limits.body()));
  }

  void bodyEnds(Instant now) {
    bodies--;
    if (bodies == 0) {
      deadline = now.plus(limits.answer());
    }
  }

  /** Whether its deadline has passed. */
  boolean isOverdue(Instant now) {
    boolean begun = requests == 0 && !awaitsHeaders && !multiplexed && bytes() != bytesWhenQuiet;
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
