package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What proxies before an API server answer: redirects, and compression that was not requested. */
@Tag("security")
class ProxiedAnswersTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-03-01T00:00:00Z"));
  private final Path folder;
  private final HttpServer server;
  private final List<String> targets = new CopyOnWriteArrayList<>();

  ProxiedAnswersTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestURI().toString();
    targets.add(exchange.getRequestMethod() + " " + target);
    exchange.getRequestBody().readAllBytes();
    byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    int code = 200;
    if (target.startsWith("/k8s/redirect/")) {
      code = Integer.parseInt(target.substring("/k8s/redirect/".length()));
      exchange.getResponseHeaders().set("Location", "/k8s/new?limit=5");
    } else if (target.equals("/k8s/relative")) {
      code = 302;
      exchange.getResponseHeaders().set("Location", "new");
    } else if (target.equals("/k8s/loop")) {
      code = 302;
      exchange.getResponseHeaders().set("Location", address() + "/k8s/loop");
    } else if (target.equals("/k8s/elsewhere")) {
      code = 302;
      exchange.getResponseHeaders().set("Location", "http://other.example/k8s/new?token=a");
    } else if (target.equals("/k8s/outside")) {
      code = 302;
      exchange.getResponseHeaders().set("Location", "/login");
    } else if (target.equals("/k8s/gzip")) {
      exchange.getResponseHeaders().set("Content-Encoding", "GZIP");
      body = gzip(body);
    } else if (target.equals("/k8s/parts")) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      byte[] empty = gzip(new byte[0]);
      body = new byte[40_000 * empty.length];
      for (int i = 0; i < 40_000; i++) {
        System.arraycopy(empty, 0, body, i * empty.length, empty.length);
      }
    } else if (target.equals("/k8s/broken")) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(code, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  private String call(ApiRequest request) throws Exception {
    Path kubeconfig = TestServer.kubeconfig(folder, address() + "/k8s");
    try (ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline)) {
      return new HttpKubernetesApi(connection)
          .call(request, body -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static ApiRequest get(String path) {
    return ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE);
  }

  private String refusal(ApiRequest request) {
    return String.valueOf(
        assertThrows(KubernetesApiException.class, () -> call(request)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsOfReadsAreFollowed(int code) throws Exception {
    assertEquals("{\"a\":1}", call(get("/redirect/" + code)));
    assertEquals(List.of("GET /k8s/redirect/" + code, "GET /k8s/new?limit=5"), targets);
  }

  @Test
  void aLocationMayBeRelative() throws Exception {
    assertEquals("{\"a\":1}", call(get("/relative")));
    assertEquals("GET /k8s/new", targets.getLast());
  }

  @Test
  void redirectsEnd() {
    assertEquals(
        "Get \"" + address() + "/k8s/loop\": stopped after 10 redirects", refusal(get("/loop")));
    assertEquals(11, targets.size());
  }

  @ParameterizedTest
  @CsvSource({"/elsewhere, http://other.example/k8s/new", "/outside, SERVER/login"})
  void anotherServerIsNotAsked(String path, String location) {
    assertEquals(
        "Get \"%s/k8s%s\": the server redirects to \"%s\", which is another server; correct its address"
            .formatted(address(), path, location.replace("SERVER", address())),
        refusal(get(path)));
    assertEquals(1, targets.size());
  }

  @Test
  void redirectsOfWritesAreNotFollowed() {
    refusal(ApiRequest.put("/redirect/307", ApiRequest.Subject.NONE, new byte[] {'{', '}'}));
    assertEquals(List.of("PUT /k8s/redirect/307"), targets);
  }

  @Test
  void compressionThatWasNotRequestedIsUndone() throws Exception {
    assertEquals("{\"a\":1}", call(get("/gzip")));
    assertTrue(refusal(get("/parts")).contains("too many empty parts"), refusal(get("/parts")));
    assertTrue(refusal(get("/broken")).contains("Not in GZIP format"), refusal(get("/broken")));
  }
}
