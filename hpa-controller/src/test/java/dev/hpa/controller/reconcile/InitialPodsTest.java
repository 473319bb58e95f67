package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InitialPodsTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final InitialPods pods = new InitialPods(timeline);
  private final List<String> reported = new ArrayList<>();

  @Test
  void reportsWhatIsCompleteAlreadyAndWhatFollows() {
    pods.add(List.of("a", "b"));
    pods.onComplete(reported::addAll);
    assertEquals(List.of("a", "b"), reported);
    pods.add(List.of("c"));
    assertEquals(List.of("a", "b", "c"), reported);
  }

  @Test
  void reportsNothingAfterTheEndOfTheList() {
    pods.add(List.of("a"));
    pods.end();
    pods.onComplete(reported::addAll);
    pods.add(List.of("b"));
    assertEquals(List.of(), reported);
  }

  @Test
  void theAgeCountsFromTheFirstPageToTheEnd() {
    assertEquals(Duration.ZERO, pods.age());
    pods.add(List.of());
    timeline.advance(Duration.ofSeconds(3));
    pods.add(List.of());
    timeline.advance(Duration.ofSeconds(4));
    assertEquals(Duration.ofSeconds(7), pods.age());
    pods.end();
    assertEquals(Duration.ZERO, pods.age());
  }
}
