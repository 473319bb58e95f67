package dev.hpa.app.cluster;

import com.sun.net.httpserver.HttpServer;
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

  /** A request as it came. */
  public record Request(
      String method, String target, String contentType, String authorization, String body) {}

  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public TestServer(Function<Request, Answer> answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
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

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
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
