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
import dev.hpa.kube.client.ClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
@Tag("security")
class DueTimesTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final NamespacedName A = new NamespacedName("shop", "a");
  private static final NamespacedName B = new NamespacedName("shop", "b");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final AtomicInteger computed = new AtomicInteger();
  private final DueTimes times = times(50);

  private DueTimes times(double budget) {
    return new DueTimes(timeline, pace(PERIOD), () -> budget, this::counted);
  }

  private static DueTimes.Pace pace(Duration interval) {
    return new DueTimes.Pace(PERIOD, interval, false);
  }

  private @Nullable Instant counted(List<Schedule> schedules, Instant after) {
    computed.incrementAndGet();
    return Bounds.nextChange(schedules, after);
  }

  private static Options options(String... keysAndValues) {
    Map<String, String> annotations = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      annotations.put("hpa.dev/" + keysAndValues[i], keysAndValues[i + 1]);
    }
    return OptionsReader.UNRESTRICTED.read(annotations, Map.of());
  }

  private static Options schedule(String text) {
    return options("schedule.day", text);
  }

  private Duration next() {
    return Duration.between(timeline.now(), times.next(A).at());
  }

  /** The time until the next change of the options; null for none within a day. */
  private @Nullable Duration change(Duration sinceStart) {
    timeline.advance(Duration.between(timeline.now(), START.plus(sinceStart)));
    DueTimes.Due due = changing.next(A);
    return due.isExact() ? Duration.between(timeline.now(), due.at()) : null;
  }

  /** Without a change sooner, everything is due after a day. */
  private final DueTimes changing =
      new DueTimes(timeline, pace(Duration.ofDays(1)), () -> 50, this::counted);

  private static Duration wait(DueTimes times, NamespacedName key, Instant now) {
    return Duration.between(now, times.granted(key));
  }

  @Test
  void aPeriodOfItsOwnReplacesThatOfTheController() {
    assertFalse(times.set(A, Options.NONE));
    assertEquals(PERIOD, next());
    assertTrue(times.set(A, options("sync-period", "5s")));
    assertFalse(times.set(A, options("sync-period", "5s")));
    assertEquals(Duration.ofSeconds(5), next());
    assertTrue(times.set(A, options("sync-period", "60s")));
    assertEquals(Duration.ofSeconds(60), next());
    assertEquals(START.plus(PERIOD), times.first(A, START).at(), "a restart does not postpone it");
    assertTrue(times.set(A, Options.NONE));
    assertEquals(PERIOD, next());
  }

  @Test
  void onlyShorterPeriodsTakeFromTheBudget() {
    DueTimes few = times(1);
    few.set(A, options("sync-period", "15s"));
    few.set(B, options("sync-period", "60s"));
    for (int i = 0; i < 100; i++) {
      assertEquals(START, few.granted(A));
      assertEquals(START, few.granted(B));
    }
    NamespacedName shorter = new NamespacedName("shop", "c");
    few.set(shorter, options("sync-period", "5s"));
    assertEquals(START, few.granted(shorter));
  }

  @Test
  void anAutoscalerIsNotSyncedLaterThanWithoutTheOption() {
    DueTimes few = times(1);
    few.set(A, options("sync-period", "5s"));
    Duration longest = Duration.ZERO;
    for (int i = 0; i < 1000; i++) {
      Duration wait = wait(few, A, START);
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }
    assertEquals(Duration.ofSeconds(10), longest);
    timeline.advance(Duration.ofSeconds(20));
    assertEquals(timeline.now(), few.granted(A), "the budget is not overdrawn");
  }

  @Test
  void theBudgetDoesNotDelayAChangeOfTheOptions() {
    DueTimes few = times(0.1);
    few.set(
        A, options("sync-period", "5s", "mode", "Paused", "mode-until", "2024-05-01T10:00:02Z"));
    assertEquals(START, few.granted(A));
    assertEquals(START.plusSeconds(2), few.granted(A));
  }

  /** Syncs earlier than the controller's period never exceed the budget and 1 s of burst. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 7.3, 50, 1000})
  void noWindowHasMoreSyncsThanTheBudgetAndTheBurst(double budget) {
    Random random = new Random(Double.hashCode(budget));
    DueTimes limited = times(budget);
    limited.set(A, options("sync-period", "1s"));
    List<Instant> synced = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      timeline.advance(
          Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(5000) : random.nextInt(20)));
      Duration wait = wait(limited, A, timeline.now());
      assertFalse(wait.isNegative());
      if (wait.compareTo(PERIOD.minusSeconds(1)) < 0) {
        synced.add(timeline.now().plus(wait));
      }
    }
    synced.sort(null);
    for (int i = 0; i < synced.size(); i += 7) {
      for (int j = i; j < synced.size(); j += 13) {
        double seconds = Duration.between(synced.get(i), synced.get(j)).toNanos() / 1e9;
        assertTrue(
            j - i + 1 <= budget * (seconds + 1) + 2, (j - i + 1) + " syncs in " + seconds + " s");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"50, 20, 40, 8.7", "50, 20, 285, 0.5", "50, 20, 1000, 0.1", "5, 20, 40, 5"})
  void theBudgetLeavesTheOthersTheirReads(
      double most, double requestsPerSecond, int autoscalers, double budget) {
    assertEquals(budget, DueTimes.budget(most, requestsPerSecond, autoscalers, PERIOD), 0.05);
  }

  /** Schedules are computed once for each change, not at each period of the controller. */
  @Test
  void theNextChangeIsComputedOnceUntilItHasPassed() {
    assertTrue(changing.set(A, schedule("11:00-12:00 min=5")));
    assertEquals(Duration.ofMinutes(60), change(Duration.ZERO));
    assertEquals(Duration.ofMinutes(1), change(Duration.ofMinutes(59)));
    assertFalse(changing.set(A, schedule("11:00-12:00 min=5")));
    assertEquals(Duration.ofNanos(1), change(Duration.ofMinutes(60).minusNanos(1)));
    assertEquals(1, computed.get());
    assertEquals(Duration.ofMinutes(60), change(Duration.ofMinutes(60)), "the end");
    assertEquals(Duration.ofMinutes(30), change(Duration.ofMinutes(90)));
    assertEquals(2, computed.get());
  }

  @Test
  void otherSchedulesAreComputedAgain() {
    changing.set(A, schedule("11:00-12:00 min=5"));
    assertEquals(Duration.ofMinutes(60), change(Duration.ZERO));
    assertTrue(changing.set(A, schedule("10:30-12:00 min=5")));
    assertEquals(Duration.ofMinutes(30), change(Duration.ZERO));
  }

  @Test
  void aClockThatIsSetBackIsNotTrusted() {
    changing.set(A, schedule("11:00-12:00 min=5"));
    assertEquals(Duration.ofMinutes(30), change(Duration.ofMinutes(90)));
    timeline.setClock(Duration.ofMinutes(-90));
    DueTimes.Due due = changing.next(A);
    assertEquals(Duration.ofMinutes(60), Duration.between(timeline.now(), due.at()));
  }

  @Test
  void schedulesThatNeverChangeAreComputedOnceADay() {
    changing.set(A, schedule("00:00-24:00 min=5"));
    for (int period = 0; period < 1_000; period++) {
      assertNull(change(PERIOD.multipliedBy(period)));
    }
    assertEquals(1, computed.get());
    assertNull(change(Duration.ofDays(1)));
    assertEquals(2, computed.get());
  }

  @Test
  void theEndOfAModeComesBeforeALaterChange() {
    changing.set(
        A,
        options(
            "schedule.day",
            "11:00-12:00 min=5",
            "mode",
            "Paused",
            "mode-until",
            "2024-05-01T10:20:00Z"));
    assertEquals(Duration.ofMinutes(20), change(Duration.ZERO));
    assertEquals(Duration.ofMinutes(40), change(Duration.ofMinutes(20)));
    assertEquals(1, computed.get());
  }

  /** The timer of the controller adds every autoscaler once per period. */
  @Test
  void addingAWaitingKeyComputesNothing() throws InterruptedException {
    ReconcileQueue queue =
        new ReconcileQueue(timeline, changing, Duration.ZERO, ClientOptions.UNLIMITED);
    changing.set(A, schedule("11:00-12:00 min=5"));
    queue.add(A);
    assertEquals(1, computed.get());
    timeline.advance(Duration.ofMinutes(59));
    changing.set(A, schedule("12:00-13:00 min=5"));
    queue.add(A);
    assertEquals(1, computed.get(), "it waits for the change that was known");
    timeline.advance(Duration.ofMinutes(1));
    assertTrue(queue.hasDue());
    queue.done(Objects.requireNonNull(queue.take(any -> true)));
    queue.add(A);
    assertEquals(2, computed.get());
  }
}
