package dev.hpa.kube.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.hpa.api.time.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** An HTTP server on the loopback address whose answers a test chooses. */
public final class TestServer implements AutoCloseable {

  /** One answer; the connection stays open as long as the body does not end. */
  public record Answer(int code, Map<String, String> headers, String body) {

    /** No answer: the connection is closed instead. */
    public static final Answer NONE = new Answer(0, Map.of(), "");

    public static Answer of(int code, String body) {
      return new Answer(code, Map.of(), body);
    }
  }

  /**
   * A request as it came.
   *
   * @param cipher the cipher suite of the connection; empty without TLS
   */
  public record Request(
      String method,
      String target,
      String contentType,
      String authorization,
      String body,
      Map<String, List<String>> headers,
      String certificate,
      String cipher) {}

  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final HttpServer server;
  private final String scheme;

  public TestServer(Function<Request, Answer> answers) throws IOException {
    this(HttpServer.create(ANY_PORT, 0), "http", answers);
  }

  private TestServer(HttpServer server, String scheme, Function<Request, Answer> answers) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          Request request =
              new Request(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().toString(),
                  String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                  String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                  Map.copyOf(exchange.getRequestHeaders()),
                  certificate(exchange),
                  exchange instanceof HttpsExchange secure
                      ? secure.getSSLSession().getCipherSuite()
                      : "");
          requests.add(request);
          Answer answer = answers.apply(request);
          if (answer.equals(Answer.NONE)) {
            exchange.close();
            return;
          }
          answer.headers().forEach(exchange.getResponseHeaders()::set);
          byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer.code(), body.length == 0 ? -1 : body.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
          exchange.close();
        });
    server.start();
  }

  /**
   * A server that speaks TLS.
   *
   * @param own its certificate
   * @param clients signer of the certificates clients may show
   */
  static TestServer secure(
      HeldCertificate own, HeldCertificate clients, Function<Request, Answer> answers)
      throws IOException {
    HttpsServer server = HttpsServer.create(ANY_PORT, 0);
    HandshakeCertificates tls =
        new HandshakeCertificates.Builder()
            .heldCertificate(own)
            .addTrustedCertificate(clients.certificate())
            .build();
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls.sslContext()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters asking = getSSLContext().getDefaultSSLParameters();
            asking.setWantClientAuth(true);
            asking.setUseCipherSuitesOrder(false);
            parameters.setSSLParameters(asking);
          }
        });
    return new TestServer(server, "https", answers);
  }

  /** The subject of the certificate the client has shown; empty for none. */
  private static String certificate(HttpExchange exchange) {
    try {
      return exchange instanceof HttpsExchange secure
          ? secure.getSSLSession().getPeerPrincipal().getName()
          : "";
    } catch (SSLPeerUnverifiedException none) {
      return "";
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  public String address() {
    return scheme + "://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The requests so far. */
  public List<Request> requests() {
    return requests;
  }

  /** Writes a kubeconfig for a server. */
  public static Path kubeconfig(Path folder, String address) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        current-context: test
        contexts: [{name: test, context: {cluster: test, user: test}}]
        clusters: [{name: test, cluster: {server: '%s'}}]
        users: [{name: test, user: {token: secret}}]
        """
            .formatted(address));
  }

  public ClusterConnection connect(Path folder, Timeline timeline) throws Exception {
    return ClusterConnection.open(kubeconfig(folder, address()), null, timeline);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
