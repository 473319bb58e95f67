package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Json;
import dev.hpa.kube.memory.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replays of the dashboard leave the carrier threads to the controller. */
@Tag("security")
class ReplayThreadsTest {

  private static final DashboardResponse DONE =
      DashboardResponse.json(JsonNodeFactory.instance.objectNode());

  private final ReplayThreads threads = new ReplayThreads();

  @Test
  void moreThanTwoAtATimeAreRefusedUntilOneEnds() throws Exception {
    CountDownLatch begun = new CountDownLatch(Limit.REPLAYS.asInt());
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<DashboardResponse>> running = new ArrayList<>();
    for (int i = 0; i < Limit.REPLAYS.asInt(); i++) {
      CompletableFuture<DashboardResponse> response = new CompletableFuture<>();
      running.add(response);
      Thread.ofVirtual()
          .start(
              () ->
                  response.complete(
                      threads.answer(
                          () -> {
                            begun.countDown();
                            end.await();
                            return DONE;
                          })));
    }
    begun.await();
    DashboardResponse.Content refused =
        assertInstanceOf(DashboardResponse.Content.class, threads.answer(() -> DONE));
    assertEquals(429, refused.status());
    assertEquals("2", refused.headers().get("Retry-After"));
    assertEquals(
        "what-if: 2 comparisons are being computed; try again in 2 s",
        Json.tree(refused.body()).path("message").asText());
    end.countDown();
    for (CompletableFuture<DashboardResponse> each : running) {
      assertEquals(DONE, each.get());
    }
    assertEquals(DONE, threads.answer(() -> DONE));
  }

  @Test
  void replaysRunOnPlatformThreads() throws Exception {
    AtomicBoolean isVirtual = new AtomicBoolean(true);
    Thread request =
        Thread.ofVirtual()
            .start(
                () ->
                    threads.answer(
                        () -> {
                          isVirtual.set(Thread.currentThread().isVirtual());
                          return DONE;
                        }));
    request.join();
    assertFalse(isVirtual.get());
  }

  @Test
  void aFailureFreesItsThread() {
    for (int i = 0; i <= Limit.REPLAYS.asInt(); i++) {
      assertThrows(
          IllegalStateException.class,
          () ->
              threads.answer(
                  () -> {
                    throw new IllegalArgumentException("no");
                  }));
    }
    assertEquals(DONE, threads.answer(() -> DONE));
  }
}
