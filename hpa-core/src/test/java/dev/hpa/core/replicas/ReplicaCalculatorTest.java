package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.WINDOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.calculator;
import static dev.hpa.core.Fixtures.container;
import static dev.hpa.core.Fixtures.cpuRequests;
import static dev.hpa.core.Fixtures.deleted;
import static dev.hpa.core.Fixtures.inPhase;
import static dev.hpa.core.Fixtures.pending;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.resources;
import static dev.hpa.core.Fixtures.target;
import static dev.hpa.core.Fixtures.unready;
import static dev.hpa.core.Fixtures.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Quantity;
import dev.hpa.core.Fixtures;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worked examples: usage in millicores, targets in percent of the requests. */
class ReplicaCalculatorTest {

  private static ReplicaCalculator.UtilizationCount utilization(
      int current, List<Pod> pods, List<PodValue> values, int target) throws MetricProblem {
    return calculator(current).byUtilization(pods, values, "cpu", cpuRequests(), target(target));
  }

  private static List<Pod> with(List<Pod> pods, Pod... more) {
    List<Pod> all = new ArrayList<>(pods);
    all.addAll(Arrays.asList(more));
    return all;
  }

  private static List<PodValue> alike(int count, long milli) {
    long[] each = new long[count];
    Arrays.fill(each, milli);
    return podValues(each);
  }

  @ParameterizedTest
  @CsvSource({"550, 1", "450, 1", "559, 1", "560, 2", "449, 1", "1000, 2", "1001, 2", "1010, 3"})
  void utilizationIsCutToWholePercentFirst(long usage, int replicas) throws MetricProblem {
    assertEquals(replicas, utilization(1, readyPods(1, "1000m"), podValues(usage), 50).replicas());
  }

  @Test
  void utilizationIsARatioOfSums() throws MetricProblem {
    List<Pod> pods = List.of(ready("p0", requesting("1000m")), ready("p1", requesting("100m")));
    var count = utilization(2, pods, podValues(900, 100), 90);
    assertEquals(90, count.utilization());
    assertEquals(500, count.average());
    assertEquals(2, count.replicas());
  }

  @Test
  void theNoiseOfDoublesIsRoundedUp() throws MetricProblem {
    assertEquals(56, utilization(25, readyPods(25, "1000m"), alike(25, 1100), 50).replicas());
  }

  @Test
  void podsThatDoNotExistYetCauseAScaleDownUnderLoad() throws MetricProblem {
    assertEquals(8, utilization(10, readyPods(5, "1000m"), alike(5, 750), 50).replicas());
  }

  @Test
  void unreadyPodsAreIgnoredOnScaleDown() throws MetricProblem {
    List<Pod> pods = new ArrayList<>(readyPods(2, "1000m"));
    for (int i = 2; i < 10; i++) {
      pods.add(pending("p" + i, requesting("1000m")));
    }
    assertEquals(1, utilization(10, pods, alike(2, 250), 50).replicas());
  }

  @Test
  void unreadyPodsCountNothingOnScaleUp() throws MetricProblem {
    List<Pod> pods = with(readyPods(2, "1000m"), unready("p2", requesting("1000m")));
    var count = utilization(3, pods, podValues(500, 700, 300), 30);
    assertEquals(4, count.replicas());
    assertEquals(60, count.utilization());
  }

  @Test
  void missingPodsCountTheirWholeRequestOnScaleDown() throws MetricProblem {
    assertEquals(4, utilization(4, readyPods(4, "1000m"), alike(2, 200), 50).replicas());
  }

  @Test
  void missingPodsCountTheTargetOfAnAverage() throws MetricProblem {
    var count =
        calculator(4).byAverage(readyPods(4, "1"), podValues(4000, 6000), "", target(10_000));
    assertEquals(3, count.replicas());
    assertEquals(5000, count.usage());
  }

  @Test
  void aTargetAboveTheRequestsRaisesTheFillIn() throws MetricProblem {
    // 2 × 100 % of 150 % is 0.66; with two more at 150 % it is 1.25 ÷ 1.5, which gives 4 of 4 pods.
    assertEquals(4, utilization(4, readyPods(4, "1000m"), alike(2, 1000), 150).replicas());
    // Filled in at 100 % only, it would be 50 % + 100 % of 150 % and give 2.
    assertEquals(3, utilization(4, readyPods(4, "1000m"), alike(2, 300), 150).replicas());
  }

