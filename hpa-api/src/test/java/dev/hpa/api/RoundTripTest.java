package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.versions.HpaVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Converts generated autoscalers from every version to every version and back. Only the losses in
 * {@link #LOSSES} are allowed.
 */
class RoundTripTest {

  private static final int OBJECTS = 400;
  private static final long SEED = 1_711_929_600L;

  /** The information that the hub loses in a conversion through a version. */
  private static final Map<HpaVersion, List<UnaryOperator<HorizontalPodAutoscaler>>> LOSSES =
      Map.of(
          HpaVersion.V2,
          List.of(),
          HpaVersion.V2BETA2,
          List.of(),
          HpaVersion.V1,
          List.of(
              RoundTripTest::keepOnlyFirstCpuUtilizationAsLastMetric,
              RoundTripTest::dropZeroValueOfObjectAverages,
              RoundTripTest::unsetEmptyCurrentMetrics,
              RoundTripTest::setUnsetCurrentValuesToZero),
          HpaVersion.V2BETA1,
          List.of(
              RoundTripTest::dropContainers,
              RoundTripTest::addZeroValueToObjectAverages,
              RoundTripTest::setUnsetCurrentValuesToZero),
          HpaVersion.V2ALPHA1,
          List.of(
              RoundTripTest::keepOnlyMetricsOfV2alpha1,
              RoundTripTest::dropBehavior,
              RoundTripTest::setUnsetCurrentValuesToZero),
          HpaVersion.EXTENSIONS_V1BETA1,
          List.of(
              RoundTripTest::keepOnlyFirstCpuUtilization,
              RoundTripTest::dropBehavior,
              RoundTripTest::keepOnlyLastCpuStatus,
              RoundTripTest::dropConditions));

  @TestFactory
  List<DynamicTest> nothingElseIsLost() {
    List<DynamicTest> tests = new ArrayList<>();
    for (HpaVersion from : HpaVersion.values()) {
      for (HpaVersion by : HpaVersion.values()) {
        String name = from.apiVersion() + " by " + by.apiVersion() + " and back";
        tests.add(DynamicTest.dynamicTest(name, () -> check(from, by)));
      }
    }
    return tests;
  }

  @TestFactory
  List<DynamicTest> outOfAStreamTheSameIsRead() {
    return Stream.of(HpaVersion.values())
        .map(each -> DynamicTest.dynamicTest(each.apiVersion(), () -> checkStream(each)))
        .toList();
  }

  private static void checkStream(HpaVersion version) throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < OBJECTS; i++) {
      String text = Json.text(version.encode(new Generator(random).autoscaler()));
      byte[] stream = ("[" + text + ",7]").getBytes(StandardCharsets.UTF_8);
      try (JsonParser in = new JsonFactory().createParser(stream)) {
        in.nextToken();
        in.nextToken();
        assertEquals(version.decode(text), version.decode(in), text);
        assertEquals(JsonToken.VALUE_NUMBER_INT, in.nextToken(), "read to its end");
      }
    }
  }

  private static void check(HpaVersion from, HpaVersion by) {
    Random random = new Random(SEED);
    for (int i = 0; i < OBJECTS; i++) {
      HorizontalPodAutoscaler original = new Generator(random).autoscaler();
      HorizontalPodAutoscaler there = roundTrip(by, roundTrip(from, original));
      HorizontalPodAutoscaler back = roundTrip(from, there);
      HorizontalPodAutoscaler expected = expected(from, expected(by, expected(from, original)));
      assertEquals(
          Json.text(expected), Json.text(back), "object " + i + ": " + Json.text(original));
    }
  }

  private static HorizontalPodAutoscaler roundTrip(
      HpaVersion version, HorizontalPodAutoscaler hub) {
    return version.decodeWithoutDefaults(Json.text(version.encode(hub)));
  }

  private static HorizontalPodAutoscaler expected(HpaVersion version, HorizontalPodAutoscaler hub) {
    HorizontalPodAutoscaler result = hub;
    for (UnaryOperator<HorizontalPodAutoscaler> loss : LOSSES.getOrDefault(version, List.of())) {
      result = loss.apply(result);
    }
    return result;
  }

  // Losses.

  private static HorizontalPodAutoscaler keepOnlyFirstCpuUtilizationAsLastMetric(
      HorizontalPodAutoscaler hub) {
    List<MetricSpec> metrics =
        new ArrayList<>(
            hub.spec().metricsOrEmpty().stream()
                .filter(m -> CpuUtilization.of(m) == null)
                .toList());
    Integer cpu = CpuUtilization.first(hub.spec().metricsOrEmpty());
    if (cpu != null) {
      metrics.add(CpuUtilization.metric(cpu));
    }
    return withMetrics(hub, metrics.isEmpty() ? List.of(HpaDefaults.METRIC) : metrics);
  }

  private static HorizontalPodAutoscaler keepOnlyFirstCpuUtilization(HorizontalPodAutoscaler hub) {
    Integer cpu = CpuUtilization.first(hub.spec().metricsOrEmpty());
    return withMetrics(hub, cpu == null ? null : List.of(CpuUtilization.metric(cpu)));
  }

  private static HorizontalPodAutoscaler dropContainers(HorizontalPodAutoscaler hub) {
    return withMetrics(
        hub,
        hub.spec().metricsOrEmpty().stream()
            .map(
                metric -> {
                  MetricSpec.ContainerResourceMetric source = metric.containerResource();
                  return source == null
                      ? metric
                      : MetricSpec.of(
                          new MetricSpec.ContainerResourceMetric(
                              source.name(), source.target(), ""));
                })
            .toList());
  }

  private static HorizontalPodAutoscaler addZeroValueToObjectAverages(HorizontalPodAutoscaler hub) {
    return withMetrics(
        hub,
        hub.spec().metricsOrEmpty().stream()
            .map(
                metric -> {
                  MetricSpec.ObjectMetric source = metric.object();
                  return source == null || source.target().value() != null
                      ? metric
                      : MetricSpec.of(
                          new MetricSpec.ObjectMetric(
                              source.describedObject(),
                              new MetricTarget(
                                  source.target().type(),
                                  Quantity.ZERO,
                                  source.target().averageValue(),
                                  null),
                              source.metric()));
                })
            .toList());
  }

  /** Removes only what {@link #addZeroValueToObjectAverages} adds. */
  private static HorizontalPodAutoscaler dropZeroValueOfObjectAverages(
      HorizontalPodAutoscaler hub) {
    return withMetrics(
        hub,
        hub.spec().metricsOrEmpty().stream()
            .map(
                metric -> {
                  MetricSpec.ObjectMetric source = metric.object();
                  return source == null || source.target().averageValue() == null
                      ? metric
                      : MetricSpec.of(
                          new MetricSpec.ObjectMetric(
                              source.describedObject(),
                              MetricTarget.averageValue(source.target().averageValue()),
                              source.metric()));
                })
            .toList());
  }

  private static HorizontalPodAutoscaler unsetEmptyCurrentMetrics(HorizontalPodAutoscaler hub) {
    return hub.status().currentMetricsOrEmpty().isEmpty() ? withCurrentMetrics(hub, null) : hub;
  }

  /** Without selectors and averages of objects, and with 3 metric types. */
  private static HorizontalPodAutoscaler keepOnlyMetricsOfV2alpha1(HorizontalPodAutoscaler hub) {
    Set<String> types = Set.of(MetricSpec.OBJECT, MetricSpec.PODS, MetricSpec.RESOURCE);
    return withMetrics(
        hub,
        hub.spec().metricsOrEmpty().stream()
            .filter(metric -> types.contains(metric.type()))
            .map(RoundTripTest::inV2alpha1)
            .toList());
  }

  private static MetricSpec inV2alpha1(MetricSpec metric) {
    MetricSpec.ObjectMetric object = metric.object();
    if (object != null) {
      Quantity value = object.target().value();
      return MetricSpec.of(
          new MetricSpec.ObjectMetric(
              object.describedObject(),
              MetricTarget.value(value == null ? Quantity.ZERO : value),
              new MetricIdentifier(object.metric().name(), null)));
    }
    MetricSpec.PodsMetric pods = metric.pods();
    return pods == null
        ? metric
        : MetricSpec.of(
            new MetricSpec.PodsMetric(
                new MetricIdentifier(pods.metric().name(), null), pods.target()));
  }

  private static HorizontalPodAutoscaler dropBehavior(HorizontalPodAutoscaler hub) {
    HpaSpec spec = hub.spec();
    return hub.withSpec(
        new HpaSpec(
            spec.scaleTargetRef(), spec.minReplicas(), spec.maxReplicas(), spec.metrics(), null));
  }

  private static HorizontalPodAutoscaler setUnsetCurrentValuesToZero(HorizontalPodAutoscaler hub) {
    if (hub.status().currentMetrics() == null) {
      return hub;
    }
    return withCurrentMetrics(
        hub,
        hub.status().currentMetricsOrEmpty().stream()
            .map(
                reading -> {
                  MetricStatus.ResourceStatus resource = reading.resource();
                  return resource == null || resource.current().averageValue() != null
                      ? reading
                      : MetricStatus.of(
                          new MetricStatus.ResourceStatus(
                              resource.name(),
                              new MetricStatus.MetricValueStatus(
                                  null, Quantity.ZERO, resource.current().averageUtilization())));
                })
            .toList());
  }

  private static HorizontalPodAutoscaler keepOnlyLastCpuStatus(HorizontalPodAutoscaler hub) {
    Integer cpu = CpuUtilization.last(hub.status().currentMetricsOrEmpty());
    return withCurrentMetrics(hub, cpu == null ? null : List.of(CpuUtilization.reading(cpu)));
  }

  private static HorizontalPodAutoscaler dropConditions(HorizontalPodAutoscaler hub) {
    HpaStatus status = hub.status();
    return hub.withStatus(
        new HpaStatus(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            status.currentMetrics(),
            null));
  }

  private static HorizontalPodAutoscaler withMetrics(
      HorizontalPodAutoscaler hub, @Nullable List<MetricSpec> metrics) {
    HpaSpec spec = hub.spec();
    return hub.withSpec(
        new HpaSpec(
            spec.scaleTargetRef(),
            spec.minReplicas(),
            spec.maxReplicas(),
            metrics,
            spec.behavior()));
  }

  private static HorizontalPodAutoscaler withCurrentMetrics(
      HorizontalPodAutoscaler hub, @Nullable List<MetricStatus> readings) {
    HpaStatus status = hub.status();
    return hub.withStatus(
        new HpaStatus(
            status.observedGeneration(),
            status.lastScaleTime(),
            status.currentReplicas(),
            status.desiredReplicas(),
            readings,
            status.conditionsOrEmpty()));
  }

  /** Generates autoscalers whose target types match their values. */
  private record Generator(Random random) {

    HorizontalPodAutoscaler autoscaler() {
      ObjectMeta metadata =
          ObjectMeta.EMPTY
              .copy()
              .name("web-" + random.nextInt(100))
              .namespace("shop")
              .annotations(random.nextBoolean() ? null : Map.of("example.com/a", "<" + number()))
              .build();
      HpaSpec spec =
          new HpaSpec(
              new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
              maybe(random.nextInt(5)),
              1 + random.nextInt(20),
              metrics(),
              random.nextBoolean() ? null : behavior());
      return HorizontalPodAutoscaler.of(metadata, spec, status());
    }

    private int number() {
      return 1 + random.nextInt(1000);
    }

    private Quantity quantity() {
      List<String> units = List.of("", "m", "k", "Ki", "Mi", "e3", "n");
      return Quantity.parse(number() + units.get(random.nextInt(units.size())));
    }

    private <T> @Nullable T maybe(T value) {
      return random.nextInt(3) == 0 ? null : value;
    }

    private List<MetricSpec> metrics() {
      List<MetricSpec> metrics = new ArrayList<>();
      for (int count = 1 + random.nextInt(4); count > 0; count--) {
        metrics.add(metric());
      }
      return metrics;
    }

    private MetricSpec metric() {
      String resource = random.nextBoolean() ? "cpu" : "memory";
      return switch (random.nextInt(5)) {
        case 0 ->
            MetricSpec.of(
                new MetricSpec.ObjectMetric(
                    new CrossVersionObjectReference("Ingress", "main", "networking.k8s.io/v1"),
                    valueOrAverage(),
                    identifier()));
        case 1 ->
            MetricSpec.of(
                new MetricSpec.PodsMetric(identifier(), MetricTarget.averageValue(quantity())));
        case 2 -> MetricSpec.of(new MetricSpec.ResourceMetric(resource, usage()));
        case 3 -> MetricSpec.of(new MetricSpec.ContainerResourceMetric(resource, usage(), "app"));
        default -> MetricSpec.of(new MetricSpec.ExternalMetric(identifier(), valueOrAverage()));
      };
    }

    private MetricTarget usage() {
      return random.nextBoolean()
          ? MetricTarget.utilization(number())
          : MetricTarget.averageValue(quantity());
    }

    private MetricTarget valueOrAverage() {
      return random.nextBoolean()
          ? MetricTarget.value(quantity())
          : MetricTarget.averageValue(quantity());
    }

    private MetricIdentifier identifier() {
      return new MetricIdentifier(
          "metric-" + random.nextInt(5),
          maybe(new LabelSelector(Map.of("path", "/" + number()), null)));
    }

    private Behavior behavior() {
      ScalingRules up = maybe(rules());
      return new Behavior(up, up == null ? rules() : maybe(rules()));
    }

    private ScalingRules rules() {
      List<ScalingPolicy> policies = new ArrayList<>();
      for (int count = 1 + random.nextInt(2); count > 0; count--) {
        policies.add(new ScalingPolicy(ScalingPolicy.PODS, number(), 1 + random.nextInt(1800)));
      }
      return new ScalingRules(
          maybe(random.nextInt(3600)), maybe(ScalingRules.MIN), policies, maybe(quantity()));
    }

    private HpaStatus status() {
      List<MetricStatus> readings = new ArrayList<>();
      for (int count = random.nextInt(3); count > 0; count--) {
        readings.add(
            MetricStatus.of(
                new MetricStatus.ResourceStatus(
                    random.nextBoolean() ? "cpu" : "memory",
                    new MetricStatus.MetricValueStatus(null, maybe(quantity()), number()))));
      }
      List<HpaCondition> conditions =
          random.nextBoolean()
              ? List.of()
              : List.of(
                  new HpaCondition(
                      "AbleToScale",
                      "True",
                      Instant.parse("2024-05-01T08:00:00Z"),
                      "ReadyForNewScale",
                      "a <b> & c"));
      return new HpaStatus(
          maybe(5L),
          maybe(Instant.parse("2024-05-01T08:00:00Z")),
          random.nextInt(5),
          random.nextInt(5),
          readings,
          conditions);
    }
  }
}
