package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection of a response that belongs to another request is not used again. */
@Tag("security")
class MisdirectedResponseTest {

  private final HttpServer server;
  private final List<Integer> ports = new CopyOnWriteArrayList<>();
  private @TempDir Path folder = Path.of("");

  MisdirectedResponseTest() throws IOException {
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
    ports.add(exchange.getRemoteAddress().getPort());
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(body)) {
      out.write("{}".getBytes(StandardCharsets.UTF_8));
    }
    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    exchange.sendResponseHeaders(200, body.size());
    exchange.getResponseBody().write(body.toByteArray());
    exchange.close();
  }

  private interface Sender {
    TransportResponse send(ApiRequest request) throws IOException;
  }

  private void readTwiceAndDistrust(Sender sender) throws IOException {
    ApiRequest request = ApiRequest.get("/a", Map.of(), ApiRequest.Subject.NONE);
    for (boolean isMisdirected : new boolean[] {false, true, false}) {
      TransportResponse response = sender.send(request);
      response.body().readAllBytes();
      if (isMisdirected) {
        response.distrust();
      }
      response.close();
    }
    assertEquals(ports.get(0), ports.get(1));
    assertNotEquals(ports.get(1), ports.get(2));
  }

  /** The response is wrapped by those that observe and decompress it. */
  @Test
  void ofACompressedResponse() throws Exception {
    Path kubeconfig = TestServer.kubeconfig(folder, address());
    Duration limit = Duration.ofMinutes(1);
    try (ClusterConnection connection =
        ClusterConnection.open(kubeconfig, null, new VirtualTimeline(Instant.EPOCH))) {
      readTwiceAndDistrust(request -> connection.send(request, limit, limit, () -> true));
    }
  }
}
