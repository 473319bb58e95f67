package dev.hpa.conformance.environment;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * An API server that a test scripts: responses by method and path, and watches whose events the
 * test sends. Unknown paths return 404.
 */
final class ScriptedServer implements AutoCloseable {

  /** Ends a watch. */
  private static final String END = "";

  static final String TOKEN = "of-the-cluster";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final Map<String, Scripted> responses = new ConcurrentHashMap<>();
  private final Map<String, BlockingQueue<BlockingQueue<String>>> watches =
      new ConcurrentHashMap<>();

  /** A request that arrived. */
  record Received(String method, String path, Map<String, List<String>> headers, String body) {

    String header(String name) {
      return String.join(",", headers.getOrDefault(name, List.of()));
    }
  }

  private record Scripted(int code, String type, String body) {}

  ScriptedServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  /** Sets the response to a method and path with query. */
  void respond(String request, int code, String type, String body) {
    responses.put(request, new Scripted(code, type, body));
  }

  /** Returns the requests so far. */
  List<Received> received() {
    return List.copyOf(received);
  }

  /** Waits for the next watch of a collection, and returns the queue of its events. */
  BlockingQueue<String> nextWatch(String collection) throws InterruptedException {
    return waiting(collection).take();
  }

  /** Ends a watch. */
  static void end(BlockingQueue<String> watch) {
    watch.add(END);
  }

  private BlockingQueue<BlockingQueue<String>> waiting(String collection) {
    return watches.computeIfAbsent(collection, any -> new LinkedBlockingQueue<>());
  }

  /** Writes a kubeconfig for the server. */
  Path kubeconfig(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("scripted.kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        current-context: scripted
        contexts: [{name: scripted, context: {cluster: scripted, user: scripted}}]
        clusters: [{name: scripted, cluster: {server: 'http://127.0.0.1:%d'}}]
        users: [{name: scripted, user: {token: '%s'}}]
        """
            .formatted(server.getAddress().getPort(), TOKEN));
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(
        new Received(
            exchange.getRequestMethod(), path, Map.copyOf(exchange.getRequestHeaders()), body));
    if (path.contains("watch=true")) {
      watch(exchange, path.substring(0, path.indexOf('?')));
      return;
    }
    Scripted scripted =
        responses.getOrDefault(
            exchange.getRequestMethod() + " " + path, new Scripted(404, "text/plain", "unknown"));
    byte[] bytes = scripted.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", scripted.type());
    exchange.sendResponseHeaders(scripted.code(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Sends each event as soon as the test adds it. */
  private void watch(HttpExchange exchange, String collection) throws IOException {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    exchange.sendResponseHeaders(200, 0);
    waiting(collection).add(events);
    try (OutputStream out = exchange.getResponseBody()) {
      out.flush();
      for (String event = events.take(); !event.equals(END); event = events.take()) {
        out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
