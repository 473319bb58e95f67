package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReadTimeoutTest {

  private final SteppedTimers timers = new SteppedTimers();
  private final AtomicInteger ends = new AtomicInteger();
  private final ReadTimeout timeout = new ReadTimeout(timers, ends::incrementAndGet);

  /** Timers whose time passes when a test says so. */
  private static final class SteppedTimers implements ReadTimeout.Timers {
    private final TreeMap<Long, List<Runnable>> tasks = new TreeMap<>();
    private long now;
    private int scheduled;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void schedule(long nanos, Runnable task) {
      scheduled++;
      tasks.computeIfAbsent(now + nanos, any -> new ArrayList<>()).add(task);
    }

    void pass(int milliseconds) {
      long end = now + TimeUnit.MILLISECONDS.toNanos(milliseconds);
      while (!tasks.isEmpty() && tasks.firstKey() <= end) {
        now = tasks.firstKey();
        tasks.pollFirstEntry().getValue().forEach(Runnable::run);
      }
      now = end;
    }
  }

  @Test
  void endsAReadAtItsTimeout() {
    timeout.begin(30);
    timers.pass(29);
    assertEquals(0, ends.get());
    assertFalse(timeout.hasExpired());
    timers.pass(1);
    assertEquals(1, ends.get());
    assertTrue(timeout.hasExpired());
  }

  @Test
  void oneTimerServesManyReads() {
    for (int i = 0; i < 100; i++) {
      timeout.begin(30);
      timers.pass(1);
      timeout.end();
    }
    assertEquals(0, ends.get());
    assertTrue(timers.scheduled <= 4, timers.scheduled + " timers in 100 ms of 30 ms each");
  }

  @Test
  void aReadThatBeganAfterTheTimerHasItsWholeTime() {
    timeout.begin(30);
    timeout.end();
    timers.pass(20);
    timeout.begin(30);
    timers.pass(29);
    assertEquals(0, ends.get());
    timers.pass(1);
    assertEquals(1, ends.get());
  }

  @Test
  void aShorterReadIsNotDelayedByATimerOfALongerOne() {
    timeout.begin(3000);
    timeout.end();
    timeout.begin(10);
    timers.pass(10);
    assertEquals(1, ends.get());
  }

  @Test
  void aTimerOfAShorterReadDoesNotEndALongerOne() {
    timeout.begin(10);
    timeout.end();
    timeout.begin(3000);
    timers.pass(2999);
    assertEquals(0, ends.get());
    timers.pass(1);
    assertEquals(1, ends.get());
  }

  @Test
  void noReadAndNoTimeoutNeverEnd() {
    timeout.begin(10);
    timeout.end();
    timers.pass(1000);
    timeout.begin(0);
    timers.pass(1000);
    assertEquals(0, ends.get());
  }

  @Test
  @Tag("security")
  void aTimerDoesNotKeepAConnectionThatWasClosed() {
    WeakReference<ReadTimeout> closed = new WeakReference<>(begun());
    System.gc();
    assertNull(closed.get());
    timers.pass(30);
    assertEquals(0, ends.get());
  }

  private ReadTimeout begun() {
    ReadTimeout begun = new ReadTimeout(timers, ends::incrementAndGet);
    begun.begin(30);
    return begun;
  }
}
