package dev.hpa.api.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class VirtualTimelineTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final List<String> ran = new ArrayList<>();

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private Runnable note(String name) {
    return () -> ran.add(name + "@" + Duration.between(START, timeline.now()).toSeconds());
  }

  @Test
  void timeChangesOnlyWhenAdvanced() {
    assertEquals(START, timeline.now());
    timeline.schedule(Duration.ZERO, note("now"));
    assertEquals(List.of(), ran);
    timeline.advance(Duration.ZERO);
    assertEquals(List.of("now@0"), ran);
    timeline.advance(seconds(7));
    assertEquals(START.plusSeconds(7), timeline.now());
  }

  @Test
  void dueTasksRunInOrderOfScheduling() {
    timeline.schedule(seconds(5), note("b"));
    timeline.schedule(seconds(2), note("a"));
    timeline.schedule(seconds(5), note("c"));
    timeline.schedule(seconds(-3), note("late"));
    timeline.schedule(seconds(11), note("never"));
    timeline.advance(seconds(10));
    assertEquals(List.of("late@0", "a@2", "b@5", "c@5"), ran);
    assertEquals(START.plusSeconds(11), timeline.nextDue());
  }

  @Test
  void tasksScheduledByTasksRunInTheSameAdvance() {
    timeline.schedule(
        seconds(1),
        () -> {
          note("outer").run();
          timeline.schedule(seconds(1), note("inner"));
          timeline.schedule(Duration.ZERO, note("at once"));
          timeline.schedule(seconds(60), note("later"));
        });
    timeline.advance(seconds(10));
    assertEquals(List.of("outer@1", "at once@1", "inner@2"), ran);
  }

  @Test
  void theEndOfEachSleepIsDueAsSoonAsItsThreadIsAsleep() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      Thread sleeper =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      timeline.sleep(seconds(1));
                    } catch (InterruptedException stopped) {
                      throw new IllegalStateException(stopped);
                    }
                  });
      while (timeline.sleepers().isEmpty()) {
        Thread.onSpinWait();
      }
      assertEquals(timeline.now().plusSeconds(1), timeline.nextDue());
      timeline.advance(seconds(1));
      sleeper.join();
    }
  }

  @Test
  void aCancelledTaskDoesNotRun() {
    Timeline.Scheduled task = timeline.schedule(seconds(1), note("a"));
    timeline.schedule(seconds(1), note("b"));
    task.cancel();
    task.cancel();
    timeline.advance(seconds(2));
    assertEquals(List.of("b@1"), ran);
  }

  @Test
  void aTaskMayCancelALaterOne() {
    Timeline.Scheduled later = timeline.schedule(seconds(2), note("later"));
    timeline.schedule(seconds(1), later::cancel);
    timeline.advance(seconds(3));
    assertEquals(List.of(), ran);
  }

  @Test
  void aPeriodicTaskRunsOncePerPeriodUntilCancelled() {
    Timeline.Scheduled every = timeline.every(seconds(10), note("tick"));
    timeline.advance(seconds(35));
    assertEquals(List.of("tick@10", "tick@20", "tick@30"), ran);
    every.cancel();
    timeline.advance(seconds(60));
    assertEquals(3, ran.size());
  }

  @Test
  void aPeriodicTaskMayCancelItself() {
    AtomicReference<Timeline.Scheduled> every = new AtomicReference<>();
    every.set(
        timeline.every(
            seconds(1),
            () -> {
              note("once").run();
              every.get().cancel();
            }));
    timeline.advance(seconds(5));
    assertEquals(List.of("once@1"), ran);
  }

  @Test
  void aFailingRunDoesNotEndAPeriodicTask() {
    timeline.every(
        seconds(1),
        () -> {
          note("tick").run();
          throw new IllegalStateException("boom");
        });
    assertThrows(IllegalStateException.class, () -> timeline.advance(seconds(1)));
    assertThrows(IllegalStateException.class, () -> timeline.advance(seconds(1)));
    assertEquals(List.of("tick@1", "tick@2"), ran);
  }

  @Test
  void nothingRunsAfterClose() {
    timeline.schedule(seconds(1), note("a"));
    timeline.every(seconds(1), note("b"));
    timeline.close();
    timeline.schedule(seconds(1), note("c"));
    timeline.advance(seconds(10));
    assertEquals(List.of(), ran);
    assertNull(timeline.nextDue());
  }

  @Test
  void sleepEndsWhenTimeAdvances() throws InterruptedException {
    CountDownLatch awake = new CountDownLatch(1);
    Thread sleeper =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    timeline.sleep(seconds(30));
                    awake.countDown();
                  } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (timeline.nextDue() == null) {
      Thread.onSpinWait();
    }
    assertEquals(1, awake.getCount());
    timeline.advance(seconds(30));
    awake.await();
    sleeper.join();
  }

  @Test
  void advancingTakesNoRealTime() {
    assertEquals(Duration.ZERO, timeline.toReal(Duration.ofHours(1)));
  }

  @Test
  void runsOneTaskAtATime() {
    timeline.schedule(seconds(5), note("a"));
    timeline.schedule(seconds(5), note("b"));
    assertFalse(timeline.runNext(START.plusSeconds(4)));
    assertEquals(START, timeline.now());
    assertTrue(timeline.runNext(START.plusSeconds(5)));
    assertEquals(List.of("a@5"), ran);
    assertTrue(timeline.runNext(START.plusSeconds(9)));
    assertEquals(List.of("a@5", "b@5"), ran);
    assertEquals(START.plusSeconds(5), timeline.now());
  }

  @Test
  void aThreadSleepsUntilItsTimeHasCome() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread sleeper =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    timeline.sleep(seconds(3));
                  } catch (InterruptedException interrupted) {
                    failure.set(interrupted);
                  }
                });
    while (timeline.nextDue() == null) {
      Thread.onSpinWait();
    }
    assertEquals(Set.of(sleeper), timeline.sleepers());
    timeline.advance(seconds(2));
    assertEquals(Set.of(sleeper), timeline.sleepers());
    timeline.advance(seconds(1));
    assertEquals(Set.of(), timeline.sleepers(), "not sleeping, even before it runs");
    sleeper.join();
    assertNull(failure.get());
  }

  @Test
  void anInterruptedThreadDoesNotSleep() throws Exception {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> timeline.sleep(seconds(3)));
    assertEquals(Set.of(), timeline.sleepers());
    assertNull(timeline.nextDue());
  }
}
