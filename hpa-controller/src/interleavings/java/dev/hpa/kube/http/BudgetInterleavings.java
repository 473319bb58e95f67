package dev.hpa.kube.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/** Large responses share a budget: none waits for another in a circle. */
@ExtendWith(FrayTestExtension.class)
class BudgetInterleavings {

  /** Of which a response takes all, and the first that does not fit the other part. */
  private static final int BUDGET = 4 << 20;

  @FrayTest(iterations = 1000)
  void largeResponsesEndInAnyOrder() throws InterruptedException {
    ResponseLimits limits =
        new ResponseLimits(
            new MemoryPool(50L * BUDGET),
            MemoryPart.RESPONSES,
            MemoryPart.LARGE_RESPONSE,
            Duration.ofDays(1));
    AtomicInteger read = new AtomicInteger();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(
          new Thread(
              () -> {
                try (ResponseLimits.Response response = limits.new Response("", true)) {
                  response.count(BUDGET / 2);
                  response.count(BUDGET / 4);
                  response.count(BUDGET / 4);
                  read.incrementAndGet();
                } catch (IOException late) {
                  // A wait may end at any time here: its end is real time.
                  read.incrementAndGet();
                }
              }));
    }
    readers.forEach(Thread::start);
    for (Thread each : readers) {
      each.join();
    }
    assertEquals(3, read.get());
  }
}
