package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.target;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Behavior;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.Quantity;
import dev.hpa.core.Fixtures;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamFix;
import dev.hpa.spi.MetricReading.PodValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Fixes of Kubernetes 1.38, each without and with the setting. */
class UpstreamFixTest {

  private static Settings settings(UpstreamFix... fixes) {
    return Settings.DEFAULTS.with(UpstreamDifferences.NONE.with(Set.of(fixes)));
  }

  private static ReplicaCalculator calculator(int current, int observed, UpstreamFix... fixes) {
    return new ReplicaCalculator(current, observed, settings(fixes), NOW, pod -> true);
  }

  @Test
  void namesAreParsed() {
    assertEquals(Set.of(), UpstreamFix.parse(List.of()));
    assertEquals(EnumSet.allOf(UpstreamFix.class), UpstreamFix.parse(List.of("1.38")));
    assertEquals(
        Set.of(UpstreamFix.POD_OVERHEAD, UpstreamFix.SUCCEEDED_PODS),
        UpstreamFix.parse(List.of("succeeded-pods", "pod-overhead")));
    assertEquals(
        "\"1.39\" is not a fix; use 1.38 for all, or any of replicas-overflow,"
            + " utilization-overflow, average-overflow, quantity-overflow, object-metric-text,"
            + " succeeded-pods, average-of-zero-replicas, pod-overhead",
        assertThrows(IllegalArgumentException.class, () -> UpstreamFix.parse(List.of("1.39")))
            .getMessage());
  }

  @ParameterizedTest
  @EnumSource(UpstreamFix.class)
  void noneAppliesUnlessItIsSetOrTheReleaseHasIt(UpstreamFix fix) {
    assertEquals(false, Settings.DEFAULTS.has(fix));
    assertEquals(true, settings(fix).has(fix));
    assertEquals(true, Settings.defaults(KubernetesVersion.V1_38).has(fix));
  }

  @ParameterizedTest
  @CsvSource({
    "2147483647, 2147483647, 2147483647",
    "2147483647.9, 2147483647, 2147483647",
    "2147483648, -2147483648, 2147483647",
    "3e9, -2147483648, 2147483647",
    "Infinity, -2147483648, 2147483647",
    "-Infinity, -2147483648, -2147483648",
    "NaN, -2147483648, -2147483648",
    "-3, -3, -3"
  })
  void aCountThatDoesNotFitIsTheLargest(double value, int wrapped, int fixed) {
    assertEquals(wrapped, FloatConversion.toInt(value, settings()));
    assertEquals(fixed, FloatConversion.toInt(value, settings(UpstreamFix.REPLICAS_OVERFLOW)));
    assertEquals(
        Integer.MAX_VALUE,
        FloatConversion.ceilToInt(2147483647.1, settings(UpstreamFix.REPLICAS_OVERFLOW)));
  }

  @Test
  void everyProposalThatDoesNotFitIsTheLargest() throws MetricProblem {
    List<Pod> pods = new ArrayList<>(readyPods(3, "1"));
    for (boolean isFixed : List.of(false, true)) {
      UpstreamFix[] fixes = isFixed ? UpstreamFix.values() : new UpstreamFix[0];
      int expected = isFixed ? Integer.MAX_VALUE : Integer.MIN_VALUE;
      ReplicaCalculator three = calculator(3, 3, fixes);
      long huge = Long.MAX_VALUE / 4;
      assertEquals(expected, three.byAverageValue(300_000_000_000L, target(100), false).replicas());
      assertEquals(
          expected, three.byAverage(pods, podValues(huge, huge, huge), "", target(1)).replicas());
      // One without a value: the ratio is computed again with 0 for it.
      assertEquals(
          isFixed ? Integer.MAX_VALUE : 3,
          three.byAverage(pods, podValues(huge, huge), "", target(1)).replicas());
      assertEquals(expected, calculator(0, 0, fixes).byValue(pods, huge, target(1)).replicas());
      ReplicaCalculator summed =
          new ReplicaCalculator(
              3,
              3,
              Settings.DEFAULTS.with(
                  new UpstreamDifferences(
                      null,
                      null,
                      UpstreamDifferences.Formula.SUM,
                      UpstreamDifferences.UtilizationBase.REQUESTS,
                      UpstreamDifferences.Aggregation.MAXIMUM,
                      false,
                      Set.of(fixes))),
              NOW,
              pod -> true);
      assertEquals(
          expected, summed.byAverage(pods, podValues(huge, 1, 1), "", target(1)).replicas());
      assertEquals(
          Integer.MAX_VALUE, three.byAverageValue(300_000_000_000L, target(100), true).replicas());
    }
  }

  private static Normalization normalized(@Nullable Behavior behavior, UpstreamFix... fixes) {
    int current = 1_500_000_000;
    return Normalization.of(
        new Normalization.Input(
            current,
            Integer.MAX_VALUE,
            1,
            Integer.MAX_VALUE,
            behavior,
            History.EMPTY,
            settings(fixes),
            NOW));
  }

