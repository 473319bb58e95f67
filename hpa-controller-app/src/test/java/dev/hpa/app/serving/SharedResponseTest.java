package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a response is computed for many requests. */
@Tag("security")
class SharedResponseTest {

  private final AtomicInteger computed = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  private PageResponse computed() {
    computed.incrementAndGet();
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    return PageResponse.text(200, "metrics");
  }

  @Test
  void requestsThatWaitShareTheResponse() throws Exception {
    SharedResponse shared = new SharedResponse(this::computed);
    List<CompletableFuture<PageResponse>> responses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      CompletableFuture<PageResponse> response = new CompletableFuture<>();
      Thread reader = Thread.ofVirtual().start(() -> response.complete(shared.get()));
      begun.await();
      while (reader.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      responses.add(response);
    }
    end.countDown();
    PageResponse first = responses.getFirst().get();
    for (CompletableFuture<PageResponse> each : responses) {
      assertSame(first, each.get());
    }
    assertEquals(1, computed.get());
    assertNotSame(first, shared.get(), "a later request");
    assertEquals(2, computed.get());
  }

  @Test
  void aFailureDoesNotLast() {
    SharedResponse shared =
        new SharedResponse(
            () -> {
              if (computed.incrementAndGet() == 1) {
                throw new IllegalArgumentException("a collector");
              }
              return PageResponse.NOT_FOUND;
            });
    assertThrows(IllegalStateException.class, shared::get);
    assertSame(PageResponse.NOT_FOUND, shared.get());
  }
}
