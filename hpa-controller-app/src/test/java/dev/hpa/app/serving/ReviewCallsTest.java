package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NullMarked
@Tag("security")
class ReviewCallsTest {

  private final VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);
  private final ReviewCalls<String, String> calls = new ReviewCalls<>(time::now);

  /** If each call were a separate review, one would exceed the burst and be rejected. */
  @Test
  void concurrentEqualReviewsAreDeduplicated() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    List<Future<String>> outcomes = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      outcomes.add(
          callers.submit(
              () ->
                  calls.run(
                      "jane",
                      false,
                      () -> {
                        asked.incrementAndGet();
                        begun.countDown();
                        await(answer);
                        return "yes";
                      })));
      begun.await();
      CountDownLatch arrived = new CountDownLatch(100);
      for (int i = 0; i < 100; i++) {
        outcomes.add(
            callers.submit(
                () -> {
                  arrived.countDown();
                  return calls.run("jane", true, () -> "yes, " + asked.incrementAndGet());
                }));
      }
      arrived.await();
      answer.countDown();
    }
    long shared = outcomes.stream().filter(each -> each.resultNow().equals("yes")).count();
    // Those that had arrived and not asked yet when the answer came ask again.
    assertEquals(outcomes.size(), shared + asked.get() - 1);
  }

  @Test
  void errorEndsTheReviewForAllCallers() {
    assertThrows(
        StackOverflowError.class,
        () ->
            calls.run(
                "jane",
                true,
                () -> {
                  throw new StackOverflowError();
                }));
    assertEquals("yes", assertYes());
  }

  private String assertYes() {
    try {
      return calls.run("jane", true, () -> "yes");
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void reviewsAreRateLimited() throws Exception {
    for (int i = 0; i < 20; i++) {
      int each = i;
      assertEquals("no", calls.run("path" + each, false, () -> "no"));
    }
    assertThrows(TooManyReviewsException.class, () -> calls.run("another", false, () -> "no"));
    assertEquals("yes", calls.run("known", true, () -> "yes"));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ending) {
      throw new IllegalStateException(ending);
    }
  }

  @Test
  void theStatusOfAnAnswerIsReadUnlessTheAnswerIsTooLarge() throws IOException {
    assertTrue(ReviewCalls.status(answer(" ".repeat(1_000_000))).path("allowed").asBoolean());
    InputStream large = answer(" ".repeat(1 << 20));
    assertThrows(IOException.class, () -> ReviewCalls.status(large));
  }

  private static InputStream answer(String padding) {
    String text = "{\"status\":{\"allowed\":true}}" + padding;
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