  @Test
  void aRateThatDoesNotFitDoesNotStopScaleUps() {
    Behavior percent =
        new Behavior(
            Fixtures.rules(0, Behavior.ScalingRules.MAX, Fixtures.percent(100, 15)),
            Fixtures.rules(0, Behavior.ScalingRules.MAX, Fixtures.percent(100, 15)));
    assertEquals(1_500_000_000, normalized(percent).desired());
    assertEquals(Integer.MAX_VALUE, normalized(percent, UpstreamFix.REPLICAS_OVERFLOW).desired());
    assertEquals(Integer.MAX_VALUE, normalized(null, UpstreamFix.REPLICAS_OVERFLOW).desired());
  }

  @Test
  void theLimitOfAPodsPolicyWrapsAroundInAllReleases() {
    Behavior pods =
        new Behavior(
            Fixtures.rules(
                0,
                Behavior.ScalingRules.MIN,
                Fixtures.pods(4, 15),
                Fixtures.pods(Integer.MAX_VALUE, 15)),
            null);
    assertEquals(1_500_000_000, normalized(pods).desired());
    assertEquals(1_500_000_000, normalized(pods, UpstreamFix.values()).desired());
  }

  private static long nearest(BigInteger number, long least, long most) {
    return number.max(BigInteger.valueOf(least)).min(BigInteger.valueOf(most)).longValueExact();
  }

