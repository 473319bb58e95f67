package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.sandbox.request.RequestInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between a program and the test cluster. Before each request it restores the state that
 * the recording of that request implies, then forwards the request to the sandbox.
 */
final class ReplayProxy implements AutoCloseable {

  private static final Pattern WATCH = Pattern.compile("[?&]watch=(true|1)(&|$)");

  private static final Set<String> PASSED_ON =
      Set.of(
          "accept",
          "accept-encoding",
          "content-type",
          "if-modified-since",
          "if-none-match",
          "user-agent");

  private static final List<String> SENT_BACK =
      List.of(
          "cache-control",
          "content-encoding",
          "content-type",
          "etag",
          "last-modified",
          "location",
          "vary",
          "warning");

  private final BareApiServer stage;
  private final HttpTestCluster scene;
  private final HttpServer server;
  private final List<RecordedExchange> expected = new ArrayList<>();
  private volatile SandboxClient client;
  private volatile boolean wasHalfKnown;

  ReplayProxy(BareApiServer stage, HttpTestCluster scene) throws IOException {
    this.stage = stage;
    this.scene = scene;
    this.client = stage.client;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Expects the requests of a recorded command from now on. */
  synchronized void expect(List<RecordedExchange> command) {
    wasHalfKnown = false;
    expected.clear();
    expected.addAll(command);
    client = command.isEmpty() ? stage.client : stage.clientOf(command.getLast());
  }

  /** Whether the command received objects whose recordings contain the metadata only. */
  boolean wasHalfKnown() {
    return wasHalfKnown;
  }

  private void answer(HttpExchange request) throws IOException {
    try (request) {
      byte[] body = request.getRequestBody().readAllBytes();
      Map<String, String> headers = headers(request);
      String path = request.getRequestURI().toString();
      RecordedExchange recorded = next(request);
      RequestInfo target =
          recorded == null ? null : RecordedObjects.target(recorded, stage.cluster.resources());
      if (recorded != null && target != null && recorded.isWatch()) {
        watch(request, recorded, target, path, headers);
        return;
      }
      if (recorded != null && target != null) {
        scene.set(recorded, target);
        scene.saw(recorded);
        wasHalfKnown |= !scene.halfKnown().isEmpty();
      }
      var reply =
          client.send(request.getRequestMethod(), path, headers, body.length == 0 ? null : body);
      head(request, reply.response(), reply.bytes().length == 0 ? -1 : reply.bytes().length);
      request.getResponseBody().write(reply.bytes());
    }
  }

  private static Map<String, String> headers(HttpExchange request) {
    Map<String, String> headers = new LinkedHashMap<>();
    request
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(",", values));
              }
            });
    return headers;
  }

  /** The recording of a request; a program with an empty cache sends some that are not recorded. */
  private synchronized @Nullable RecordedExchange next(HttpExchange request) {
    boolean watches = WATCH.matcher(request.getRequestURI().toString()).find();
    for (RecordedExchange each : expected) {
      boolean isThis =
          each.method().equals(request.getRequestMethod())
              && each.isWatch() == watches
              && each.pathWithoutQuery().equals(request.getRequestURI().getRawPath());
      if (isThis) {
        expected.remove(each);
        return each;
      }
    }
    return null;
  }

  private static void head(HttpExchange request, HttpResponse<?> reply, long length)
      throws IOException {
    for (String name : SENT_BACK) {
      reply.headers().allValues(name).forEach(v -> request.getResponseHeaders().add(name, v));
    }
    request.sendResponseHeaders(reply.statusCode(), length);
  }

  private void watch(
      HttpExchange request,
      RecordedExchange recorded,
      RequestInfo target,
      String path,
      Map<String, String> headers)
      throws IOException {
    List<JsonNode> events = recorded.events().stream().filter(ReceivedEvents::isCompared).toList();
    int start = Replay.initial(recorded, events);
    List<JsonNode> later = events.subList(start, events.size());
    scene.setWatched(recorded, target, events.subList(0, start), later);
    String revision = "resourceVersion=" + stage.cluster.store().revision();
    HttpResponse<InputStream> reply =
        client.stream(path.replaceAll("resourceVersion=[1-9]\\d*", revision), headers);
    head(request, reply, 0);
    later.forEach(event -> scene.happen(target, event));
    try (InputStream in = reply.body();
        OutputStream out = request.getResponseBody()) {
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
