package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.core.History;
import dev.hpa.core.History.Recommendation;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RecommendationsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private final Timing timing = new Timing(Duration.ofSeconds(15));
  private final Recommendations recommendations = new Recommendations(timing);

  private void add(Set<Integer> counts, double secondsAgo) {
    recommendations.add(counts, ago(secondsAgo), Timing.LAG);
  }

  private static Instant ago(double seconds) {
    return NOW.minusMillis(Math.round(seconds * 1000));
  }

  /** The largest recommendations that a window may have. */
  private Set<Integer> largest(int window) {
    return recommendations.histories(History.EMPTY, NOW, Duration.ZERO).stream()
        .map(
            each ->
                each.recommendations().stream()
                    .filter(one -> one.at().isAfter(NOW.minusSeconds(window)))
                    .mapToInt(Recommendation::replicas)
                    .max()
                    .orElse(0))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void aCountThatNoSyncRecommendedIsNotPossible() {
    add(Set.of(3, 7), 45);
    add(Set.of(4), 30);
    assertEquals(Set.of(4, 7), largest(300));
  }

  @Test
  void eachCountIsPossibleThatIsTheLargestOfSomeCombination() {
    add(Set.of(2, 5, 8), 45);
    add(Set.of(4, 6), 30);
    assertEquals(Set.of(4, 5, 6, 8), largest(300));
  }

  @Test
  void aSyncWholePeriodsAgoIsNotWithinAWindowOfAsManyPeriods() {
    add(Set.of(9), 29.99);
    add(Set.of(4), 15.01);
    assertEquals(Set.of(4), largest(30));
  }

  @Test
  void aWindowThatEndsBetweenTwoPeriodsMayHaveASyncOrNot() {
    add(Set.of(9), 30.2);
    add(Set.of(4), 15.1);
    assertEquals(Set.of(4, 9), largest(31));
    assertEquals(Set.of(9), largest(40));
  }

  @Test
  void laterKnowledgeReplacesPossibleCounts() {
    add(Set.of(3, 7), 45);
    recommendations.replace(Set.of(3), ago(45));
    assertEquals(Set.of(3), largest(300));
  }
}