  /** A value at or close to a bound of 64 bits, or an usual one. */
  private static long value(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Long.MAX_VALUE - random.nextInt(3);
      case 1 -> Long.MIN_VALUE + random.nextInt(3);
      default -> random.nextInt(-5_000, 5_000);
    };
  }

  @Test
  void sumsThatDoNotFitAreExact() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      MilliSum used = new MilliSum(true);
      MilliSum requested = new MilliSum(true);
      BigInteger usedExactly = BigInteger.ZERO;
      BigInteger requestedExactly = BigInteger.ZERO;
      int pods = random.nextInt(1, 6);
      for (int pod = 0; pod < pods; pod++) {
        long usage = value(random);
        long request = value(random);
        used.add(usage);
        requested.add(request);
        usedExactly = usedExactly.add(BigInteger.valueOf(usage));
        requestedExactly = requestedExactly.add(BigInteger.valueOf(request));
      }
      assertEquals(
          usedExactly.divide(BigInteger.valueOf(pods)).longValueExact(), used.dividedBy(pods));
      assertEquals(usedExactly.doubleValue(), used.toDouble());
      assertEquals(requestedExactly.signum() == 0, requested.isZero());
      if (requestedExactly.signum() != 0) {
        assertEquals(
            nearest(
                usedExactly.multiply(BigInteger.valueOf(100)).divide(requestedExactly),
                Integer.MIN_VALUE,
                Integer.MAX_VALUE),
            used.percentOf(requested));
      }
    }
  }

  @Test
  void aUtilizationThatDoesNotFitIsTheLargest() throws MetricProblem {
    List<Pod> pods = new ArrayList<>(readyPods(2, "1m"));
    PodRequests requests = Fixtures.cpuRequests();
    List<PodValue> usage = podValues(Long.MAX_VALUE / 3, Long.MAX_VALUE / 3);
    ReplicaCalculator.UtilizationCount wrapped =
        calculator(2, 2).byUtilization(pods, usage, "cpu", requests, target(50));
    assertEquals(-1431655832, wrapped.utilization());
    ReplicaCalculator.UtilizationCount fixed =
        calculator(2, 2, UpstreamFix.UTILIZATION_OVERFLOW)
            .byUtilization(pods, usage, "cpu", requests, target(50));
    assertEquals(Integer.MAX_VALUE, fixed.utilization());
    assertEquals(Long.MAX_VALUE / 3, fixed.average());
    assertEquals(85_899_346, fixed.replicas());
  }

  @Test
  void averagesOfLargeValuesAreExact() throws MetricProblem {
    List<Pod> pods = new ArrayList<>(readyPods(2, "1"));
    List<PodValue> usage = podValues(Long.MAX_VALUE, Long.MAX_VALUE);
    assertEquals(-1, calculator(2, 2).byAverage(pods, usage, "", target(1000)).usage());
    ReplicaCalculator fixed = calculator(2, 2, UpstreamFix.AVERAGE_OVERFLOW);
    assertEquals(Long.MAX_VALUE, fixed.byAverage(pods, usage, "", target(1000)).usage());
    assertEquals(Long.MAX_VALUE, fixed.byAverageValue(Long.MAX_VALUE, target(1000), false).usage());
    assertEquals(
        0x1p62,
        (double) calculator(2, 2).byAverageValue(Long.MAX_VALUE, target(1000), false).usage());
  }

  @Test
  void quantitiesOfTheSpecAndOfPodsSaturate() throws MetricProblem {
    Pod pod = readyPods(1, "8Ei").getFirst();
    assertEquals(-1000, PodRequests.of("cpu", null, settings()).of(pod));
    Settings fixed = settings(UpstreamFix.QUANTITY_OVERFLOW);
    assertEquals(Long.MAX_VALUE, PodRequests.of("cpu", null, fixed).of(pod));
  }

  @Test
  void completedPodsAreIgnored() throws MetricProblem {
    List<Pod> pods = new ArrayList<>(readyPods(3, "1"));
    for (String name : List.of("p3", "p4", "p5")) {
      pods.add(Fixtures.inPhase(name, Pod.Phase.SUCCEEDED, requesting("1")));
    }
    PodRequests requests = Fixtures.cpuRequests();
    assertEquals(
        3,
        calculator(3, 3)
            .byUtilization(pods, podValues(900, 900, 900), "cpu", requests, target(50))
            .replicas());
    assertEquals(
        6,
        calculator(3, 3, UpstreamFix.SUCCEEDED_PODS)
            .byUtilization(pods, podValues(900, 900, 900), "cpu", requests, target(50))
            .replicas());
    // A value that is left of a completed pod does not count either.
    assertEquals(
        6,
        calculator(3, 3, UpstreamFix.SUCCEEDED_PODS)
            .byUtilization(pods, podValues(900, 900, 900, 1), "cpu", requests, target(50))
            .replicas());
    Settings fixed = settings(UpstreamFix.SUCCEEDED_PODS);
    assertEquals(
        PodClassification.SUCCEEDED, PodClassification.of(pods.getLast(), null, "cpu", fixed, NOW));
    assertEquals(
        PodClassification.COMPLETED,
        PodClassification.of(pods.getLast(), null, "cpu", settings(), NOW));
    assertEquals(
        PodClassification.COUNTS,
        PodClassification.of(pods.getFirst(), podValues(1).getFirst(), "cpu", fixed, NOW));
  }

  @Test
  void withoutReplicasTheCurrentValueIsZero() {
    ReplicaCalculator.Count wrapped = calculator(3, 0).byAverageValue(42_000, target(10_000), true);
    assertEquals(Long.MIN_VALUE, wrapped.usage());
    UpstreamFix fix = UpstreamFix.AVERAGE_OF_ZERO_REPLICAS;
    for (boolean external : List.of(true, false)) {
      ReplicaCalculator.Count fixed =
          calculator(3, 0, fix).byAverageValue(42_000, target(10_000), external);
      assertEquals(0, fixed.usage());
      assertEquals(wrapped.replicas(), fixed.replicas());
      assertEquals(
          14_000, calculator(3, 3, fix).byAverageValue(42_000, target(10_000), external).usage());
    }
  }

  @Test
  void theOverheadIsNotPartOfAPodLevelRequest() throws MetricProblem {
    PodResources resources =
        new PodResources(
            List.of(Fixtures.container("app", Map.of())),
            List.of(),
            Map.of("cpu", Quantity.parse("1")),
            Map.of("cpu", Quantity.parse("250m")));
    Pod pod = Fixtures.ready("web", resources);
    PodRequests before = PodRequests.of("cpu", null, settings());
    assertEquals(1250, before.of(pod));
    assertEquals(250, before.overheadOf(pod));
    PodRequests fixed = PodRequests.of("cpu", null, settings(UpstreamFix.POD_OVERHEAD));
    assertEquals(1000, fixed.of(pod));
    assertEquals(0, fixed.overheadOf(pod));
    PodResources none =
        new PodResources(
            List.of(Fixtures.container("app", Map.of())),
            List.of(),
            Map.of("memory", Quantity.parse("1Gi")),
            Map.of("cpu", Quantity.parse("250m")));
    assertEquals(250, before.of(Fixtures.ready("web", none)));
    assertEquals(
        "missing pod-level request for cpu in Pod web",
        assertThrows(MetricProblem.class, () -> fixed.of(Fixtures.ready("web", none))).text());
  }

  @Test
  void onlyPodLevelRequestsIncludeAnOverhead() {
    PodResources ofContainers =
        new PodResources(
            requesting("1").containers(),
            List.of(),
            Map.of(),
            Map.of("cpu", Quantity.parse("250m")));
    Pod plain = Fixtures.ready("web", ofContainers);
    assertEquals(0, PodRequests.of("cpu", null, settings()).overheadOf(plain));
    Pod podLevel =
        plain.with(
            new PodResources(
                requesting("1").containers(),
                List.of(),
                Map.of("cpu", Quantity.parse("2")),
                Map.of("cpu", Quantity.parse("250m"))));
    assertEquals(250, PodRequests.of("cpu", null, settings()).overheadOf(podLevel));
    assertEquals(0, PodRequests.of("memory", null, settings()).overheadOf(podLevel));
    assertEquals(0, PodRequests.of("cpu", "app", settings()).overheadOf(podLevel));
    assertEquals(
        0, PodRequests.of("cpu", null, Fixtures.withoutPodLevelResources()).overheadOf(podLevel));
  }
}
