package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Enforces connection limits: closes connections that exceed a timeout, new ones of a peer that
 * opens too many, those of a peer that sends too much and, above the maximum number, one of the
 * peer with the most connections, so that new clients can connect. Thread-safe.
 */
final class ConnectionTracker implements AutoCloseable {

  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final ConnectionLimits limits;
  private final Timeline timeline;
  private final LogLimiter log;
  private final PeerRates opening;
  private final Openings openings;
  private final PeerRates receiving;
  private final Map<EndPoint, TrackedConnection> open = new LinkedHashMap<>();
  private final Timeline.Scheduled sweeping;

  ConnectionTracker(ConnectionLimits limits, Timeline timeline) {
    this.limits = limits;
    this.timeline = timeline;
    this.opening = new PeerRates(limits.opening(), timeline::now);
    this.openings = new Openings(limits.openings(), timeline::now);
    this.receiving = new PeerRates(limits.receiving(), timeline::now);
    this.log = new LogLimiter(timeline::now);
    this.sweeping = timeline.every(SWEEP, this::sweep);
  }

  /**
   * Adds an accepted connection and closes another one if its peer has too many, or closes it at
   * once if its peer opens too many.
   */
  void opened(EndPoint endPoint) {
    TrackedConnection added = new TrackedConnection(endPoint, limits, timeline.now());
    if (!opening.take(added.peer()) || !openings.take(added.peer())) {
      log.warn("too many new connections", "those of " + added.peer() + " are closed");
      added.close();
      return;
    }
    TrackedConnection evicted;
    synchronized (this) {
      evicted = victim(added.peer());
      if (evicted != null) {
        open.values().remove(evicted);
      }
      open.put(endPoint, added);
    }
    if (evicted != null) {
      log.warn(
          "too many connections",
          "most are from %s; its longest idle connection is closed".formatted(evicted.peer()));
      evicted.close();
    }
  }

  /**
   * The connection to close for a new one; null if its peer may have one more. Orders the
   * connections of the peer with the most: idle before busy, then oldest first.
   */
  private @Nullable TrackedConnection victim(String peer) {
    Map<String, Integer> byPeer =
        open.values().stream()
            .collect(Collectors.toMap(TrackedConnection::peer, any -> 1, Integer::sum));
    int free = limits.connections() - open.size();
    if (byPeer.getOrDefault(peer, 0) < free) {
      return null;
    }
    String greediest =
        byPeer.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElseThrow();
    return open.values().stream()
        .filter(each -> each.peer().equals(greediest))
        .min(
            Comparator.comparing(TrackedConnection::isBusy)
                .thenComparing(TrackedConnection::quietSince))
        .orElseThrow();
  }

  /** Whether the peer of a connection may have sent these bytes too; if not, it is to be closed. */
  boolean received(EndPoint endPoint, int bytes) {
    String peer = Peer.of(endPoint.getRemoteSocketAddress());
    if (isProbe(endPoint, bytes) || receiving.take(peer, bytes)) {
      return true;
    }
    log.warn("too many bytes", "connections of " + peer + " that send more are closed");
    return false;
  }

  /** Whether a connection has not sent more than a probe with these bytes. */
  private synchronized boolean isProbe(EndPoint endPoint, int bytes) {
    TrackedConnection connection = open.get(endPoint);
    return connection != null && connection.isProbe(bytes);
  }

  synchronized void closed(EndPoint endPoint) {
    open.remove(endPoint);
  }

  /** The number of open connections. */
  synchronized int size() {
    return open.size();
  }

  /** Closes a connection, because of its requests. */
  void end(EndPoint endPoint) {
    closed(endPoint);
    // Closing runs callbacks of the server, which must not block the caller.
    Thread.ofVirtual().name("ended").start(endPoint::close);
  }

  void requestBegins(Request request) {
    boolean multiplexed = request.getConnectionMetaData().getHttpVersion().getVersion() >= 20;
    on(
        request,
        connection -> connection.requestBegins(request.getId(), timeline.now(), multiplexed));
  }

  /** A part of a response that is still growing has been sent. */
  void requestContinues(Request request) {
    on(request, connection -> connection.requestContinues(request.getId(), timeline.now()));
  }

  void requestEnds(Request request) {
    on(request, connection -> connection.requestEnds(request.getId(), timeline.now()));
  }

  void bodyBegins(Request request) {
    on(request, connection -> connection.bodyBegins(request.getId(), timeline.now()));
  }

  void bodyEnds(Request request) {
    on(request, connection -> connection.bodyEnds(request.getId(), timeline.now()));
  }

  private synchronized void on(Request request, Consumer<TrackedConnection> change) {
    TrackedConnection connection = open.get(accepted(request));
    if (connection != null) {
      change.accept(connection);
    }
  }

  /** The endpoint of the socket, below TLS. */
  static EndPoint accepted(Request request) {
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    while (endPoint instanceof EndPoint.Wrapper wrapper) {
      endPoint = wrapper.unwrap();
    }
    return endPoint;
  }

  private void sweep() {
    Instant now = timeline.now();
    List<TrackedConnection> overdue = new ArrayList<>();
    synchronized (this) {
      open.values().stream().filter(each -> each.isOverdue(now)).forEach(overdue::add);
      open.values().removeAll(overdue);
    }
    // Closing runs callbacks of the server, which must not block the timeline's thread.
    overdue.forEach(each -> Thread.ofVirtual().name("overdue").start(each::close));
  }

  @Override
  public void close() {
    sweeping.cancel();
  }
}
