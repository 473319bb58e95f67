package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusPrecisionTest {

  private static final HpaCondition ACTIVE =
      new HpaCondition("ScalingActive", "True", NOW, "ValidMetricFound", "x");

  private static MetricStatus external(String name, String average) {
    return MetricStatus.of(
        new MetricStatus.ExternalStatus(
            new MetricIdentifier(name, null),
            MetricValueStatus.averageValue(Quantity.parse(average))));
  }

  private static MetricStatus cpu(int percent, String average) {
    return MetricStatus.of(
        new MetricStatus.ResourceStatus(
            "cpu", new MetricValueStatus(null, Quantity.parse(average), percent)));
  }

  private static HpaStatus status(MetricStatus... metrics) {
    return new HpaStatus(null, null, 3, 3, List.of(metrics), List.of(ACTIVE));
  }

  private static boolean written(HpaStatus before, HpaStatus after, double percent) {
    return StatusPrecision.asksForWrite(before, after, percent);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 100, 0, false",
    "100, 101, 0, true",
    "100, 105, 5, false",
    "100, 95, 5, false",
    "100, 106, 5, true",
    "100, 94, 5, true",
    "100, 1050m, 5, true",
    "0, 0, 5, false",
    "0, 1m, 5, true",
    "1m, 0, 100, false",
    "1, 2, 100, false",
    "1, 2001m, 100, true",
    "-100, -106, 5, true",
    "-100, -105, 5, false"
  })
  void aValueIsWrittenIfItMovedByMoreThanThePrecision(
      String before, String after, double percent, boolean expected) {
    assertEquals(
        expected, written(status(external("q", before)), status(external("q", after)), percent));
  }

  private static MetricStatus metric(String type, String name, String average) {
    MetricIdentifier metric = new MetricIdentifier(name, null);
    MetricValueStatus value = MetricValueStatus.averageValue(Quantity.parse(average));
    return switch (type) {
      case "Resource" -> MetricStatus.of(new MetricStatus.ResourceStatus(name, value));
      case "ContainerResource" ->
          MetricStatus.of(new MetricStatus.ContainerResourceStatus(name, value, "app"));
      case "Pods" -> MetricStatus.of(new MetricStatus.PodsStatus(metric, value));
      case "Object" ->
          MetricStatus.of(
              new MetricStatus.ObjectStatus(
                  metric, value, new CrossVersionObjectReference("Ingress", "web", "v1")));
      default -> MetricStatus.of(new MetricStatus.ExternalStatus(metric, value));
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"Resource", "ContainerResource", "Pods", "Object", "External"})
  void valuesOfAllTypesAreCompared(String type) {
    HpaStatus before = status(metric(type, "q", "100"));
    assertFalse(written(before, status(metric(type, "q", "104")), 5));
    assertTrue(written(before, status(metric(type, "q", "106")), 5));
    assertTrue(written(before, status(metric(type, "other", "104")), 5));
  }

  @Test
  void everyValueCounts() {
    HpaStatus before = status(cpu(50, "500m"), external("q", "10"));
    assertFalse(written(before, status(cpu(52, "510m"), external("q", "10")), 5));
    assertTrue(written(before, status(cpu(50, "530m"), external("q", "10")), 5));
    assertTrue(written(before, status(cpu(53, "500m"), external("q", "10")), 5));
    assertTrue(written(before, status(cpu(50, "500m"), external("q", "11")), 5));
  }

  @Test
  void everythingElseIsWrittenAtOnce() {
    MetricStatus metric = external("q", "100");
    HpaStatus before = status(metric);
    HpaStatus small = status(external("q", "101"));
    assertFalse(written(before, small, 5));
    List<MetricStatus> metrics = small.currentMetricsOrEmpty();
    Instant later = NOW.plusSeconds(1);
    for (HpaStatus other :
        List.of(
            new HpaStatus(1L, null, 3, 3, metrics, List.of(ACTIVE)),
            new HpaStatus(null, later, 3, 3, metrics, List.of(ACTIVE)),
            new HpaStatus(null, null, 4, 3, metrics, List.of(ACTIVE)),
            new HpaStatus(null, null, 3, 4, metrics, List.of(ACTIVE)),
            new HpaStatus(null, null, 3, 3, metrics, null),
            new HpaStatus(
                null,
                null,
                3,
                3,
                metrics,
                List.of(new HpaCondition("ScalingActive", "True", NOW, "ValidMetricFound", "y"))),
            status(),
            status(metric, metric),
            status(MetricStatus.BLANK),
            status(external("other", "100")),
            status(cpu(50, "100")))) {
      assertTrue(written(before, other, 5), other.toString());
      assertTrue(written(other, before, 5), other.toString());
    }
    assertTrue(written(before, new HpaStatus(null, null, 3, 3, null, List.of(ACTIVE)), 5));
  }

  @Test
  void changesInOneDirectionAddUp() {
    HpaStatus written = status(external("q", "1000"));
    int writes = 0;
    Random random = new Random(1);
    int value = 1000;
    for (int i = 0; i < 200; i++) {
      value += random.nextInt(10);
      HpaStatus next = status(external("q", String.valueOf(value)));
      if (written(written, next, 5)) {
        writes++;
        written = next;
      } else {
        MetricStatus.ExternalStatus external =
            requireNonNull(written.currentMetricsOrEmpty().getFirst().external());
        long last = requireNonNull(external.current().averageValue()).value();
        assertTrue(value <= last * 1.05, value + " after " + last);
      }
    }
    assertTrue(writes > 5 && writes < 30, "writes: " + writes);
  }

  @Test
  void theOptionDelaysTheStatusOfADecision() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 100, null, QUEUE);
    Situation.Context precise = context("status-precision=5");
    HpaStatus first = concluded(situation(hpa, 5, precise, series(50_000))).status();
    HorizontalPodAutoscaler next = hpa.withStatus(first);
    assertFalse(concluded(situation(next, 5, precise, series(51_000))).statusChanged());
    assertTrue(
        concluded(situation(next, 5, Situation.Context.NONE, series(51_000))).statusChanged());
    assertTrue(concluded(situation(next, 5, precise, series(53_000))).statusChanged());
    assertTrue(concluded(situation(next, 5, precise, BROKEN)).statusChanged());
    assertTrue(concluded(situation(next, 5, precise, series(58_000))).statusChanged());
  }
}