  @Test
  void missingPodsCountNothingOnScaleUp() throws MetricProblem {
    assertEquals(3, utilization(3, readyPods(3, "1000m"), alike(2, 750), 50).replicas());
    assertEquals(4, utilization(3, readyPods(3, "1000m"), alike(2, 1000), 50).replicas());
  }

  @Test
  void completedPodsAreMissing() throws MetricProblem {
    assertEquals(1, utilization(2, readyPods(2, "1000m"), alike(2, 200), 50).replicas());
    List<Pod> pods =
        with(readyPods(2, "1000m"), inPhase("done", Pod.Phase.SUCCEEDED, requesting("1000m")));
    assertEquals(2, utilization(2, pods, alike(2, 200), 50).replicas());
  }

  @Test
  void deletedAndFailedPodsAreIgnoredWithTheirValues() throws MetricProblem {
    List<Pod> pods =
        with(
            readyPods(2, "1000m"),
            deleted("p2", requesting("1000m")),
            inPhase("p3", Pod.Phase.FAILED, requesting("1000m")));
    var count = utilization(2, pods, podValues(500, 500, 9000, 9000), 50);
    assertEquals(2, count.replicas());
    assertEquals(50, count.utilization());
  }

  @Test
  void readinessMattersForCpuOnly() throws MetricProblem {
    PodResources memory = resources(container("app", Map.of("memory", Quantity.parse("1Gi"))));
    List<Pod> pods = List.of(ready("p0", memory), unready("p1", memory));
    long mi = 1024 * 1024 * 1000L;
    assertEquals(
        4,
        calculator(2)
            .byAverage(pods, podValues(100 * mi, 300 * mi), "memory", target(100 * mi))
            .replicas());
  }

  @Test
  void samplesOfUnknownPodsCountInAverages() throws MetricProblem {
    List<PodValue> values = new ArrayList<>(podValues(10_000, 10_000));
    values.add(value("ghost", 100_000));
    assertEquals(
        8, calculator(2).byAverage(readyPods(2, "1"), values, "", target(10_000)).replicas());
  }

  @Test
  void samplesOfUnknownPodsCountAsEntriesOfTheSecondPass() throws MetricProblem {
    List<PodValue> values = List.of(value("p0", 1500), value("ghost", 100));
    assertEquals(5, utilization(2, readyPods(2, "1000m"), values, 50).replicas());
  }

  @Test
  void theLaterOfTwoValuesOfAPodCounts() throws MetricProblem {
    List<PodValue> values = List.of(value("p0", 9000), value("p0", 500));
    assertEquals(1, utilization(1, readyPods(1, "1000m"), values, 50).replicas());
  }

  private static Pod started(int secondsAgo, Pod.Readiness.Status status, int changedAgo) {
    return new Pod(
        "p0",
        Pod.Phase.RUNNING,
        false,
        ago(secondsAgo),
        new Pod.Readiness(status, ago(changedAgo)),
        requesting("1000m"));
  }

  private static boolean counts(Pod pod, Instant timestamp) {
    PodValue value = PodValue.of("p0", timestamp, WINDOW, 1);
    return PodClassification.of(pod, value, "cpu", Settings.DEFAULTS, NOW)
        == PodClassification.COUNTS;
  }

  @Test
  void anOldPodIsDoubtedOnlyWhenItHasNeverBeenReady() {
    assertEquals(true, counts(started(600, Pod.Readiness.Status.FALSE, 540), NOW));
    assertEquals(false, counts(started(600, Pod.Readiness.Status.FALSE, 580), NOW));
    assertEquals(true, counts(started(600, Pod.Readiness.Status.FALSE, 570), NOW));
    assertEquals(true, counts(started(600, Pod.Readiness.Status.UNKNOWN, 580), NOW));
  }

  @Test
  void aYoungPodCountsFromOneWindowAfterItBecameReady() {
    Pod young = started(100, Pod.Readiness.Status.TRUE, 60);
    assertEquals(false, counts(young, ago(31)));
    assertEquals(true, counts(young, ago(30)));
    assertEquals(false, counts(started(100, Pod.Readiness.Status.FALSE, 60), NOW));
  }

