package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.readyPods;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each metric type: what it asks, what it makes of the answer, and how it words a failure. */
class MetricTypesTest {

  private static final MetricIdentifier PACKETS = new MetricIdentifier("packets", null);
  private static final MetricIdentifier GETS =
      new MetricIdentifier("packets", new LabelSelector(Map.of("verb", "GET"), null));
  private static final CrossVersionObjectReference INGRESS =
      new CrossVersionObjectReference("Ingress", "front", "networking.k8s.io/v1");
  private static final Selector PODS = Selector.parse("app=web");
  private static final MetricFailure GONE =
      new MetricFailure(MetricFailure.Category.NO_DATA, "it is gone");

  private static MetricTarget average(String value) {
    return MetricTarget.averageValue(Quantity.parse(value));
  }

  private static MetricTarget value(String value) {
    return MetricTarget.value(Quantity.parse(value));
  }

  private static MetricSpec resource(MetricTarget target) {
    return MetricSpec.of(new MetricSpec.ResourceMetric("memory", target));
  }

  private static MetricSpec container(MetricTarget target) {
    return MetricSpec.of(new MetricSpec.ContainerResourceMetric("cpu", target, "app"));
  }

  private static MetricSpec pods(MetricIdentifier metric, MetricTarget target) {
    return MetricSpec.of(new MetricSpec.PodsMetric(metric, target));
  }

  private static MetricSpec object(MetricTarget target) {
    return MetricSpec.of(new MetricSpec.ObjectMetric(INGRESS, target, PACKETS));
  }

  private static MetricSpec external(MetricTarget target) {
    return MetricSpec.of(new MetricSpec.ExternalMetric(PACKETS, target));
  }

  private static MetricSpec typeOnly(String type) {
    return new MetricSpec(type, null, null, null, null, null);
  }

  private static Plan.Measure plan(MetricSpec spec) {
    return assertInstanceOf(
        Plan.Measure.class,
        Planner.plan(autoscaler(1, 100, null, spec), Fixtures.scale(4), Settings.DEFAULTS));
  }

  private static MetricOutcome outcome(MetricSpec spec, MetricResult... readings) {
    return MetricEvaluator.evaluate(
            Situation.of(
                autoscaler(1, 100, null, spec),
                Fixtures.scale(4),
                plan(spec),
                new Selection(readyPods(4, "1"), List.of()),
                List.of(readings),
                History.EMPTY,
                Settings.DEFAULTS,
                NOW))
        .getFirst();
  }

  private static MetricOutcome.Proposed proposed(MetricSpec spec, MetricResult reading) {
    return assertInstanceOf(MetricOutcome.Proposed.class, outcome(spec, reading));
  }

  private static void assertFailed(
      MetricSpec spec,
      @Nullable MetricResult reading,
      String reason,
      String message,
      String error) {
    assertEquals(
        new MetricOutcome.Failed(reason, message, error),
        reading == null ? outcome(spec) : outcome(spec, reading));
  }

  private static MetricResult perPod(long... milli) {
    return MetricReading.PodValues.of(podValues(milli));
  }

  private static MetricResult single(long milli) {
    return MetricReading.SingleValue.of(milli);
  }

  private static MetricResult series(Long... milli) {
    return MetricReading.Series.of(List.of(milli));
  }

  @Test
  void eachMetricTypeHasItsQuery() {
    assertEquals(
        List.of(new MetricQuery.PodResource("shop", PODS, "memory", null)),
        plan(resource(average("1"))).queries());
    assertEquals(
        List.of(new MetricQuery.PodResource("shop", PODS, "cpu", "app")),
        plan(container(MetricTarget.utilization(50))).queries());
    assertEquals(
        List.of(new MetricQuery.PodMetric("shop", PODS, "packets", Selector.parse("verb=GET"))),
        plan(pods(GETS, average("1"))).queries());
    assertEquals(
        List.of(new MetricQuery.ObjectMetric("shop", INGRESS, "packets", Selector.everything())),
        plan(object(value("1"))).queries());
    assertEquals(
        List.of(new MetricQuery.ExternalMetric("shop", "packets", Selector.everything(), null)),
        plan(external(value("1"))).queries());
  }

