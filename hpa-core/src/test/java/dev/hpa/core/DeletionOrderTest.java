package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.scale;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionOrderTest {

  private static final MetricSpec SESSIONS =
      MetricSpec.of(
          new MetricSpec.PodsMetric(
              new MetricIdentifier("sessions", null),
              MetricTarget.averageValue(Quantity.parse("10"))));
  private static final MetricSpec QUEUE =
      MetricSpec.of(
          new MetricSpec.ExternalMetric(
              new MetricIdentifier("queue", null), MetricTarget.averageValue(Quantity.parse("1"))));

  private static List<String> order(MetricSpec metric, List<Pod> pods, MetricResult reading) {
    Situation situation =
        Situation.of(
            autoscaler(1, 10, null, metric),
            scale(4),
            Planner.plan(autoscaler(1, 10, null, metric), scale(4), Settings.DEFAULTS),
            new Selection(pods, List.of()),
            List.of(reading),
            History.EMPTY,
            Settings.DEFAULTS,
            NOW);
    Decision.Rescale rescale = assertInstanceOf(Decision.Rescale.class, Decider.decide(situation));
    return DeletionOrder.of(situation, rescale);
  }

  private static MetricResult values(long... milli) {
    return new MetricReading.PodValues(podValues(milli));
  }

  @Test
  void theLowestValuesGoFirst() {
    assertEquals(
        List.of("p2", "p0"), order(SESSIONS, readyPods(4, "1"), values(3000, 9000, 0, 8000)));
  }

  @Test
  void equalValuesGoByName() {
    assertEquals(
        List.of("p0", "p1", "p2"), order(SESSIONS, readyPods(4, "1"), values(10, 10, 10, 10)));
  }

  @Test
  void podsThatAreNotReadyNeedNoHint() {
    List<Pod> pods = new ArrayList<>(readyPods(3, "1"));
    pods.add(Fixtures.unready("p3", Fixtures.requesting("1")));
    assertEquals(List.of("p1", "p2"), order(SESSIONS, pods, values(9000, 4000, 5000, 1)));
  }

  @Test
  void aScaleUpHasNoDeletionOrder() {
    assertEquals(
        List.of(), order(SESSIONS, readyPods(4, "1"), values(20_000, 20_000, 20_000, 20_000)));
  }

  @Test
  void aSingleValueMetricGivesNoDeletionOrder() {
    assertEquals(
        List.of(), order(QUEUE, readyPods(4, "1"), new MetricReading.Series(List.of(1000L))));
  }
}
