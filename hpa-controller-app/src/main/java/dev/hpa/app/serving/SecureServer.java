package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.metrics.ReviewListeners;
import dev.hpa.kube.client.CallListener;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTPS server: upstream's authentication and authorization, one thread per request. */
public final class SecureServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SecureServer.class);
  private static final Duration REFRESH = Duration.ofMinutes(1);
  private static final Duration REVIEW = Duration.ofSeconds(10);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final PortServer server;

  private SecureServer(PortServer server) {
    this.server = server;
  }

  /**
   * Starts the server and reports calls to the reviewing API servers.
   *
   * @throws IOException if the server cannot be started
   * @throws KubeconfigException if the kubeconfig of a reviewing API server is unusable
   */
  public static SecureServer start(
      ServingOptions serving,
      AuthenticationOptions authentication,
      AuthorizationOptions authorization,
      Pages pages,
      Timeline timeline,
      ReviewListeners reviews)
      throws IOException, KubeconfigException {
    return start(
        serving,
        authentication,
        authorization,
        pages,
        timeline,
        reviews,
        ConnectionLimits.DEFAULTS);
  }

  static SecureServer start(
      ServingOptions serving,
      AuthenticationOptions authentication,
      AuthorizationOptions authorization,
      Pages pages,
      Timeline timeline,
      ReviewListeners reviews,
      ConnectionLimits limits)
      throws IOException, KubeconfigException {
    List<AutoCloseable> opened = new ArrayList<>();
    try {
      HttpKubernetesApi tokens =
          reviewer(authentication.kubeconfig(), timeline, opened, reviews.tokens());
      HttpKubernetesApi access =
          reviewer(authorization.kubeconfig(), timeline, opened, reviews.access());
      if (tokens == null) {
        LOG.warn(
            "--authentication-kubeconfig is not set: every token that a caller of the port sends is"
                + " anonymous");
      }
      if (access == null) {
        LOG.warn(
            "--authorization-kubeconfig is not set: callers of the port are allowed only {}",
            String.join(", ", authorization.alwaysAllowed()));
      }
      ClientCaSource authorities = ClientCaSource.load(authentication, tokens);
      Timeline.Scheduled refreshing =
          FileReload.every(timeline, REFRESH, "ca", authorities::refresh);
      opened.add(refreshing::cancel);
      AuthFilter gate =
          new AuthFilter(
              new Authenticator(
                  authorities::current,
                  tokens == null
                      ? null
                      : new TokenReviewer(tokens, authentication.tokenCacheTtl(), timeline::now),
                  timeline::wall),
              new Authorizer(
                  authorization.alwaysAllowed(),
                  access == null ? null : new AccessReviewer(access, authorization, timeline::now)),
              new LogLimiter(timeline::now));
      ServerTls tls = ServerTls.open(serving, timeline);
      opened.add(tls);
      SecureServer started = listen(serving, tls, gate, pages, timeline, limits);
      started.opened.addAll(opened);
      return started;
    } catch (IOException | KubeconfigException | RuntimeException failure) {
      opened.forEach(SecureServer::close);
      throw failure;
    }
  }

  private static @Nullable HttpKubernetesApi reviewer(
      @Nullable Path kubeconfig,
      Timeline timeline,
      List<AutoCloseable> opened,
      List<CallListener> listeners)
      throws KubeconfigException {
    if (kubeconfig == null && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
      return null;
    }
    ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
    opened.add(connection);
    listeners.forEach(connection::onCall);
    return HttpKubernetesApi.withoutRetries(connection, REVIEW);
  }

  private static SecureServer listen(
      ServingOptions options,
      ServerTls tls,
      AuthFilter gate,
      Pages pages,
      Timeline timeline,
      ConnectionLimits limits)
      throws IOException {
    PortServer server =
        PortServer.create(
            new PortServer.Listen(
                "serving",
                options.bindAddress().isEmpty() ? null : options.bindAddress(),
                options.port(),
                options.sharedPort()),
            limits,
            timeline,
            tracker -> protocols(options, tls, limits, tracker),
            tracker -> new SecureHandler(tracker, gate, pages));
    try {
      server.start();
    } catch (Exception failure) {
      throw new IOException(ListenAddress.problem(failure, options), failure);
    }
    LOG.info("serving securely on {}:{}", options.bindAddress(), server.port());
    return new SecureServer(server);
  }

  private static List<ConnectionFactory> protocols(
      ServingOptions options, ServerTls tls, ConnectionLimits limits, ConnectionTracker tracker) {
    HttpConfiguration http = PortServer.http(limits);
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    if (!options.http2()) {
      return List.of(new RecordLimit(tls.factory(), http1.getProtocol(), tracker), http1);
    }
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
    http2.setMaxConcurrentStreams(
        options.maxStreams() > 0 ? options.maxStreams() : limits.streams());
    http2.setMaxHeaderBlockFragment(limits.headerBytes());
    http2.setRateControlFactory(new WindowRateControl.Factory(Limit.FRAMES.asInt()));
    // As much as the largest body that a page reads: unread frames take much more in the heap.
    http2.setInitialStreamRecvWindow(Limit.REQUEST_BODY_BYTES.asInt());
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    return List.of(new RecordLimit(tls.factory(), alpn.getProtocol(), tracker), alpn, http2, http1);
  }

  /** The local port. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    opened.forEach(SecureServer::close);
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception failure) {
      LOG.warn("error while closing the server", failure);
    }
  }
}
