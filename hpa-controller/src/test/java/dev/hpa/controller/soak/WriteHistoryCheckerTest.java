package dev.hpa.controller.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.soak.WriteHistoryChecker.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Correct histories pass; each wrong one is reported for what is wrong with it. */
@Tag("security")
class WriteHistoryCheckerTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final String WEB = "shop/web";

  private final WriteHistoryChecker checker = new WriteHistoryChecker(Limits.DEFAULTS);

  @BeforeEach
  void leader() {
    checker.added(WEB, at(0), new MetricSource("queue", false), WINDOW, new ReplicaBounds(1, 8), 2);
    checker.lease(at(0), "a");
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  /** The leader renews its Lease and reads a metric that recommends so many. */
  private void reads(int second, int recommended) {
    checker.lease(at(second), "a");
    checker.read("queue", "a", at(second), true);
    checker.recommended(WEB, at(second), recommended);
  }

  private void writes(int second, int from, int to) {
    checker.written(new ScaleWrite(WEB, "a", at(second), from, to));
  }

  private void assertViolated(String how) {
    assertEquals(1, checker.violations().size(), () -> "" + checker.violations());
    assertTrue(checker.violations().getFirst().contains(how), () -> "" + checker.violations());
  }

  @Test
  void aDayOfCorrectWritesPasses() {
    reads(15, 6);
    writes(15, 2, 6);
    for (int second = 30; second <= 315; second += 15) {
      reads(second, 3);
    }
    reads(330, 3);
    writes(330, 6, 3);
    assertEquals(List.of(), checker.violations());
    assertEquals(2, checker.writes());
  }

  @Test
  void aWriteOutsideTheBoundsIsWrong() {
    reads(15, 9);
    writes(15, 2, 9);
    assertViolated("outside its bounds [1 to 8]");
  }

  @Test
  void boundsOfBeforeCountForAWhileOnly() {
    checker.bounded(WEB, at(10), new ReplicaBounds(1, 4));
    reads(60, 6);
    writes(60, 2, 6);
    assertEquals(List.of(), checker.violations());
    checker.bounded(WEB, at(70), new ReplicaBounds(1, 4));
    reads(600, 7);
    writes(600, 6, 7);
    assertViolated("outside its bounds [1 to 4]");
  }

  @Test
  void aWriteWithoutAReadableMetricIsWrong() {
    checker.lease(at(15), "a");
    writes(15, 2, 4);
    assertViolated("without a read of its metric");
  }

  @Test
  void aWriteAfterAFailedReadIsWrong() {
    reads(15, 4);
    checker.read("queue", "a", at(20), false);
    writes(20, 2, 4);
    assertViolated("not readable at 2026-01-01T00:00:20Z");
  }

  @Test
  void aWriteByTheReadOfAnotherIsWrong() {
    checker.read("queue", "b", at(5), true);
    writes(5, 2, 4);
    assertViolated("last read by b");
  }

  @Test
  void aSharedMetricMustHaveBeenReadableLately() {
    checker.added(WEB, at(0), new MetricSource("pods", true), WINDOW, new ReplicaBounds(1, 8), 2);
    checker.lease(at(300), "a");
    checker.read("pods", "a", at(300), true);
    checker.read("pods", "a", at(301), false);
    writes(302, 2, 4);
    assertEquals(List.of(), checker.violations());
    checker.lease(at(430), "a");
    writes(430, 4, 5);
    assertViolated("last readable at 2026-01-01T00:05:00Z");
  }

  @Test
  void boundsAreAppliedWithoutAMetric() {
    checker.bounded(WEB, at(1), new ReplicaBounds(3, 8));
    writes(10, 2, 3);
    assertEquals(List.of(), checker.violations());
  }

  @Test
  void aWriteFromAStaleCacheIsWrong() {
    checker.watchesRefused(at(0));
    reads(60, 4);
    writes(60, 2, 4);
    assertEquals(List.of(), checker.violations());
    reads(90, 5);
    writes(90, 4, 5);
    assertViolated("stale cache");
  }

  @Test
  void watchesThatAreServedAgainEndTheStaleness() {
    checker.watchesRefused(at(0));
    checker.watchesServed();
    reads(90, 5);
    writes(90, 2, 5);
    assertEquals(List.of(), checker.violations());
  }

  @Test
  void aWriteAfterTheLeaseExpiredIsWrong() {
    reads(10, 5);
    writes(26, 2, 5);
    assertViolated("after the Lease expired");
  }

  @Test
  void aWriteOfAnotherThanTheHolderIsWrong() {
    reads(10, 5);
    checker.lease(at(12), "b");
    writes(13, 2, 5);
    assertViolated("without the Lease, which \"b\" held");
  }

  @Test
  void aWriteAfterTheReleaseIsWrong() {
    reads(10, 5);
    checker.lease(at(12), "");
    writes(13, 2, 5);
    assertViolated("without the Lease, which \"\" held");
  }

  @Test
  void aWriteReceivedBeforeTheTakeoverIsRight() {
    reads(10, 5);
    checker.lease(at(12), "b");
    writes(11, 2, 5);
    assertEquals(List.of(), checker.violations());
  }

  @Test
  void aScaleDownBelowARecommendationWithinTheWindowIsWrong() {
    reads(15, 6);
    writes(15, 2, 6);
    reads(200, 5);
    reads(320, 2);
    writes(320, 6, 2);
    assertViolated("5 are recommended within its window");
  }

  @Test
  void aRecommendationAsOldAsTheWindowDoesNotCount() {
    reads(15, 6);
    writes(15, 2, 6);
    reads(315, 2);
    writes(315, 6, 2);
    assertEquals(List.of(), checker.violations());
  }

  @Test
  void aScaleDownSoonAfterAScaleUpIsWrong() {
    reads(15, 2);
    writes(15, 2, 4);
    reads(120, 2);
    writes(120, 4, 2);
    assertViolated("4 are recommended within its window");
  }

  @Test
  void aNewLeaderWaitsForAWholeWindow() {
    reads(15, 2);
    checker.lease(at(400), "b");
    checker.read("queue", "b", at(410), true);
    checker.written(new ScaleWrite(WEB, "b", at(410), 2, 1));
    assertViolated("2 are recommended within its window");
  }

  @Test
  void aRecommendationAboveTheBoundsHoldsNoMoreThanThey() {
    reads(15, 9);
    writes(15, 2, 8);
    checker.bounded(WEB, at(20), new ReplicaBounds(1, 4));
    reads(45, 9);
    writes(45, 8, 4);
    assertEquals(List.of(), checker.violations());
  }
}
