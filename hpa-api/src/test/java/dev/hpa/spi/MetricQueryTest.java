package dev.hpa.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery.PodResource;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricQueryTest {

  private static final Selector WEB = Selector.parse("app=web");

  @Test
  void queriesForTheSameMetricAreEqual() {
    PodResource sum = new PodResource("shop", WEB, "cpu", null);
    PodResource again = new PodResource("shop", Selector.parse("app=web"), "cpu", null);
    assertEquals(sum, again);
    assertEquals(sum.hashCode(), again.hashCode());
    PodResource container = new PodResource("shop", WEB, "cpu", "app");
    PodResource containerAgain = new PodResource("shop", WEB, "cpu", "app");
    assertEquals(container, containerAgain);
    assertEquals(container.hashCode(), containerAgain.hashCode());
  }

  @Test
  void queriesDifferInEveryPart() {
    PodResource one = new PodResource("shop", WEB, "cpu", "app");
    for (MetricQuery other :
        List.of(
            new PodResource("store", WEB, "cpu", "app"),
            new PodResource("shop", Selector.parse("app=api"), "cpu", "app"),
            new PodResource("shop", WEB, "memory", "app"),
            new PodResource("shop", WEB, "cpu", "proxy"),
            new PodResource("shop", WEB, "cpu", null),
            new MetricQuery.PodMetric("shop", WEB, "cpu", Selector.everything()))) {
      assertNotEquals(one, other);
      assertNotEquals(other, one);
    }
  }
}
