package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class OwnSyncPeriodsTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static NamespacedName name(int number) {
    return new NamespacedName("shop", "web-" + number);
  }

  @Test
  void reportsChanges() {
    OwnSyncPeriods periods = new OwnSyncPeriods(PERIOD, () -> 50);
    assertFalse(periods.set(name(1), null));
    assertTrue(periods.set(name(1), Duration.ofSeconds(1)));
    assertFalse(periods.set(name(1), Duration.ofSeconds(1)));
    assertTrue(periods.set(name(1), Duration.ofSeconds(2)));
    assertEquals(Duration.ofSeconds(2), periods.of(name(1)));
    assertTrue(periods.set(name(1), null));
    assertNull(periods.of(name(1)));
  }

  @Test
  void onlyShorterPeriodsTakeFromTheBudget() {
    OwnSyncPeriods periods = new OwnSyncPeriods(PERIOD, () -> 1);
    periods.set(name(1), PERIOD);
    periods.set(name(2), Duration.ofMinutes(1));
    for (int i = 0; i < 100; i++) {
      assertEquals(Duration.ZERO, periods.reserve(name(i % 4), START));
    }
    periods.set(name(3), Duration.ofSeconds(1));
    assertEquals(Duration.ZERO, periods.reserve(name(3), START));
  }

  @Test
  void anAutoscalerIsNotSyncedLaterThanWithoutTheOption() {
    OwnSyncPeriods periods = new OwnSyncPeriods(PERIOD, () -> 1);
    periods.set(name(1), Duration.ofSeconds(5));
    Duration longest = Duration.ZERO;
    for (int i = 0; i < 1000; i++) {
      Duration wait = periods.reserve(name(1), START);
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }
    assertEquals(Duration.ofSeconds(10), longest);
    assertTrue(
        periods.reserve(name(1), START.plusSeconds(20)).isZero(), "the budget is not overdrawn");
  }

  /** Syncs earlier than the controller's period never exceed the budget and 1 s of burst. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 7.3, 50, 1000})
  void noWindowHasMoreSyncsThanTheBudgetAndTheBurst(double budget) {
    Random random = new Random(Double.hashCode(budget));
    OwnSyncPeriods periods = new OwnSyncPeriods(PERIOD, () -> budget);
    Duration own = Duration.ofSeconds(1);
    periods.set(name(1), own);
    List<Instant> synced = new ArrayList<>();
    Instant now = START;
    for (int i = 0; i < 4000; i++) {
      now = now.plusMillis(random.nextInt(10) == 0 ? random.nextInt(5000) : random.nextInt(20));
      Duration wait = periods.reserve(name(1), now);
      assertFalse(wait.isNegative());
      if (wait.compareTo(PERIOD.minus(own)) < 0) {
        synced.add(now.plus(wait));
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
    assertEquals(budget, OwnSyncPeriods.budget(most, requestsPerSecond, autoscalers, PERIOD), 0.05);
  }
}
