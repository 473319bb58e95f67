package dev.hpa.conformance.environment;

import dev.hpa.sandbox.server.Certificates;
import java.io.IOException;
import java.time.Instant;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A server for HTTP/1.1 and HTTP/2 over TLS on a loopback port, with one virtual thread per
 * request.
 */
final class LoopbackServer implements AutoCloseable {

  private static final int MAX_STREAMS = 4096;

  private final Server server;
  private final Certificates certificates;
  private final int port;

  private LoopbackServer(Server server, Certificates certificates, int port) {
    this.server = server;
    this.certificates = certificates;
    this.port = port;
  }

  /** Answers requests. */
  interface Service {
    void serve(Request request, Response response) throws IOException;
  }

  static LoopbackServer start(String name, Service service) {
    return start(name, "127.0.0.1", 0, service);
  }

  /**
   * Starts a server that other machines can reach too.
   *
   * @param host the address of an interface, or 0.0.0.0 for all
   * @param port the port; 0 for any free one
   * @throws IllegalStateException if the port is in use
   */
  static LoopbackServer start(String name, String host, int port, Service service) {
    QueuedThreadPool threads = new QueuedThreadPool(32);
    threads.setName(name);
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    Server server = new Server(threads);
    server.setHandler(handler(service));
    Certificates certificates = Certificates.selfSigned(Instant.now());
    ServerConnector connector = connector(server, certificates);
    connector.setHost(host);
    connector.setPort(port);
    server.addConnector(connector);
    try {
      server.start();
    } catch (Exception failure) {
      throw new IllegalStateException(
          "%s: cannot listen on %s:%d: %s".formatted(name, host, port, failure.getMessage()),
          failure);
    }
    return new LoopbackServer(server, certificates, connector.getLocalPort());
  }

  private static Handler handler(Service service) {
    return new Handler.Abstract() {
      @Override
      public boolean handle(Request request, Response response, Callback callback) {
        try {
          service.serve(request, response);
          callback.succeeded();
        } catch (IOException disconnected) {
          callback.failed(disconnected);
        }
        return true;
      }
    };
  }

  private static ServerConnector connector(Server server, Certificates certificates) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStore(certificates.keyStore());
    tls.setKeyStorePassword(certificates.keyPassword());
    HttpConfiguration http = new HttpConfiguration();
    http.setUriCompliance(UriCompliance.UNSAFE);
    // The API server connects to addresses that the certificate does not contain.
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
    http2.setMaxConcurrentStreams(MAX_STREAMS);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    ServerConnector connector =
        new ServerConnector(
            server, 1, 1, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2, http1);
    connector.setIdleTimeout(0);
    return connector;
  }

  int port() {
    return port;
  }

  /** Returns the certificate that clients trust, in PEM format. */
  String certificatePem() {
    return certificates.pem();
  }

  @Override
  public void close() {
    try {
      server.setStopTimeout(0);
      server.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("loopback server: cannot stop", failure);
    }
  }
}
