package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.pods.PodResources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplayAccountTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** One unit more each second. */
  private static final double RISE = 1;

  private static PodFleet pods(int count) {
    Samples load = Samples.of(1);
    return new PodFleet(
        new ReplayWorkload(
            START,
            Duration.ofMinutes(1),
            load,
            1,
            List.of(MetricLoad.of(load)),
            PodResources.NONE,
            PodLifecycle.readyAfter(Duration.ZERO),
            Duration.ofSeconds(15),
            count,
            Duration.ZERO));
  }

  private static PodFleet ready(int count) {
    PodFleet pods = pods(count);
    pods.apply(0);
    return pods;
  }

  private static void rising(ReplayAccount account, long from, long to, PodFleet pods) {
    account.advance(from, to, pods, RISE * from / 1e3, RISE * to / 1e3, false);
  }

  @Test
  void addsUpPodsAndTheTimeAtTheBound() {
    ReplayAccount account = new ReplayAccount(START, Double.NaN, 0, 3);
    account.advance(0, 100_000, ready(3), 1, 1, false);
    account.scaled(START.plusSeconds(100), 3, 5);
    account.advance(100_000, 150_000, ready(5), 1, 1, true);
    account.scaled(START.plusSeconds(150), 5, 2);
    account.advance(150_000, 200_500, ready(2), 1, 1, false);
    ReplayFigures figures = account.figures();
    assertEquals(5, figures.peak());
    assertEquals((300 + 250 + 101) / 3600.0, figures.podHours(), 1e-9);
    assertEquals(50 / 200.5, figures.atMax(), 1e-12);
    assertEquals(2, figures.scaleEvents());
    assertEquals(1, figures.flaps());
    assertEquals(Double.NaN, figures.unserved(), "the capacity of a pod is unknown");
    assertNull(figures.worst());
  }

  @Test
  void demandBeyondReadyPodsIsUnserved() {
    ReplayAccount account = new ReplayAccount(START, 100, 0, 3);
    // The 3 ready pods serve 300 units, which is the demand after 300 s.
    rising(account, 0, 100_000, ready(3));
    assertEquals(0, account.unserved());
    rising(account, 100_000, 400_500, ready(3));
    assertEquals(100.5 * 100.5 / 2, account.unserved(), 1e-9);
    rising(account, 400_500, 600_000, ready(6));
    ReplayFigures figures = account.figures();
    assertEquals(100.5 * 100.5 / 2 / (600 * 300), figures.unserved(), 1e-12);
    assertEquals(Duration.ofMillis(100_500), figures.unservedTime());
    ReplayFigures.Minute worst = figures.worst();
    assertNotNull(worst);
    assertEquals(START.plusSeconds(360), worst.start());
    assertEquals(40.5 * (60 + 100.5) / 2 / (60 * 390), worst.unserved(), 1e-12);
  }

  @Test
  void minutesBeginWithTheCountedTime() {
    ReplayAccount account = new ReplayAccount(START, 1, 20_000, 1);
    account.advance(20_000, 90_000, ready(1), 2, 2, false);
    account.advance(90_000, 100_000, ready(1), 8, 8, false);
    ReplayFigures.Minute worst = account.figures().worst();
    assertNotNull(worst);
    assertEquals(START.plusSeconds(80), worst.start());
    assertEquals(80 / 100.0, worst.unserved(), 1e-12);
  }

  @Test
  void unknownDemandIsNeitherServedNorUnserved() {
    ReplayAccount account = new ReplayAccount(START, 1, 0, 3);
    account.advance(0, 100_000, ready(3), 4, 4, false);
    account.advance(100_000, 300_000, ready(3), Double.NaN, 4, false);
    ReplayFigures figures = account.figures();
    assertEquals(0.25, figures.unserved(), 1e-12);
    assertEquals(Duration.ofSeconds(100), figures.unservedTime());
    assertEquals(3 * 300 / 3600.0, figures.podHours(), 1e-12, "pods are counted throughout");
  }

  @Test
  void demandEqualToTheCapacityIsServed() {
    // In binary fractions 3 × 0.7 is less than 2.1.
    ReplayAccount account = new ReplayAccount(START, 0.7, 0, 3);
    account.advance(0, 60_000, ready(3), 2.1, 2.1, false);
    assertEquals(Duration.ZERO, account.figures().unservedTime());
  }

  @Test
  void unservedDemandDoesNotDependOnTheLengthOfTheSteps() {
    Random random = new Random(1);
    for (int run = 0; run < 100; run++) {
      ReplayAccount atOnce = new ReplayAccount(START, 0.7, 0, 3);
      ReplayAccount inSteps = new ReplayAccount(START, 0.7, 0, 3);
      long end = 1L + random.nextInt(600_000);
      double first = 5 * random.nextDouble();
      double slope = (5 * random.nextDouble() - first) / end;
      atOnce.advance(0, end, ready(3), first, first + slope * end, false);
      for (long at = 0; at < end; ) {
        long next = Math.min(end, at + 1 + random.nextInt(60_000));
        inSteps.advance(at, next, ready(3), first + slope * at, first + slope * next, false);
        at = next;
      }
      assertEquals(atOnce.unserved(), inSteps.unserved(), 1e-6 * end);
      Duration difference = atOnce.figures().unservedTime().minus(inSteps.figures().unservedTime());
      assertTrue(difference.abs().compareTo(Duration.ofMillis(1)) <= 0, difference.toString());
    }
  }
}