  @Test
  void aPodIsOldAtTheEndOfItsInitialization() {
    assertEquals(true, counts(started(300, Pod.Readiness.Status.TRUE, 1), ago(200)));
    assertEquals(false, counts(started(299, Pod.Readiness.Status.TRUE, 1), ago(200)));
  }

  @Test
  void withoutStartOrConditionAPodDoesNotCount() {
    assertEquals(
        false,
        counts(new Pod("p0", Pod.Phase.RUNNING, false, ago(900), null, PodResources.NONE), NOW));
    assertEquals(
        false,
        counts(
            new Pod(
                "p0",
                Pod.Phase.RUNNING,
                false,
                null,
                new Pod.Readiness(Pod.Readiness.Status.TRUE, ago(9)),
                PodResources.NONE),
            NOW));
  }

  @Test
  void terminatingPodsCountForValuesOnly() throws MetricProblem {
    List<Pod> pods =
        with(readyPods(2, "1"), deleted("p2", requesting("1")), deleted("p3", requesting("1")));
    assertEquals(8, calculator(4).byValue(pods, 200, target(100)).replicas());
    assertEquals(4, calculator(4).byAverage(pods, alike(4, 200), "", target(100)).replicas());
  }

  @Test
  void withoutAReadyPodAValueProposesNothing() throws MetricProblem {
    List<Pod> pods = List.of(unready("p0", PodResources.NONE), unready("p1", PodResources.NONE));
    assertEquals(0, calculator(2).byValue(pods, 500, target(100)).replicas());
  }

  @Test
  void valuesFollowTheReadyPods() throws MetricProblem {
    assertEquals(5, calculator(5).byValue(readyPods(3, "1"), 150, target(100)).replicas());
  }

  @Test
  void fromZeroReplicasThereIsNoTolerance() throws MetricProblem {
    assertEquals(1, calculator(0).byValue(List.of(), 1, target(100)).replicas());
    assertEquals(0, calculator(0).byValue(List.of(), 0, target(100)).replicas());
  }

  @Test
  void anAverageWithinToleranceGivesTheObservedReplicas() {
    assertEquals(5, calculator(10, 5).byAverageValue(50_000, target(10_000), true).replicas());
    assertEquals(5, calculator(10, 5).byAverageValue(50_000, target(10_000), false).replicas());
  }

  @Test
  void anAverageOverNoReplicaHasNoNumber() {
    var count = calculator(3, 0).byAverageValue(10_000, target(5_000), true);
    assertEquals(2, count.replicas());
    assertEquals(Long.MIN_VALUE, count.usage());
  }

  @Test
  void onlyExternalCountsAreCapped() {
    assertEquals(
        Integer.MAX_VALUE,
        calculator(1).byAverageValue(Long.MAX_VALUE, target(1), true).replicas());
    assertEquals(
        Integer.MIN_VALUE,
        calculator(1).byAverageValue(Long.MAX_VALUE, target(1), false).replicas());
    assertEquals(
        Long.MAX_VALUE, calculator(1).byAverageValue(Long.MAX_VALUE, target(1), true).usage());
  }

  @Test
  void averagesOfPodsAreCutAndThoseOfOneNumberRoundedUp() throws MetricProblem {
    assertEquals(
        10_000,
        calculator(2)
            .byAverage(readyPods(2, "1"), podValues(10_000, 10_001), "", target(9))
            .usage());
    assertEquals(10_001, calculator(2).byAverageValue(20_001, target(10_000), true).usage());
  }

  @Test
  void problemsAreReported() {
    assertEquals(
        "no pods returned by selector while calculating replica count",
        problem(() -> utilization(1, List.of(), podValues(1), 50)));
    assertEquals(
        "did not receive metrics for targeted pods (pods might be unready)",
        problem(() -> utilization(1, List.of(pending("p0", requesting("1"))), podValues(1), 50)));
    assertEquals(
        "no metrics returned matched known pods",
        problem(() -> utilization(1, readyPods(1, "1"), List.of(value("ghost", 1)), 50)));
    assertEquals(
        "no metrics returned matched known pods",
        problem(() -> utilization(1, readyPods(1, "0"), podValues(1), 50)));
    assertEquals(
        "unable to calculate ready pods: no pods returned by selector while calculating replica"
            + " count",
        problem(() -> calculator(2).byValue(List.of(), 500, target(100))));
  }

