package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ShutdownTest {

  private static final Duration NEVER = Duration.ofDays(1);

  private final CountDownLatch halted = new CountDownLatch(1);

  @Test
  void processIsHaltedAtTheDeadline() throws Exception {
    Shutdown shutdown = new Shutdown(Duration.ofMillis(1), halted::countDown);
    Thread hook = Thread.ofVirtual().start(shutdown::begin);
    shutdown.await();
    halted.await();
    shutdown.done();
    hook.join();
  }

  @Test
  void deadlineAppliesWithoutASignal() throws Exception {
    Shutdown shutdown = new Shutdown(Duration.ofMillis(1), halted::countDown);
    shutdown.ask();
    halted.await();
  }

  /** A plug-in may register a shutdown hook that hangs. */
  @Test
  void defaultDeadlineApplies() throws Exception {
    Shutdown.limit(Duration.ofMillis(1), halted::countDown).start();
    halted.await();
  }

  @Test
  void processIsNotHaltedAfterClosing() throws Exception {
    Shutdown shutdown = new Shutdown(NEVER, halted::countDown);
    Thread hook = Thread.ofVirtual().start(shutdown::begin);
    shutdown.await();
    shutdown.done();
    hook.join();
    assertEquals(1, halted.getCount());
  }

  /** The creation of a plug-in may hang, or end the process. */
  @Test
  void blockedStartIsInterrupted() throws InterruptedException {
    Shutdown shutdown = new Shutdown(NEVER, halted::countDown);
    CountDownLatch starting = new CountDownLatch(1);
    Thread start =
        Thread.ofVirtual()
            .start(
                () -> {
                  shutdown.starting();
                  starting.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException asked) {
                    shutdown.done();
                  }
                });
    starting.await();
    shutdown.begin();
    start.join();
  }

  @Test
  void completedStartIsNotInterrupted() throws InterruptedException {
    Shutdown shutdown = new Shutdown(NEVER, halted::countDown);
    boolean[] interrupted = {true};
    Thread start =
        Thread.ofVirtual()
            .start(
                () -> {
                  shutdown.starting();
                  shutdown.started();
                  shutdown.done();
                  shutdown.begin();
                  interrupted[0] = Thread.currentThread().isInterrupted();
                });
    start.join();
    assertFalse(interrupted[0]);
  }
}
