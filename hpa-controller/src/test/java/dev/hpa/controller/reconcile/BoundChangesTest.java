package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Schedules are computed once for each change, not at each period of the controller. */
@NullMarked
@Tag("security")
class BoundChangesTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final NamespacedName A = new NamespacedName("shop", "a");

  private final AtomicInteger computed = new AtomicInteger();
  private final BoundChanges changes = new BoundChanges(this::counted);

  private @Nullable Instant counted(List<Schedule> schedules, Instant after) {
    computed.incrementAndGet();
    return Bounds.nextChange(schedules, after);
  }

  private static Options schedule(String text) {
    return OptionsReader.UNRESTRICTED.read(Map.of("hpa.dev/schedule.day", text), Map.of());
  }

  private @Nullable Duration until(Duration sinceStart) {
    return changes.until(A, START.plus(sinceStart));
  }

  @Test
  void theNextChangeIsComputedOnceUntilItHasPassed() {
    assertTrue(changes.set(A, schedule("11:00-12:00 min=5")));
    assertEquals(Duration.ofMinutes(60), until(Duration.ZERO));
    assertEquals(Duration.ofMinutes(1), until(Duration.ofMinutes(59)));
    assertFalse(changes.set(A, schedule("11:00-12:00 min=5")));
    assertEquals(Duration.ofNanos(1), until(Duration.ofMinutes(60).minusNanos(1)));
    assertEquals(1, computed.get());
    assertEquals(Duration.ofMinutes(60), until(Duration.ofMinutes(60)), "the end");
    assertEquals(Duration.ofMinutes(30), until(Duration.ofMinutes(90)));
    assertEquals(2, computed.get());
  }

  @Test
  void otherSchedulesAreComputedAgain() {
    changes.set(A, schedule("11:00-12:00 min=5"));
    assertEquals(Duration.ofMinutes(60), until(Duration.ZERO));
    assertTrue(changes.set(A, schedule("10:30-12:00 min=5")));
    assertEquals(Duration.ofMinutes(30), until(Duration.ZERO));
  }

  @Test
  void aClockThatIsSetBackIsNotTrusted() {
    changes.set(A, schedule("11:00-12:00 min=5"));
    assertEquals(Duration.ofMinutes(30), until(Duration.ofMinutes(90)));
    assertEquals(Duration.ofMinutes(60), until(Duration.ZERO));
  }

  @Test
  void schedulesThatNeverChangeAreComputedOnceADay() {
    changes.set(A, schedule("00:00-24:00 min=5"));
    for (int period = 0; period < 1_000; period++) {
      assertNull(until(PERIOD.multipliedBy(period)));
    }
    assertEquals(1, computed.get());
    assertNull(until(Duration.ofDays(1)));
    assertEquals(2, computed.get());
  }

  @Test
  void theEndOfAModeComesBeforeALaterChange() {
    changes.set(
        A,
        OptionsReader.UNRESTRICTED.read(
            Map.of(
                "hpa.dev/schedule.day",
                "11:00-12:00 min=5",
                "hpa.dev/mode",
                "Paused",
                "hpa.dev/mode-until",
                "2024-05-01T10:20:00Z"),
            Map.of()));
    assertEquals(Duration.ofMinutes(20), until(Duration.ZERO));
    assertEquals(Duration.ofMinutes(40), until(Duration.ofMinutes(20)));
    assertEquals(1, computed.get());
  }

  /** The timer of the controller adds every autoscaler once per period. */
  @Test
  void addingAWaitingKeyComputesNothing() throws InterruptedException {
    VirtualTimeline timeline = new VirtualTimeline(START);
    ReconcileQueue queue =
        new ReconcileQueue(
            timeline,
            new DueTimers(timeline, Duration.ZERO),
            new FixedInterval(PERIOD),
            new OwnSyncPeriods(PERIOD, () -> 50),
            changes,
            new ChangedSyncs(PERIOD));
    changes.set(A, schedule("11:00-12:00 min=5"));
    queue.add(A, Duration.ofDays(2));
    assertEquals(1, computed.get());
    timeline.advance(Duration.ofMinutes(59));
    changes.set(A, schedule("12:00-13:00 min=5"));
    queue.add(A);
    assertEquals(1, computed.get(), "it waits for the change that was known");
    timeline.advance(Duration.ofMinutes(1));
    assertTrue(queue.hasDue());
    queue.done(Objects.requireNonNull(queue.take()));
    queue.add(A);
    assertEquals(2, computed.get());
  }
}
