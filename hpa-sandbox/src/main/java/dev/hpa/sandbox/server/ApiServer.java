package dev.hpa.sandbox.server;

import dev.hpa.sandbox.watch.OpenWatches;
import java.io.IOException;
import java.net.BindException;
import java.time.Instant;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP server of the sandbox on a loopback port: TLS, HTTP/1.1 and HTTP/2, one virtual thread
 * per request.
 */
public final class ApiServer implements AutoCloseable {

  private static final int MAX_STREAMS = 4096;
  private static final int STREAM_WINDOW_BYTES = 1024 * 1024;

  private final Server server;
  private final ApiConnector connector;
  private final SslContextFactory.Server tls;
  private final OpenWatches watches;
  private final int port;
  private volatile Certificates certificates;

  private ApiServer(
      Server server,
      ApiConnector connector,
      SslContextFactory.Server tls,
      OpenWatches watches,
      int port,
      Certificates certificates) {
    this.server = server;
    this.connector = connector;
    this.tls = tls;
    this.watches = watches;
    this.port = port;
    this.certificates = certificates;
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free one
   * @throws IOException when the port is not available, with a message that says so
   */
  public static ApiServer start(ApiService service, int port) throws IOException {
    Certificates certificates = freshCertificates();
    QueuedThreadPool threads = new QueuedThreadPool(64);
    threads.setName("api-server");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    Server server = new Server(threads);
    server.setHandler(new ApiHandler(service));
    server.setErrorHandler(new StatusErrorHandler());
    SslContextFactory.Server tls = new SslContextFactory.Server();
    // As Go's servers do if the client prefers ChaCha20.
    tls.setUseCipherSuitesOrder(false);
    present(certificates, tls);
    ApiConnector connector = connector(server, tls);
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    server.addConnector(connector);
    start(server, port);
    // Restarts need the port that clients know.
    connector.setPort(connector.getLocalPort());
    return new ApiServer(
        server, connector, tls, service.watches(), connector.getLocalPort(), certificates);
  }

  /** Valid by the wall clock of the clients, independent of the cluster's time. */
  private static Certificates freshCertificates() {
    return Certificates.selfSigned(Instant.now());
  }

  private static void present(Certificates certificates, SslContextFactory.Server tls) {
    tls.setKeyStore(certificates.keyStore());
    tls.setKeyStorePassword(certificates.keyPassword());
  }

  private static void start(Server server, int port) throws IOException {
    try {
      server.start();
    } catch (Exception failure) {
      stop(server);
      throw new IOException(explained(failure, port), failure);
    }
  }

  private static String explained(Throwable failure, int port) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof BindException) {
        return "port " + port + " is in use; choose another one, or 0 for any free one";
      }
    }
    return "the API server cannot start: " + failure.getMessage();
  }

  private static ApiConnector connector(Server server, SslContextFactory.Server tls) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    // The path segments are no file names, so no path is ambiguous.
    http.setUriCompliance(UriCompliance.UNSAFE);
    http.setSendDateHeader(true);
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
    http2.setMaxConcurrentStreams(MAX_STREAMS);
    http2.setInitialStreamRecvWindow(STREAM_WINDOW_BYTES);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    ApiConnector connector =
        new ApiConnector(
            server, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2, http1);
    // A watch may be idle for as long as nothing changes.
    connector.setIdleTimeout(0);
    return connector;
  }

  /** The port that it listens on. */
  public int port() {
    return port;
  }

  /** The certificate for clients to trust, in PEM format. */
  public String certificatePem() {
    return certificates.pem();
  }

  /** Presents a new certificate on new connections; existing connections remain. */
  public void renewCertificate() {
    Certificates fresh = freshCertificates();
    try {
      tls.reload(any -> present(fresh, tls));
    } catch (Exception failure) {
      throw new IllegalStateException("the new certificate cannot be used", failure);
    }
    certificates = fresh;
  }

  /** Serves again on the same port after {@link #close}. */
  public void reopen() throws IOException {
    watches.reopen();
    start(server, port);
  }

  /** Closes all connections and accepts no new ones. */
  @Override
  public void close() {
    // Clients reconnect as soon as their watch ends; connections accepted now would never be
    // served.
    connector.close();
    watches.stopAll();
    stop(server);
    connector.clear();
  }

  private static void stop(Server server) {
    try {
      server.setStopTimeout(0);
      server.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("the API server did not stop", failure);
    }
  }
}
