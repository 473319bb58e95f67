package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.memory.Limit;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server with connection limits, independent of what it serves. */
final class PortServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PortServer.class);

  private final Server server;
  private final ServerConnector connector;
  private final ConnectionTracker tracker;

  private PortServer(Server server, ServerConnector connector, ConnectionTracker tracker) {
    this.server = server;
    this.connector = connector;
    this.tracker = tracker;
  }

  /**
   * The address to listen on.
   *
   * @param name of the threads
   * @param host null for all addresses
   * @param sharePort whether other processes may listen on the same port
   */
  record Listen(String name, @Nullable String host, int port, boolean sharePort) {}

  /**
   * Creates a server; {@link #start} opens the port.
   *
   * @param factories of the protocols, the outermost first
   */
  static PortServer create(
      Listen listen,
      ConnectionLimits limits,
      Timeline timeline,
      Function<ConnectionTracker, List<ConnectionFactory>> factories,
      Function<ConnectionTracker, DispatchingHandler> handler) {
    // Jetty's own queue would start JMX, and with it Flight Recorder, to ask for a cache line's
    // size.
    QueuedThreadPool threads =
        new QueuedThreadPool(Limit.PORT_THREADS.asInt(), 2, new LinkedBlockingQueue<>());
    threads.setName(listen.name());
    threads.setDaemon(true);
    long free = Limit.FREE_BUFFER_BYTES.asLong();
    Server server = new Server(threads, null, new ArrayByteBufferPool(-1, -1, -1, -1, free, free));
    ConnectionTracker tracker = new ConnectionTracker(limits, timeline);
    ServerConnector connector =
        new TrackingConnector(
            server, tracker, factories.apply(tracker).toArray(ConnectionFactory[]::new));
    connector.setHost(listen.host());
    connector.setPort(listen.port());
    connector.setReusePort(listen.sharePort());
    connector.setAcceptedSendBufferSize(Limit.SOCKET_BYTES.asInt());
    connector.setAcceptedReceiveBufferSize(Limit.SOCKET_BYTES.asInt());
    connector.setIdleTimeout(limits.idle().toMillis());
    server.addConnector(connector);
    server.setErrorHandler(new PlainErrorHandler());
    server.setHandler(
        new PeerLimitHandler(
            handler.apply(tracker),
            limits.requests(),
            limits.connections(),
            tracker,
            timeline::now));
    server.setStopTimeout(0);
    return new PortServer(server, connector, tracker);
  }

  /** The HTTP settings of both versions. */
  static HttpConfiguration http(ConnectionLimits limits) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(limits.headerBytes());
    return http;
  }

  /**
   * Starts listening.
   *
   * @throws Exception if it fails; everything that was opened is closed
   */
  void start() throws Exception {
    try {
      server.start();
    } catch (Exception failure) {
      close();
      throw failure;
    }
  }

  int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    tracker.close();
    try {
      server.stop();
    } catch (Exception failure) {
      LOG.warn("error while closing the server", failure);
    }
  }
}
