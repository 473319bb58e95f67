package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.TestServer;
import dev.hpa.spi.KubernetesApiException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerWaitTest {

  private static final String VERSION =
      "{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.2\"}";

  @TempDir private Path folder = Path.of("");

  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);

  /**
   * @param slow number of requests that take 11 s and fail
   */
  private String release(int slow) throws Exception {
    int[] requests = {0};
    try (TestServer server =
            new TestServer(
                request -> {
                  if (requests[0]++ >= slow) {
                    return TestServer.Answer.of(200, VERSION);
                  }
                  timeline.advance(Duration.ofSeconds(11));
                  return TestServer.Answer.NONE;
                });
        ClusterConnection connection = server.connect(folder, timeline);
        ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> release =
          thread.submit(
              () -> {
                try {
                  return ServerWait.release(connection, timeline).toString();
                } catch (KubernetesApiException failure) {
                  return "failed";
                }
              });
      while (!release.isDone()) {
        if (!timeline.sleepers().isEmpty()) {
          timeline.advance(Duration.ofSeconds(1));
        }
        Thread.onSpinWait();
      }
      return release.get() + " after " + requests[0];
    }
  }

  @Test
  void aSlowFirstRequestIsNotTheLast() throws Exception {
    String result = release(2);
    assertFalse(result.startsWith("failed"), result);
    assertTrue(result.endsWith(" after 3"), result);
  }

  @Test
  void endsAfterTheThirdSlowRequest() throws Exception {
    assertEquals("failed after 3", release(5));
  }
}