  @Test
  void onePodWithoutRequestFailsTheMetricEvenWhenItIsIgnored() {
    Pod bad = deleted("bad", resources(container("app", Map.of())));
    assertEquals(
        "missing request for cpu in container app of Pod bad",
        problem(() -> utilization(2, with(readyPods(2, "1"), bad), podValues(1, 1), 50)));
  }

  private interface Call {
    Object run() throws MetricProblem;
  }

  private static String problem(Call call) {
    return assertThrows(MetricProblem.class, call::run).text();
  }

  /**
   * One busy pod among four that are not warm yet: 246 % of the target, and 48 % with the others.
   */
  @Test
  void aRatioTurnedByFillingInChangesNothing() throws MetricProblem {
    List<Pod> pods = new ArrayList<>(readyPods(1, "1000m"));
    for (int i = 1; i < 5; i++) {
      pods.add(Fixtures.pending("p" + i, Fixtures.requesting("1000m")));
    }
    var count = utilization(5, pods, alike(1, 1230), 50);
    assertEquals(Calculation.Rule.FILLING_TURNS_RATIO, count.how().rule());
    assertEquals(5, count.replicas());
  }

  /** Two of three pods at 150 % ask for 3 pods; four are wanted already. */
  @Test
  void aCountAgainstItsRatioChangesNothing() throws MetricProblem {
    var count = utilization(4, readyPods(3, "1000m"), alike(2, 1000), 50);
    assertEquals(Calculation.Rule.FOLLOWS_RATIO, count.how().rule());
    var against = utilization(6, readyPods(3, "1000m"), alike(2, 1000), 50);
    assertEquals(Calculation.Rule.COUNT_AGAINST_RATIO, against.how().rule());
    assertEquals(6, against.replicas());
  }

  @Test
  void averagesCanBeSummedUp() throws MetricProblem {
    Settings sum =
        Settings.DEFAULTS.with(
            new UpstreamDifferences(
                null,
                null,
                UpstreamDifferences.Formula.SUM,
                UpstreamDifferences.UtilizationBase.REQUESTS,
                UpstreamDifferences.Aggregation.MAXIMUM,
                false,
                Set.of()));
    var count =
        new ReplicaCalculator(2, 2, sum, NOW, pod -> true)
            .byAverage(readyPods(4, "1"), podValues(10, 20, 30), "", target(20));
    assertEquals(2, count.replicas());
    assertEquals(
        4,
        new ReplicaCalculator(2, 2, sum, NOW, pod -> true)
            .byAverage(readyPods(4, "1"), podValues(20, 30, 30), "", target(20))
            .replicas());
  }

  /** A thousand metrics of pods with hundreds of containers take as long as one. */
  @Test
  @Tag("security")
  void requestsAreComputedOnceForAllMetrics() throws MetricProblem {
    AtomicInteger reads = new AtomicInteger();
    List<PodResources.Container> containers =
        new AbstractList<>() {
          @Override
          public PodResources.Container get(int index) {
            reads.incrementAndGet();
            return Fixtures.container("app", Map.of("cpu", Quantity.parse("100m")));
          }

          @Override
          public int size() {
            return 1;
          }
        };
    Pod pod = Fixtures.ready("web", new PodResources(containers, List.of(), Map.of(), Map.of()));
    ReplicaCalculator calculator = calculator(1);
    List<PodValue> values = List.of(PodValue.of("web", Instant.EPOCH, Duration.ZERO, 50));
    calculator.byUtilization(List.of(pod), values, "cpu", cpuRequests(), target(50));
    int once = reads.get();
    for (int i = 1; i < 10; i++) {
      calculator.byUtilization(List.of(pod), values, "cpu", cpuRequests(), target(50 + i));
    }
    assertEquals(once, reads.get());
    PodRequests missing = PodRequests.of("memory", null, Settings.DEFAULTS);
    for (int i = 0; i < 10; i++) {
      assertThrows(
          MetricProblem.class,
          () -> calculator.byUtilization(List.of(pod), values, "memory", missing, target(50)));
    }
    assertEquals(once + 1, reads.get());
  }
}
