package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownTest {

  private static final Duration NEVER = Duration.ofDays(1);

  private final CountDownLatch halted = new CountDownLatch(1);

  @Test
  void whatDoesNotCloseInTimeIsAbandoned() throws Exception {
    Shutdown shutdown = new Shutdown(Duration.ofMillis(1), halted::countDown);
    Thread hook = Thread.ofVirtual().start(shutdown::begin);
    shutdown.await();
    assertTrue(halted.await(20, TimeUnit.SECONDS));
    shutdown.done();
    hook.join();
  }

  @Test
  void aCommandThatEndsByItselfHasTheSameTime() throws Exception {
    Shutdown shutdown = new Shutdown(Duration.ofMillis(1), halted::countDown);
    shutdown.ask();
    assertTrue(halted.await(20, TimeUnit.SECONDS));
  }

  @Test
  void whatIsClosedEndsInOrder() throws Exception {
    Shutdown shutdown = new Shutdown(NEVER, halted::countDown);
    Thread hook = Thread.ofVirtual().start(shutdown::begin);
    shutdown.await();
    shutdown.done();
    hook.join();
    assertEquals(1, halted.getCount());
  }
}
