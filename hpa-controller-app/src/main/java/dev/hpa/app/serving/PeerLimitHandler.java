package dev.hpa.app.serving;

import dev.hpa.controller.queue.PeerPlaces;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Limits the requests of each peer, so that a flood of one leaves threads, memory and computing
 * time to the others. A request beyond the limits waits without a thread and is then rejected; a
 * connection that sends another one before that is closed, so that few wait.
 */
final class PeerLimitHandler extends Handler.Wrapper {

  private static final PageResponse TOO_MANY =
      PageResponse.failure(429, "TooManyRequests", "Too many requests, please try again later.")
          .with(Map.of("Retry-After", "5"));

  private final PeerRates rates;
  private final PeerPlaces places;
  private final ConnectionTracker tracker;
  private final Set<EndPoint> rejecting = ConcurrentHashMap.newKeySet();
  private final DoSHandler.DelayedRejectHandler rejected;
  private final LogLimiter log;

  /**
   * @param connections maximum number of connections, and so of requests that wait for their
   *     rejection
   */
  PeerLimitHandler(
      Handler handler,
      RequestLimits limits,
      int connections,
      ConnectionTracker tracker,
      InstantSource clock) {
    super(handler);
    this.tracker = tracker;
    this.rates = new PeerRates(limits.rate(), clock);
    this.places = new PeerPlaces(limits.running());
    this.log = new LogLimiter(clock);
    this.rejected =
        new DoSHandler.DelayedRejectHandler(
            limits.delay().toMillis(), connections, PeerLimitHandler::reject);
    addBean(rejected);
  }

  @Override
  public void setServer(Server server) {
    super.setServer(server);
    rejected.setServer(server);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String peer = Peer.of(request.getConnectionMetaData().getRemoteSocketAddress());
    EndPoint connection = ConnectionTracker.accepted(request);
    PeerPlaces.Place place =
        rates.take(peer) ? places.take(peer, () -> tracker.end(connection)) : null;
    if (place == null) {
      log.warn("too many requests", "those of " + peer + " are rejected with code 429");
      return rejectLater(connection, request, response, callback);
    }
    Request.addCompletionListener(request, any -> places.release(place));
    return super.handle(request, response, callback);
  }

  private boolean rejectLater(
      EndPoint connection, Request request, Response response, Callback callback) throws Exception {
    if (!rejecting.add(connection)) {
      tracker.end(connection);
      callback.failed(new EofException("requests beyond the limits"));
      return true;
    }
    Request.addCompletionListener(request, any -> rejecting.remove(connection));
    return rejected.handle(request, response, callback);
  }

  private static boolean reject(Request request, Response response, Callback callback) {
    TOO_MANY.writeHead(response);
    response.write(true, ByteBuffer.wrap(TOO_MANY.body()), callback);
    return true;
  }
}