  @Test
  void anInvalidSpecHasNoQueries() {
    MetricTarget none = new MetricTarget("Utilization", null, null, null);
    for (MetricSpec spec :
        List.of(
            resource(none),
            container(none),
            object(none),
            object(new MetricTarget("Value", null, Quantity.parse("1"), null)),
            object(new MetricTarget("AverageValue", Quantity.parse("1"), null, null)),
            external(none),
            typeOnly("Resource"),
            typeOnly("ContainerResource"),
            typeOnly("Pods"),
            typeOnly("Object"),
            typeOnly("External"),
            typeOnly("Guess"))) {
      assertEquals(List.of(), plan(spec).queries(), spec::toString);
    }
  }

  @Test
  void memoryIsReportedInBinaryUnits() {
    MetricOutcome.Proposed proposed =
        proposed(resource(average("1Ki")), perPod(2048_000, 2048_000, 2048_000, 2048_000));
    assertEquals(8, proposed.replicas());
    assertEquals("memory resource", proposed.description());
    MetricStatus.ResourceStatus status = proposed.status().resource();
    assertEquals("2Ki", status == null ? "" : String.valueOf(status.current().averageValue()));
  }

  @Test
  void containersAreNamedInStatusAndTexts() {
    MetricOutcome.Proposed byShare =
        proposed(container(MetricTarget.utilization(50)), perPod(1000, 1000, 1000, 1000));
    assertEquals(8, byShare.replicas());
    assertEquals(
        "cpu container resource utilization (percentage of request)", byShare.description());
    assertEquals(
        MetricStatus.of(
            new MetricStatus.ContainerResourceStatus(
                "cpu", new MetricStatus.MetricValueStatus(null, Quantity.parse("1"), 100), "app")),
        byShare.status());
    assertEquals(
        "cpu resource",
        proposed(container(average("1")), perPod(900, 900, 900, 900)).description());
    assertFailed(
        container(average("1")),
        GONE,
        "FailedGetContainerResourceMetric",
        "failed to get cpu usage: unable to get metrics for resource cpu: it is gone",
        "failed to get app container metric value: failed to get cpu usage: unable to get metrics"
            + " for resource cpu: it is gone");
  }

  @Test
  void resourcesWordTheirFailures() {
    assertFailed(
        resource(MetricTarget.utilization(50)),
        GONE,
        "FailedGetResourceMetric",
        "failed to get memory utilization: unable to get metrics for resource memory: it is gone",
        "failed to get memory resource metric value: failed to get memory utilization: unable to"
            + " get metrics for resource memory: it is gone");
    String wrong =
        "invalid resource metric source: neither an average utilization target nor an average value"
            + " (usage) target was set";
    assertFailed(
        resource(new MetricTarget("Utilization", null, null, null)),
        null,
        "FailedGetResourceMetric",
        wrong,
        "failed to get memory resource metric value: " + wrong);
  }

  @Test
  void podsMetricsAverage() {
    MetricOutcome.Proposed proposed =
        proposed(pods(PACKETS, average("10")), perPod(30_000, 30_000, 30_000, 30_001));
    assertEquals(12, proposed.replicas());
    assertEquals("pods metric packets", proposed.description());
    assertEquals(
        MetricStatus.of(
            new MetricStatus.PodsStatus(
                PACKETS, MetricStatus.MetricValueStatus.averageValue(Quantity.parse("30")))),
        proposed.status());
    assertFailed(
        pods(PACKETS, average("10")),
        GONE,
        "FailedGetPodsMetric",
        "unable to get metric packets: it is gone",
        "failed to get pods metric value: unable to get metric packets: it is gone");
  }

  @Test
  void objectsByValueOrByAverage() {
    MetricOutcome.Proposed byValue = proposed(object(value("10")), single(20_000));
    assertEquals(8, byValue.replicas());
    assertEquals("Ingress metric packets", byValue.description());
    assertEquals(
        MetricStatus.of(
            new MetricStatus.ObjectStatus(
                PACKETS, MetricStatus.MetricValueStatus.value(Quantity.parse("20")), INGRESS)),
        byValue.status());
    MetricOutcome.Proposed byAverage = proposed(object(average("10")), single(90_000));
    assertEquals(9, byAverage.replicas());
    assertEquals("external metric packets(nil)", byAverage.description());
    assertFailed(
        object(value("10")),
        GONE,
        "FailedGetObjectMetric",
        "unable to get metric packets on Ingress shop/front: it is gone",
        "failed to get object metric value: unable to get metric packets on Ingress shop/front:"
            + " it is gone");
    assertFailed(
        object(average("10")),
        GONE,
        "FailedGetObjectMetric",
        "unable to get metric packets on Ingress shop/front: it is gone",
        "failed to get object metric value: failed to get packets object metric: unable to get"
            + " metric packets on Ingress shop/front: it is gone");
  }

