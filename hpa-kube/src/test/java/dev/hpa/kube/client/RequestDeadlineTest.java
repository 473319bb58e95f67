package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.TestServer.Answer;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("security")
class RequestDeadlineTest {

  private static final ApiRequest GET =
      ApiRequest.get("/api/v1/pods", Map.of(), new ApiRequest.Subject("pods", "", ""));

  @TempDir private Path folder = Path.of("");
  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);

  /** Sends a blank every ten milliseconds, until the client closes the connection. */
  private static void drip(ServerSocket server) {
    try (Socket connection = server.accept();
        OutputStream out = connection.getOutputStream()) {
      String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write(' ');
        out.flush();
        Timeline.real().sleep(Duration.ofMillis(10));
      }
    } catch (IOException | InterruptedException over) {
      // The client has gone.
    }
  }

  @Test
  void anAnswerThatDripsIsGivenUp() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> drip(server));
      Path file = TestServer.kubeconfig(folder, "http://127.0.0.1:" + server.getLocalPort());
      try (ClusterConnection connection = ClusterConnection.open(file, null, timeline)) {
        HttpKubernetesApi api = HttpKubernetesApi.withTimeout(connection, Duration.ofMillis(300));
        KubernetesApiException failure =
            assertThrows(
                KubernetesApiException.class, () -> api.call(GET, body -> body.readAllBytes()));
        assertEquals(
            "unexpected error when reading response body. Please retry. Original error: timeout",
            failure.text());
      }
    }
  }

  @Test
  void aCallThatTakesLongIsReported() throws Exception {
    try (TestServer server = new TestServer(request -> Answer.of(200, "{}"));
        ClusterConnection connection = server.connect(folder, timeline)) {
      PendingCalls pending = connection.pending();
      HttpKubernetesApi api = new HttpKubernetesApi(connection);
      String report =
          api.call(
              GET,
              body -> {
                timeline.advance(Duration.ofMinutes(3));
                assertNull(pending.longerThan(Duration.ofMinutes(4)));
                assertEquals(Duration.ofMinutes(3), pending.longest());
                return String.valueOf(pending.longerThan(Duration.ofMinutes(2)));
              });
      assertEquals(
          "1 calls to the API server take longer than 2m0s, the longest: GET /api/v1/pods", report);
      assertNull(pending.longerThan(Duration.ZERO));
      assertEquals(Duration.ZERO, pending.longest());
    }
  }
}
