package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Options that depend on the spec of the autoscaler. */
@Tag("security")
class SpecOptionsTest {

  private static final MetricTarget TEN = MetricTarget.averageValue(Quantity.parse("10"));
  private static final MetricSpec CPU =
      MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(60)));
  private static final MetricSpec SIDECAR =
      MetricSpec.of(new MetricSpec.ContainerResourceMetric("memory", TEN, "proxy"));

  private static HpaSpec spec(MetricSpec... metrics) {
    return new HpaSpec(
        new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
        1,
        10,
        List.of(metrics),
        null);
  }

  private static MetricSpec external(String name, String queue) {
    return MetricSpec.of(
        new MetricSpec.ExternalMetric(
            new MetricIdentifier(name, new LabelSelector(Map.of("queue", queue), null)), TEN));
  }

  private static Map<String, String> annotations(String... settings) {
    Map<String, String> all = new HashMap<>();
    for (String each : settings) {
      int at = each.indexOf('=');
      all.put(OptionKey.PREFIX + each.substring(0, at), each.substring(at + 1));
    }
    return all;
  }

  private static Options read(String... settings) {
    return OptionsReader.UNRESTRICTED.read(annotations(settings), Map.of());
  }

  @Test
  void aWatermarkHasTheUnitOfItsTarget() {
    MetricSpec average = MetricSpec.of(new MetricSpec.ResourceMetric("cpu", TEN));
    assertEquals(
        List.of(), read("watermark.cpu=400m-800m").appliedTo(spec(average), false).problems());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/watermark.cpu\": \"400m-800m\" is invalid: the target is a"
                + " utilization; use integer percent, such as 40-80"),
        read("watermark.cpu=400m-800m").appliedTo(spec(CPU), false).problems());
  }

  @Test
  void anAggregateNeedsValuesOfPods() {
    assertEquals(
        List.of(),
        read("aggregate.cpu=max", "aggregate.proxy.memory=p90")
            .appliedTo(spec(CPU, SIDECAR), false)
            .problems());
    Options applied = read("aggregate.queue=max").appliedTo(spec(external("queue", "a")), false);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/aggregate.queue\": \"max\" is invalid: the metric has no values"
                + " of pods; remove it"),
        applied.problems());
    assertEquals(Map.of(), applied.percentiles());
  }

  /** Each problem names the metrics of the autoscaler. */
  @Test
  void theProblemsOfManyOptionsAndMetricsStaySmall() {
    MetricSpec[] metrics = new MetricSpec[1000];
    for (int i = 0; i < metrics.length; i++) {
      metrics[i] = external("a-long-name-of-a-metric-" + i, "a");
    }
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      many.put("hpa.dev/watermark.none" + i, "0-1");
    }
    List<String> problems =
        OptionsReader.UNRESTRICTED.read(many, Map.of()).appliedTo(spec(metrics), false).problems();
    assertEquals(21, problems.size());
    assertTrue(problems.getFirst().endsWith(", …"), problems.getFirst());
    assertEquals("and 80 more problems", problems.getLast());
  }

  @Test
  void metricsAreNamedByWhatTheyMeasure() {
    MetricSpec pods =
        MetricSpec.of(new MetricSpec.PodsMetric(new MetricIdentifier("requests|rate", null), TEN));
    assertEquals(
        List.of("cpu", "proxy.memory", "requests_rate", "queue_depth.1", "queue_depth.2"),
        MetricNames.of(
            List.of(
                CPU, SIDECAR, pods, external("queue_depth", "a"), external("queue/depth", "b"))));
  }

  @Test
  void aNameFitsIntoTheKeyOfAnAnnotation() {
    String name = "a".repeat(52) + "___" + "b".repeat(40);
    assertEquals(List.of("a".repeat(52)), MetricNames.of(List.of(external(name, "x"))));
  }

  @Test
  void aWatermarkOfAnUnknownMetricIsReportedWithTheKnownOnes() {
    Options options = read("watermark.cpu=40-80", "watermark.cpus=40-80");
    Options applied = options.appliedTo(spec(CPU, SIDECAR), false);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/watermark.cpus\": \"40-80\" names no metric of the HPA; use"
                + " one of: cpu, proxy.memory"),
        applied.problems());
    assertEquals(List.of("cpu"), List.copyOf(applied.watermarks().keySet()));
    assertEquals(1, applied.values().size());
  }

  @Test
  void ofSeveralMetricsWithOneNameTheNumberIsRequired() {
    HpaSpec spec = spec(external("queue", "a"), external("queue", "b"));
    assertEquals(
        List.of(
            "annotation \"hpa.dev/watermark.queue\": \"4-8\" names no metric of the HPA; use"
                + " one of: queue.1, queue.2"),
        read("watermark.queue=4-8").appliedTo(spec, false).problems());
    Options second = read("watermark.queue.2=4-8");
    assertSame(second, second.appliedTo(spec, false));
  }

  @Test
  void aUtilizationNeedsIntegerPercent() {
    assertEquals(
        List.of(
            "annotation \"hpa.dev/watermark.cpu\": \"400m-800m\" is invalid: the target is a"
                + " utilization; use integer percent, such as 40-80"),
        read("watermark.cpu=400m-800m").appliedTo(spec(CPU), false).problems());
    Options memory = read("watermark.proxy.memory=1.5Gi-2Gi");
    assertSame(memory, memory.appliedTo(spec(SIDECAR), false));
  }

  @Test
  void aMinimumOfZeroNeedsWhatTheFieldNeeds() {
    Options options = read("schedule.night=22:00-06:00 min=0", "schedule.day=06:00-22:00 min=1");
    Options gate = options.appliedTo(spec(external("queue", "a")), false);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/schedule.night\": \"22:00-06:00 min=0\" is invalid: min is 0; use"
                + " at least 1, or enable the feature gate HPAScaleToZero"),
        gate.problems());
    assertEquals(1, gate.schedules().size());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/schedule.night\": \"22:00-06:00 min=0\" is invalid: min is 0; use"
                + " at least 1, or add an Object or External metric"),
        options.appliedTo(spec(CPU), true).problems());
    assertSame(options, options.appliedTo(spec(external("queue", "a")), true));
  }

  @Test
  void whatANamespaceSetsForOthersIsNoProblem() {
    Options options =
        OptionsReader.UNRESTRICTED.read(
            Map.of(), annotations("watermark.cpu=40-80", "schedule.night=22:00-06:00 min=0"));
    Options applied = options.appliedTo(spec(external("queue", "a")), false);
    assertEquals(List.of(), applied.problems());
    assertEquals(List.of(), applied.values());
    assertEquals(Map.of(), applied.watermarks());
  }
}
