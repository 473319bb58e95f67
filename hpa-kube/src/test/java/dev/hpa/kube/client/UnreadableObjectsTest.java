package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class UnreadableObjectsTest {

  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
  private final LogLines lines = LogLines.of(UnreadableObjects.class);
  private final UnreadableObjects objects = new UnreadableObjects("pods", timeline::now);

  @AfterEach
  void stop() {
    lines.close();
  }

  private static UnreadableObject pod(String name) {
    return new UnreadableObject("shop", name, "1", Map.of(), "no time");
  }

  @Test
  void eachIsNamedWhenItIsFoundAndWhenItIsFine() {
    objects.add(pod("a"));
    objects.add(pod("a"));
    objects.replace(List.of(pod("a"), pod("b")));
    objects.readable(new NamespacedName("shop", "a"));
    objects.deleted(new NamespacedName("shop", "c"));
    objects.replace(List.of());
    assertEquals(
        List.of(
            "WARNING pods \"shop/a\": cannot be read: no time; skipped until it is corrected",
            "WARNING pods \"shop/b\": cannot be read: no time; skipped until it is corrected",
            "INFO pods \"shop/a\": readable again",
            "INFO pods \"shop/b\": readable again or deleted"),
        lines.all());
  }

  @Test
  void manyDoNotFloodTheLog() {
    List<UnreadableObject> many =
        IntStream.range(0, 1000).mapToObj(number -> pod("pod-" + number)).toList();
    objects.replace(many);
    assertEquals(1000, objects.size());
    assertEquals(10, lines.all().size());
    assertTrue(lines.all().getLast().contains("more are not logged for a minute"));
    timeline.advance(Duration.ofMinutes(1));
    objects.add(pod("late"));
    assertEquals(11, lines.all().size());
  }
}
