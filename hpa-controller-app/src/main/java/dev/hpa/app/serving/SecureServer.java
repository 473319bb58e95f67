package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cluster.CallListener;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.cluster.HttpKubernetesApi;
import dev.hpa.app.cluster.KubeconfigException;
import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
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
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's own port: TLS, callers recognised and let in as upstream does, one virtual
 * thread a request.
 */
public final class SecureServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SecureServer.class);
  private static final Duration REFRESH = Duration.ofMinutes(1);
  private static final Duration REVIEW = Duration.ofSeconds(10);
  private static final int LONGEST_BODY = 1 << 16;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Server server;
  private final ServerConnector connector;

  private SecureServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Starts to serve.
   *
   * @throws IOException when it cannot, with what is wrong
   * @throws KubeconfigException when an API server that reviews callers cannot be reached by its
   *     kubeconfig
   */
  public static SecureServer start(
      ServingOptions serving,
      AuthenticationOptions authentication,
      AuthorizationOptions authorization,
      Pages pages,
      Timeline timeline)
      throws IOException, KubeconfigException {
    return start(serving, authentication, authorization, pages, timeline, Reviews.UNHEARD);
  }

  /**
   * The same, and tells of the calls to the API servers that review callers.
   *
   * @throws IOException when it cannot, with what is wrong
   * @throws KubeconfigException when an API server that reviews callers cannot be reached by its
   *     kubeconfig
   */
  public static SecureServer start(
      ServingOptions serving,
      AuthenticationOptions authentication,
      AuthorizationOptions authorization,
      Pages pages,
      Timeline timeline,
      Reviews reviews)
      throws IOException, KubeconfigException {
    List<AutoCloseable> opened = new ArrayList<>();
    try {
      HttpKubernetesApi tokens =
          reviewer(authentication.kubeconfig(), timeline, opened, reviews.tokens());
      HttpKubernetesApi access =
          reviewer(authorization.kubeconfig(), timeline, opened, reviews.access());
      PublishedAuthorities authorities = PublishedAuthorities.load(authentication, tokens);
      Timeline.Scheduled refreshing =
          timeline.every(REFRESH, () -> Thread.ofVirtual().start(authorities::refresh));
      opened.add(refreshing::cancel);
      Gate gate =
          new Gate(
              new Authenticator(
                  authorities::current,
                  tokens == null
                      ? null
                      : new TokenReviewer(tokens, authentication.tokenCacheTtl(), timeline::now),
                  timeline::wall),
              new Authorizer(
                  authorization.alwaysAllowed(),
                  access == null
                      ? null
                      : new AccessReviewer(access, authorization, timeline::now)));
      ServerTls tls = ServerTls.open(serving, timeline);
      opened.add(tls);
      SecureServer started = listen(serving, tls, new Front(gate, pages));
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
      CallListener listener)
      throws KubeconfigException {
    if (kubeconfig == null && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
      return null;
    }
    ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
    opened.add(connection);
    connection.onCall(listener);
    return HttpKubernetesApi.once(connection, REVIEW);
  }

  private static SecureServer listen(ServingOptions options, ServerTls tls, Front front)
      throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(16, 2);
    threads.setName("serving");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    ServerConnector connector;
    if (options.http2()) {
      HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
      if (options.maxStreams() > 0) {
        http2.setMaxConcurrentStreams(options.maxStreams());
      }
      ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
      alpn.setDefaultProtocol(http1.getProtocol());
      connector =
          new ServerConnector(
              server,
              1,
              1,
              new SslConnectionFactory(tls.factory(), alpn.getProtocol()),
              alpn,
              http2,
              http1);
    } else {
      connector =
          new ServerConnector(
              server, 1, 1, new SslConnectionFactory(tls.factory(), http1.getProtocol()), http1);
    }
    connector.setHost(options.bindAddress().isEmpty() ? null : options.bindAddress());
    connector.setPort(options.port());
    server.addConnector(connector);
    server.setHandler(front);
    server.setStopTimeout(0);
    try {
      server.start();
    } catch (Exception failure) {
      SecureServer half = new SecureServer(server, connector);
      half.close();
      throw new IOException(explained(failure, options), failure);
    }
    LOG.info("serving securely on {}:{}", options.bindAddress(), connector.getLocalPort());
    return new SecureServer(server, connector);
  }

  private static String explained(Throwable failure, ServingOptions options) {
    String address = options.bindAddress() + ":" + options.port();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof BindException) {
        return "failed to create listener: failed to listen on "
            + address
            + ": "
            + each.getMessage()
            + "; choose another one with --secure-port, or 0 for none";
      }
    }
    return "cannot serve on " + address + ": " + failure.getMessage();
  }

  /** The port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    close(server::stop);
    opened.forEach(SecureServer::close);
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception failure) {
      LOG.warn("not closed in order", failure);
    }
  }

  private static final class Front extends Handler.Abstract {

    private final Gate gate;
    private final Pages pages;

    Front(Gate gate, Pages pages) {
      this.gate = gate;
      this.pages = pages;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Reply reply = reply(request);
      response.setStatus(reply.code());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
      response.getHeaders().put("X-Content-Type-Options", "nosniff");
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
      response.write(true, ByteBuffer.wrap(reply.body()), callback);
      return true;
    }

    private Reply reply(Request request) throws Exception {
      String path = request.getHttpURI().getPath();
      Reply refusal = gate.refuse(credentials(request), request.getMethod(), path);
      if (refusal != null) {
        return refusal;
      }
      byte[] body = Content.Source.asInputStream(request).readNBytes(LONGEST_BODY);
      String accept = request.getHeaders().get(HttpHeader.ACCEPT);
      try {
        return pages.answer(
            new Ask(request.getMethod(), path, query(request), accept == null ? "" : accept, body));
      } catch (RuntimeException failure) {
        LOG.error("{} cannot be answered", path, failure);
        return Reply.failure(500, "InternalError", "Internal error occurred: see the log");
      }
    }

    private static Map<String, List<String>> query(Request request) {
      Map<String, List<String>> query = new LinkedHashMap<>();
      for (Fields.Field field : Request.extractQueryParameters(request)) {
        query.put(field.getName(), field.getValues());
      }
      return query;
    }

    private static Credentials credentials(Request request) {
      List<X509Certificate> certificates =
          request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
                      instanceof EndPoint.SslSessionData session
                  && session.peerCertificates() != null
              ? List.of(session.peerCertificates())
              : List.of();
      return new Credentials(
          certificates,
          name -> request.getHeaders().getFields(name).stream().map(HttpField::getValue).toList(),
          List.copyOf(request.getHeaders().getFieldNamesCollection()));
    }
  }
}
