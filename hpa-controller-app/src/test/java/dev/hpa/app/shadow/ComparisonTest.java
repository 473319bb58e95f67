package dev.hpa.app.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.app.shadow.Comparison.Compared;
import dev.hpa.app.shadow.Comparison.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final Comparison comparison = new Comparison(PERIOD, START);

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private static Verdict wants(int replicas) {
    return new Verdict(replicas, Map.of("AbleToScale", "True/ReadyForNewScale"), "");
  }

  /** Says the same every period from a second on, and gathers all results. */
  private List<Result> weSay(int replicas, int from, int until) {
    List<Result> results = new ArrayList<>();
    for (int second = from; second <= until; second += 15) {
      comparison.weSay(wants(replicas), at(second)).stream()
          .map(Compared::result)
          .forEach(results::add);
    }
    return results;
  }

  @Test
  void aDecisionIsComparedTwoPeriodsLater() {
    comparison.theySay(wants(3), at(0));
    assertEquals(List.of(), weSay(3, 5, 20));
    assertEquals(List.of(Result.AGREES), weSay(3, 35, 35));
  }

  @Test
  void theOtherMayHaveScaledAPeriodBeforeOrTwoAfter() {
    comparison.theySay(wants(3), at(0));
    comparison.theySay(wants(5), at(10));
    // Still 3 here at 20 s, as there until 10 s.
    comparison.weSay(wants(3), at(20));
    // Already 8 here at 35 s, there at 60 s.
    comparison.weSay(wants(8), at(35));
    comparison.theySay(wants(8), at(60));
    assertEquals(List.of(Result.AGREES, Result.AGREES), weSay(8, 65, 65));
  }

  @Test
  void whatTheOtherNeverSaysDiffers() {
    comparison.theySay(wants(3), at(0));
    comparison.weSay(wants(4), at(10));
    List<Compared> compared = comparison.weSay(wants(3), at(40));
    assertEquals(List.of(Result.DIFFERS), compared.stream().map(Compared::result).toList());
    assertEquals(4, compared.getFirst().ours().desired());
    assertEquals(3, compared.getFirst().theirs().desired());
  }

  @Test
  void whatTheOtherSaysTooLateDiffers() {
    comparison.theySay(wants(3), at(0));
    comparison.weSay(wants(4), at(10));
    comparison.theySay(wants(4), at(41));
    assertEquals(List.of(Result.DIFFERS), weSay(4, 42, 42));
  }

  @Test
  void theSameCountForAnotherReasonIsToldApart() {
    comparison.theySay(wants(3), at(0));
    comparison.weSay(new Verdict(3, Map.of("AbleToScale", "True/ScaleDownStabilized"), ""), at(10));
    assertEquals(List.of(Result.OTHER_REASON), weSay(3, 40, 40));
  }

  @Test
  void beforeMemoriesAreEqualADifferenceSaysNothing() {
    Comparison young = new Comparison(PERIOD, at(300));
    young.theySay(wants(3), at(0));
    young.weSay(wants(2), at(10));
    List<Compared> compared = young.weSay(wants(3), at(40));
    assertEquals(List.of(Result.LEARNING), compared.stream().map(Compared::result).toList());
  }

  @Test
  void whereTheOtherHasSaidNothingNothingIsCompared() {
    assertEquals(List.of(), weSay(3, 0, 60));
  }
}