  @Test
  void externalSeriesAreAddedUp() {
    MetricOutcome.Proposed byValue = proposed(external(value("10")), series(15_000L, 5_000L));
    assertEquals(8, byValue.replicas());
    assertEquals("external metric packets(nil)", byValue.description());
    assertEquals(
        MetricStatus.of(
            new MetricStatus.ExternalStatus(
                PACKETS, MetricStatus.MetricValueStatus.value(Quantity.parse("20")))),
        byValue.status());
    assertEquals(9, proposed(external(average("10")), series(45_000L, 45_000L)).replicas());
    assertFailed(
        external(value("10")),
        GONE,
        "FailedGetExternalMetric",
        "unable to get external metric shop/packets/nil: it is gone",
        "failed to get packets external metric value: failed to get external metric packets: unable"
            + " to get external metric shop/packets/nil: it is gone");
    assertFailed(
        external(average("10")),
        GONE,
        "FailedGetExternalMetric",
        "unable to get external metric shop/packets/nil: it is gone",
        "failed to get packets external metric value: failed to get packets external metric: unable"
            + " to get external metric shop/packets/nil: it is gone");
  }

  /** Two directions of overflow, each as upstream has it for its kind of target. */
  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 1, 9223372036854775807, 9223372036854775807",
    "-5000, -6000, -11000, 9223372036854775807",
    "-5000, 6000, 1000, 9223372036854775807",
    "6000, -5000, 1000, 1000"
  })
  void sumsOverflowAsUpstreams(long first, long second, long forValue, long forAverage) {
    MetricReading.Series reading = MetricReading.Series.of(List.of(first, second));
    MetricStatus.ExternalStatus total = proposed(external(value("1")), reading).status().external();
    assertEquals(
        Quantity.ofMilli(forValue, Quantity.Format.DECIMAL_SI),
        total == null ? null : total.current().value());
    MetricStatus.ExternalStatus mean =
        proposed(external(average("1")), reading).status().external();
    long expected =
        forAverage == Long.MAX_VALUE ? Long.MAX_VALUE : (long) Math.ceil(forAverage / 4.0);
    assertEquals(
        Quantity.ofMilli(expected, Quantity.Format.DECIMAL_SI),
        mean == null ? null : mean.current().averageValue());
  }

  @Test
  void anUnknownTypeIsReported() {
    String text = "unknown metric source type \"Guess\"";
    assertFailed(typeOnly("Guess"), null, "InvalidMetricSourceType", text, text);
    String resource = "unknown metric source type \"Resource\"";
    assertFailed(typeOnly("Resource"), null, "InvalidMetricSourceType", resource, resource);
  }

  @Test
  void aResultOfAnotherTypeIsAnInternalError() {
    assertEquals(
        "a POD_METRIC query was answered with SingleValue",
        assertThrows(
                IllegalArgumentException.class,
                () -> outcome(pods(PACKETS, average("1")), single(1)))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> outcome(pods(PACKETS, average("1"))));
  }

  @Test
  void anInvalidSelectorFailsItsMetric() {
    MetricIdentifier wrong =
        new MetricIdentifier(
            "packets",
            new LabelSelector(
                null, List.of(new LabelSelector.Requirement("a", "Guess", List.of()))));
    assertFailed(
        pods(wrong, average("1")),
        null,
        "FailedGetPodsMetric",
        "\"Guess\" is not a valid label selector operator",
        "failed to get pods metric value: \"Guess\" is not a valid label selector operator");
  }

  @Test
  void aMissingOrInvalidSelectorIsReportedInEvents() {
    Scale without = new Scale("shop", "web", null, "7", 4, 4, "");
    Plan.Unselectable missing =
        assertInstanceOf(
            Plan.Unselectable.class,
            Planner.plan(
                autoscaler(1, 100, null, resource(average("1"))), without, Settings.DEFAULTS));
    assertEquals("SelectorRequired", missing.eventReason());
    assertEquals("the HPA target's scale is missing a selector", missing.message());
    Scale wrong = new Scale("shop", "web", null, "7", 4, 4, "a in");
    Plan.Unselectable unreadable =
        assertInstanceOf(
            Plan.Unselectable.class,
            Planner.plan(
                autoscaler(1, 100, null, resource(average("1"))), wrong, Settings.DEFAULTS));
    assertEquals("InvalidSelector", unreadable.eventReason());
  }
}
