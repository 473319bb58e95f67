package dev.hpa.app.serving;

import dev.hpa.controller.queue.PeerShares;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Map;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Limits the requests of each peer, so that a flood of one leaves threads and computing time to the
 * others. A request beyond the limits waits without a thread and is then rejected; a client cannot
 * send others in place of it, because its connections and their streams are limited too.
 */
final class PeerLimitHandler extends Handler.Wrapper {

  private static final PageResponse TOO_MANY =
      PageResponse.failure(429, "TooManyRequests", "Too many requests, please try again later.")
          .with(Map.of("Retry-After", "5"));

  private final PeerRates rates;
  private final PeerShares running;
  private final DoSHandler.DelayedRejectHandler rejected;
  private final LogLimiter log;

  /**
   * @param waiting maximum number of requests that wait for their rejection; beyond it the oldest
   *     one is rejected
   */
  PeerLimitHandler(Handler handler, RequestLimits limits, int waiting, InstantSource clock) {
    super(handler);
    this.rates = new PeerRates(limits.rate(), clock);
    this.running = new PeerShares(limits.running());
    this.log = new LogLimiter(clock);
    this.rejected =
        new DoSHandler.DelayedRejectHandler(
            limits.delay().toMillis(), waiting, PeerLimitHandler::reject);
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
    if (!rates.take(peer) || !running.take(peer)) {
      log.warn("too many requests", "those of " + peer + " are rejected with code 429");
      return rejected.handle(request, response, callback);
    }
    Request.addCompletionListener(request, any -> running.release(peer));
    return super.handle(request, response, callback);
  }

  private static boolean reject(Request request, Response response, Callback callback) {
    TOO_MANY.writeHead(response);
    response.write(true, ByteBuffer.wrap(TOO_MANY.body()), callback);
    return true;
  }
}
