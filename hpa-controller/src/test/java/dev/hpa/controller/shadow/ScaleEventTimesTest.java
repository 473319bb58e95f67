package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Behavior;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.History.ScaleEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScaleEventTimesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
  private static final Timing TIMING = new Timing(Duration.ofSeconds(15));

  private static Behavior behavior(int period) {
    return Objects.requireNonNull(
        HpaVersion.V2
            .decode(
                """
            {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
             "spec": {"maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "web"},
              "behavior": {"scaleUp": {"policies": [
               {"type": "Pods", "value": 1, "periodSeconds": %d}]}}}}
            """
                    .formatted(period))
            .spec()
            .behavior());
  }

  /** How many replicas were added within a period, in each variant. */
  private static Set<Integer> added(int period, int... secondsAgo) {
    return added(TIMING, period, secondsAgo);
  }

  private static Set<Integer> added(Timing timing, int period, int... secondsAgo) {
    List<ScaleEvent> events =
        IntStream.of(secondsAgo)
            .mapToObj(each -> new ScaleEvent(each, NOW.minusSeconds(each), false))
            .toList();
    return new ScaleEventTimes(behavior(period), NOW, timing)
        .variants(new History(List.of(), events, List.of())).stream()
            .map(
                each ->
                    each.scaleUps().stream()
                        .filter(event -> event.at().isAfter(NOW.minusSeconds(period)))
                        .mapToInt(ScaleEvent::change)
                        .sum())
            .collect(Collectors.toSet());
  }

  @Test
  void eventsAtTheBeginningOfAPeriodCountOrDoNotOnTheirOwn() {
    assertEquals(Set.of(0, 20, 21, 41), added(20, 20, 21));
  }

  /** The status has whole seconds: an event 15 s ago may be 14.2 s old. */
  @Test
  void shortPeriodsAreNotCounted() {
    assertEquals(Set.of(0, 15), added(new Timing(Duration.ofSeconds(2)), 15, 15));
  }

  @Test
  void otherEventsAreWhereTheyAre() {
    assertEquals(Set.of(10), added(20, 10, 40));
  }

  @Test
  void anEventWholePeriodsAgoIsBeforeAPolicyOfAsManyPeriods() {
    assertEquals(Set.of(15), added(60, 60, 15));
  }
}
