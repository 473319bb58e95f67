package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.History.Recommendation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RecommendationsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private static final HorizontalPodAutoscaler HPA =
      HpaVersion.V2.decode(
          """
          {"metadata": {"namespace": "shop", "name": "web"},
           "spec": {"maxReplicas": 10, "scaleTargetRef": {"kind": "Deployment", "name": "web"}}}
          """);

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

  /** A changed spec is synced at once, 13.5 s before the next sync. */
  @Test
  void aSyncOfAChangedSpecIsNotWholePeriodsAgo() {
    add(Set.of(9), 15.01);
    add(Set.of(7), 13.5);
    assertEquals(Set.of(0, 7), largest(15));
  }

  @Test
  void aWindowThatEndsBetweenTwoPeriodsMayHaveASyncOrNot() {
    add(Set.of(9), 30.2);
    add(Set.of(4), 15.1);
    assertEquals(Set.of(4, 9), largest(31));
    assertEquals(Set.of(9), largest(40));
  }

  private void written(int count, double secondsAgo) {
    StatusWrite write = new StatusWrite(HPA, HPA, ago(secondsAgo), false);
    recommendations.addUnwritten(write.at());
    recommendations.written(write, Set.of(count));
  }

  /** The sync 15 s ago wrote nothing, because nothing had changed. */
  @Test
  void syncsWithoutAWriteRepeatTheLastRecommendation() {
    written(9, 45);
    written(9, 30);
    written(4, 0.01);
    assertEquals(Set.of(9), largest(20));
    assertEquals(Set.of(4), largest(10));
  }

  @Test
  void nothingIsRepeatedAfterAnInterruption() {
    written(9, 30);
    recommendations.interrupt();
    written(4, 0.01);
    assertEquals(Set.of(4), largest(20));
  }

  @Test
  void aCopyHasWhatWasBeforeAndChangesIndependently() {
    written(9, 30);
    written(4, 15);
    Recommendations copy = recommendations.before(ago(15));
    copy.add(Set.of(1), ago(1), Timing.LAG);
    assertEquals(Set.of(4), largest(20));
    assertEquals(
        List.of(9, 1),
        copy
            .histories(History.EMPTY, NOW, Duration.ZERO)
            .iterator()
            .next()
            .recommendations()
            .stream()
            .map(Recommendation::replicas)
            .toList());
  }

  @Test
  void laterKnowledgeReplacesPossibleCounts() {
    add(Set.of(3, 7), 45);
    recommendations.replace(Set.of(3), ago(45));
    assertEquals(Set.of(3), largest(300));
  }
}
