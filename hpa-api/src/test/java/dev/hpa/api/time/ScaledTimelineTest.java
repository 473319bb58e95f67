package dev.hpa.api.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uses a speed at which a day takes less than 100 ms. */
class ScaledTimelineTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final double SPEED = 1_000_000;

  private final Timeline timeline = Timeline.scaled(SPEED, START);

  @AfterEach
  void close() {
    timeline.close();
  }

  @Test
  void timeStartsAtTheGivenInstantAndAdvances() {
    Instant first = timeline.now();
    assertFalse(first.isBefore(START));
    assertFalse(timeline.now().isBefore(first));
  }

  @Test
  void realWaitsAreScaledBySpeed() {
    assertEquals(Duration.ofMillis(18), timeline.toReal(Duration.ofHours(5)));
    try (Timeline real = Timeline.real()) {
      assertEquals(Duration.ofSeconds(15), real.toReal(Duration.ofSeconds(15)));
    }
    try (Timeline slow = Timeline.scaled(0.5, START)) {
      assertEquals(Duration.ofSeconds(30), slow.toReal(Duration.ofSeconds(15)));
    }
  }

  @Test
  void speedMustBePositiveAndFinite() {
    for (double speed : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> Timeline.scaled(speed, START));
    }
  }

  @Test
  void sleepLastsAtLeastTheDuration() throws InterruptedException {
    Instant before = timeline.now();
    timeline.sleep(Duration.ofHours(1));
    assertFalse(timeline.now().isBefore(before.plus(Duration.ofHours(1))));
  }

  /** Leases are renewed by threads that sleep, however long tasks of others take. */
  @Test
  @Tag("security")
  void sleepAndAwaitEndWhileATaskRuns() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    timeline.schedule(
        Duration.ZERO,
        () -> {
          begun.countDown();
          try {
            hold.await();
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        });
    begun.await();
    timeline.sleep(Duration.ofHours(1));
    timeline.await(new CountDownLatch(1), Duration.ofHours(1));
    hold.countDown();
  }

  @Test
  void awaitEndsWhenTheLatchIsReleased() throws InterruptedException {
    CountDownLatch released = new CountDownLatch(1);
    timeline.schedule(Duration.ofHours(1), released::countDown);
    timeline.await(released, Duration.ofDays(100_000));
    assertEquals(0, released.getCount());
  }

  @Test
  void tasksRunSequentiallyInOrderOfDueTime() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(3);
    CountDownLatch hold = new CountDownLatch(1);
    timeline.schedule(
        Duration.ZERO,
        () -> {
          try {
            hold.await();
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        });
    for (int hours : new int[] {30, 10, 20}) {
      timeline.schedule(
          Duration.ofHours(hours),
          () -> {
            ran.add(hours + "h on " + Thread.currentThread().getName());
            all.countDown();
          });
    }
    hold.countDown();
    all.await();
    assertEquals(List.of("10h on timeline", "20h on timeline", "30h on timeline"), ran);
  }

  @Test
  void schedulingNeverRunsTheTask() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    AtomicInteger within = new AtomicInteger();
    timeline.schedule(
        Duration.ofSeconds(-5),
        () -> {
          if (Thread.currentThread().equals(caller)) {
            within.incrementAndGet();
          }
          done.countDown();
        });
    done.await();
    assertEquals(0, within.get());
  }

  @Test
  void aCancelledTaskDoesNotRun() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch hold = new CountDownLatch(1);
    CountDownLatch last = new CountDownLatch(1);
    timeline.schedule(
        Duration.ZERO,
        () -> {
          try {
            hold.await();
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        });
    Timeline.Scheduled cancelled =
        timeline.schedule(Duration.ofSeconds(1), () -> ran.add("cancelled"));
    timeline.schedule(Duration.ofSeconds(2), last::countDown);
    cancelled.cancel();
    hold.countDown();
    last.await();
    assertEquals(List.of(), ran);
  }

  @Test
  void aFailingRunDoesNotEndAPeriodicTask() throws InterruptedException {
    CountDownLatch turns = new CountDownLatch(3);
    Timeline.Scheduled every =
        timeline.every(
            Duration.ofMinutes(10),
            () -> {
              Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
              turns.countDown();
              throw new IllegalStateException("boom");
            });
    turns.await();
    every.cancel();
  }

  @Test
  void tasksMayScheduleTasks() throws InterruptedException {
    CountDownLatch inner = new CountDownLatch(1);
    timeline.schedule(
        Duration.ofSeconds(1), () -> timeline.schedule(Duration.ofSeconds(1), inner::countDown));
    inner.await();
  }

  @Test
  void schedulingAfterCloseIsIgnored() {
    List<String> ran = new CopyOnWriteArrayList<>();
    timeline.close();
    timeline.schedule(Duration.ZERO, () -> ran.add("late")).cancel();
    timeline.every(Duration.ofSeconds(1), () -> ran.add("late"));
    assertTrue(ran.isEmpty());
  }
}
