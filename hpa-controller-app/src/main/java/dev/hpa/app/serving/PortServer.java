package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A port whose connections are kept within limits, before it is known what is served there. */
final class PortServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PortServer.class);

  /** Threads that accept, read and write; none of them waits for a caller or a page. */
  private static final int THREADS = 16;

  private final Server server;
  private final ServerConnector connector;
  private final ConnectionTracker tracker;

  private PortServer(Server server, ServerConnector connector, ConnectionTracker tracker) {
    this.server = server;
    this.connector = connector;
    this.tracker = tracker;
  }

  /**
   * Where and how to listen.
   *
   * @param name of the threads
   * @param host null for all addresses
   * @param sharePort whether other processes may listen at the same port
   */
  record Listen(String name, @Nullable String host, int port, boolean sharePort) {}

  /**
   * Puts a server together; nothing is listened to before {@link #start}.
   *
   * @param factories of the protocols, the outermost first
   */
  static PortServer create(
      Listen listen,
      ConnectionLimits limits,
      Timeline timeline,
      List<ConnectionFactory> factories,
      Function<ConnectionTracker, DispatchingHandler> handler) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 2);
    threads.setName(listen.name());
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    Server server = new Server(threads);
    ConnectionTracker tracker = new ConnectionTracker(limits, timeline);
    ServerConnector connector =
        new TrackingConnector(server, tracker, factories.toArray(ConnectionFactory[]::new));
    connector.setHost(listen.host());
    connector.setPort(listen.port());
    connector.setReusePort(listen.sharePort());
    connector.setIdleTimeout(limits.idle().toMillis());
    server.addConnector(connector);
    server.setErrorHandler(new PlainErrorHandler());
    server.setHandler(handler.apply(tracker));
    server.setStopTimeout(0);
    return new PortServer(server, connector, tracker);
  }

  /** How HTTP is spoken, in either version. */
  static HttpConfiguration http(ConnectionLimits limits) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(limits.headerBytes());
    return http;
  }

  /**
   * Listens.
   *
   * @throws Exception when it cannot; what was opened is closed again
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
      LOG.warn("not closed in order", failure);
    }
  }
}
