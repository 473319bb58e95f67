package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.core.Plan;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricReading.PodValues;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportedMetricsTest {

  private static final Selector ALL = Selector.everything();
  private static final MetricIdentifier QUEUE = new MetricIdentifier("queue", null);

  private static final MetricSpec ANY = new MetricSpec("", null, null, null, null, null);

  private static Plan.Measure plan(Plan.Queried metric) {
    return new Plan.Measure(ALL, List.of(metric));
  }

  private static final Plan.Measure EXTERNAL =
      plan(
          new Plan.ExternalMetric(
              ANY,
              new MetricQuery.ExternalMetric("shop", "queue", ALL, null),
              QUEUE,
              new Plan.AverageValue(1000)));
  private static final Plan.Measure PODS =
      plan(
          new Plan.PodsMetric(
              ANY,
              new MetricQuery.PodMetric("shop", ALL, "qps", ALL),
              QUEUE,
              new Plan.AverageValue(1000)));
  private static final Plan.Measure CPU =
      plan(
          new Plan.ResourceMetric(
              ANY,
              new MetricQuery.PodResource("shop", ALL, "cpu", null),
              new Plan.Utilization(50)));

  private static MetricStatus external(String average) {
    return MetricStatus.of(
        new MetricStatus.ExternalStatus(
            QUEUE, MetricValueStatus.averageValue(Quantity.parse(average))));
  }

  private static MetricStatus pods(String average) {
    return MetricStatus.of(
        new MetricStatus.PodsStatus(
            QUEUE, MetricValueStatus.averageValue(Quantity.parse(average))));
  }

  private static MetricStatus cpu(String average, int percent) {
    return MetricStatus.of(
        new MetricStatus.ResourceStatus(
            "cpu", new MetricValueStatus(null, Quantity.parse(average), percent)));
  }

  private static PodValues values(long... milli) {
    return PodValues.of(
        IntStream.range(0, milli.length)
            .mapToObj(i -> PodValue.of("p" + i, Instant.EPOCH, Duration.ZERO, milli[i]))
            .toList());
  }

  private static List<MetricResult> aligned(
      Plan.Measure plan,
      MetricResult reading,
      MetricStatus ours,
      MetricStatus theirs,
      boolean upper) {
    return new ReportedMetrics(List.of(theirs))
        .aligned(plan.measured(List.of(reading)), List.of(ours), 4, upper);
  }

  @Test
  void aTotalBecomesOneWithTheReportedAverage() {
    MetricReading.Series read = MetricReading.Series.of(List.of(50_000L, 60_000L));
    assertEquals(
        List.of(MetricReading.Series.of(List.of(100_000L))),
        aligned(EXTERNAL, read, external("27500m"), external("25"), true));
    assertEquals(
        List.of(MetricReading.Series.of(List.of(99_997L))),
        aligned(EXTERNAL, read, external("27500m"), external("25"), false));
    assertEquals(
        List.of(read), aligned(EXTERNAL, read, external("27500m"), external("27500m"), true));
  }

  @Test
  void valuesOfPodsAreScaledAndThoseOfCpuAreNot() {
    assertEquals(
        List.of(values(15, 45)), aligned(PODS, values(10, 30), pods("20m"), pods("30m"), true));
    assertEquals(
        List.of(values(10, 30)),
        aligned(CPU, values(10, 30), cpu("20m", 10), cpu("30m", 15), true));
  }

  @Test
  void matchesByAverageWhateverUtilizationIsAPercentageOf() {
    ReportedMetrics reported = new ReportedMetrics(List.of(cpu("20m", 10)));
    assertTrue(reported.match(CPU, List.of(cpu("20m", 4))));
    assertFalse(reported.match(CPU, List.of(cpu("21m", 10))));
    assertFalse(reported.match(CPU, List.of(MetricStatus.BLANK)));
    assertFalse(reported.match(CPU, List.of()));
  }

  @Test
  void roundingOfScaledValuesIsNoDifference() {
    ReportedMetrics reported = new ReportedMetrics(List.of(pods("20m")));
    assertTrue(reported.match(PODS, List.of(pods("22m"))));
    assertFalse(reported.match(PODS, List.of(pods("23m"))));
  }
}
