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
 * Generated autoscalers through every version to every version and back. What a version loses is
 * listed here in {@link #LOSSES}, and nothing else may be.
 */
class RoundTripTest {

  private static final int OBJECTS = 400;
  private static final long SEED = 1_711_929_600L;

  /** What happens to the information in the hub on the way through one version. */
  private static final Map<HpaVersion, List<UnaryOperator<HorizontalPodAutoscaler>>> LOSSES =
      Map.of(
          HpaVersion.V2,
          List.of(),
          HpaVersion.V2BETA2,
          List.of(),
          HpaVersion.V1,
          List.of(
              RoundTripTest::onlyFirstCpuUtilizationAndThatLast,
              RoundTripTest::zeroValuesBesideAveragesOfObjectsAreLost,
              RoundTripTest::noReadingsBecomeUnset,
              RoundTripTest::unsetReadingsBecomeZero),
          HpaVersion.V2BETA1,
          List.of(
              RoundTripTest::containersOfTargetsAreLost,
              RoundTripTest::averagesOfObjectsGetAZeroValue,
              RoundTripTest::unsetReadingsBecomeZero),
          HpaVersion.V2ALPHA1,
          List.of(
              RoundTripTest::onlyMetricsOfAlpha,
              RoundTripTest::behaviorIsLost,
              RoundTripTest::unsetReadingsBecomeZero),
          HpaVersion.EXTENSIONS_V1BETA1,
          List.of(
              RoundTripTest::onlyFirstCpuUtilization,
              RoundTripTest::behaviorIsLost,
              RoundTripTest::onlyLastCpuReading,
              RoundTripTest::conditionsAreLost));

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
      HorizontalPodAutoscaler there = through(by, through(from, original));
      HorizontalPodAutoscaler back = through(from, there);
      HorizontalPodAutoscaler expected = lossy(from, lossy(by, lossy(from, original)));
      assertEquals(
          Json.text(expected), Json.text(back), "object " + i + ": " + Json.text(original));
    }
  }

  private static HorizontalPodAutoscaler through(HpaVersion version, HorizontalPodAutoscaler hub) {
    return version.decodeWithoutDefaults(Json.text(version.encode(hub)));
  }

  private static HorizontalPodAutoscaler lossy(HpaVersion version, HorizontalPodAutoscaler hub) {
    HorizontalPodAutoscaler result = hub;
    for (UnaryOperator<HorizontalPodAutoscaler> loss : LOSSES.getOrDefault(version, List.of())) {
      result = loss.apply(result);
    }
    return result;
  }

  // The losses.

  private static HorizontalPodAutoscaler onlyFirstCpuUtilizationAndThatLast(
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

  private static HorizontalPodAutoscaler onlyFirstCpuUtilization(HorizontalPodAutoscaler hub) {
    Integer cpu = CpuUtilization.first(hub.spec().metricsOrEmpty());
    return withMetrics(hub, cpu == null ? null : List.of(CpuUtilization.metric(cpu)));
  }

  private static HorizontalPodAutoscaler containersOfTargetsAreLost(HorizontalPodAutoscaler hub) {
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

  private static HorizontalPodAutoscaler averagesOfObjectsGetAZeroValue(
      HorizontalPodAutoscaler hub) {
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

  /** Only what {@link #averagesOfObjectsGetAZeroValue} added. */
  private static HorizontalPodAutoscaler zeroValuesBesideAveragesOfObjectsAreLost(
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

  private static HorizontalPodAutoscaler noReadingsBecomeUnset(HorizontalPodAutoscaler hub) {
    return hub.status().currentMetricsOrEmpty().isEmpty() ? withReadings(hub, null) : hub;
  }

  /** Neither selectors nor averages of objects, and three types. */
  private static HorizontalPodAutoscaler onlyMetricsOfAlpha(HorizontalPodAutoscaler hub) {
    Set<String> types = Set.of(MetricSpec.OBJECT, MetricSpec.PODS, MetricSpec.RESOURCE);
    return withMetrics(
        hub,
        hub.spec().metricsOrEmpty().stream()
            .filter(metric -> types.contains(metric.type()))
            .map(RoundTripTest::ofAlpha)
            .toList());
  }

  private static MetricSpec ofAlpha(MetricSpec metric) {
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

  private static HorizontalPodAutoscaler behaviorIsLost(HorizontalPodAutoscaler hub) {
    HpaSpec spec = hub.spec();
    return hub.withSpec(
        new HpaSpec(
            spec.scaleTargetRef(), spec.minReplicas(), spec.maxReplicas(), spec.metrics(), null));
  }

  private static HorizontalPodAutoscaler unsetReadingsBecomeZero(HorizontalPodAutoscaler hub) {
    if (hub.status().currentMetrics() == null) {
      return hub;
    }
    return withReadings(
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

  private static HorizontalPodAutoscaler onlyLastCpuReading(HorizontalPodAutoscaler hub) {
    Integer cpu = CpuUtilization.last(hub.status().currentMetricsOrEmpty());
    return withReadings(hub, cpu == null ? null : List.of(CpuUtilization.reading(cpu)));
  }

  private static HorizontalPodAutoscaler conditionsAreLost(HorizontalPodAutoscaler hub) {
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

  private static HorizontalPodAutoscaler withReadings(
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

  /** Makes autoscalers whose targets have the type that fits their value. */
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
