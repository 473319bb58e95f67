package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Precondition;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Cases of the area PODS: pods in replica calculations. */
final class PodCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");
  private static final Spec HALF = Spec.of(1, 20).utilization("cpu", 50);
  private static final Spec HALF_AND_NO_WINDOW =
      HALF.behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            pending(),
            pendingReversed(),
            pendingWhenLow(),
            withoutSampleWhenLow(),
            withoutSampleWhenHigh(),
            failed(),
            terminating(),
            unready("young", Duration.ofMinutes(1), Duration.ofSeconds(50), "PODS-7"),
            unready("never-ready", Duration.ofMinutes(10), Duration.ofSeconds(590), "PODS-8"),
            unreadyLater(),
            sampledBeforeReady(),
            succeeded(),
            allUnready(),
            unknownSamples())
        .stream()
        .map(each -> each.needs(Capability.RESOURCE_METRICS))
        .toList();
  }

  /** The first pods are ready, the others are copies of {@code other}. */
  private static Pod[] some(int ready, int others, Pod other) {
    return Stream.concat(
            IntStream.rangeClosed(1, ready).mapToObj(number -> POD.withName("web-" + number)),
            IntStream.rangeClosed(ready + 1, ready + others)
                .mapToObj(number -> other.withName("web-" + number)))
        .toArray(Pod[]::new);
  }

  private static Case pending() {
    return Case.named("pods-pending")
        .step(
            "9 pods at 112 % of the target, 1 pending",
            target(10), pods(some(9, 1, POD.pending())), uses(9, "cpu", "56m"), autoscaler(HALF))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("PODS-1"))
        .hold(2);
  }

  private static Case pendingReversed() {
    return Case.named("pods-pending-reversed")
        .needs(Capability.BEHAVIOR)
        .step(
            "2 pods above the target, 2 pending",
            target(4),
            pods(some(2, 2, POD.pending())),
            uses(2, "cpu", "60m"),
            autoscaler(HALF_AND_NO_WINDOW))
        .given(Precondition.METRICS_READ)
        .expect(
            ready("CONDITIONS-3"),
            status(
                "RESOURCE-METRICS-22",
                "/currentMetrics/0/resource/current/averageUtilization",
                "60"),
            writesNothing("PODS-2"))
        .hold(2);
  }

  private static Case pendingWhenLow() {
    return Case.named("pods-pending-when-low")
        .needs(Capability.BEHAVIOR)
        .step(
            "2 pods below the target, 8 pending",
            target(10),
            pods(some(2, 8, POD.pending())),
            uses(2, "cpu", "25m"),
            autoscaler(HALF_AND_NO_WINDOW))
        .expect(writes("PODS-3", 1));
  }

  private static Case withoutSampleWhenLow() {
    return Case.named("pods-without-sample-when-low")
        .needs(Capability.BEHAVIOR)
        .step(
            "2 pods below the target, 2 without a sample",
            target(4),
            pods(4, POD),
            uses(2, "cpu", "20m"),
            autoscaler(HALF_AND_NO_WINDOW))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("PODS-5"))
        .hold(2);
  }

  private static Case withoutSampleWhenHigh() {
    return Case.named("pods-without-sample-when-high")
        .step(
            "2 pods at twice the target, 2 without a sample",
            target(4),
            pods(4, POD),
            uses(2, "cpu", "100m"),
            autoscaler(HALF))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("PODS-4"))
        .hold(2);
  }

  private static Case failed() {
    return Case.named("pods-failed")
        .step(
            "1 pod at twice the target, 1 failed pod with a sample",
            target(1),
            pods(some(1, 1, POD.withPhase("Failed"))),
            uses(Sample.of("web-1", "cpu", "100m"), Sample.of("web-2", "cpu", "0")),
            autoscaler(HALF))
        .expect(writes("PODS-6", 2));
  }

  private static Case terminating() {
    return Case.named("pods-terminating")
        .step(
            "1 pod at twice the target, 1 terminating pod",
            target(1),
            pods(some(1, 1, POD.withDeletionTimestamp())),
            uses(Sample.of("web-1", "cpu", "100m"), Sample.of("web-2", "cpu", "0")),
            autoscaler(HALF))
        .expect(writes("PODS-9", 2));
  }

  /** A pod that has never been ready counts with a usage of 0, whatever its sample. */
  private static Case unready(String name, Duration age, Duration since, String rule) {
    return Case.named("pods-unready-" + name)
        .needs(Capability.BEHAVIOR)
        .step(
            "2 pods at 120 % of the target, 1 of them never ready",
            target(2),
            pods(some(1, 1, POD.withAge(age).ready("False", since))),
            uses(2, "cpu", "60m"),
            autoscaler(HALF_AND_NO_WINDOW))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing(rule))
        .hold(2);
  }

  private static Case unreadyLater() {
    return Case.named("pods-unready-later")
        .step(
            "2 pods at 180 % of the target, 1 of them unready after 1 min",
            target(2),
            pods(
                some(
                    1,
                    1,
                    POD.withAge(Duration.ofMinutes(10)).ready("False", Duration.ofMinutes(9)))),
            uses(2, "cpu", "90m"),
            autoscaler(HALF))
        .expect(writes("PODS-11", 4));
  }

  private static Case sampledBeforeReady() {
    return Case.named("pods-sampled-before-ready")
        .needs(Capability.BEHAVIOR)
        .step(
            "a sample whose window starts before the pod was ready",
            target(2),
            pods(
                some(
                    1,
                    1,
                    POD.withAge(Duration.ofSeconds(60)).ready("True", Duration.ofSeconds(10)))),
            uses(
                Sample.of("web-1", "cpu", "60m"),
                Sample.of("web-2", "cpu", "60m").over(Duration.ofMinutes(10))),
            autoscaler(HALF_AND_NO_WINDOW))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("PODS-12"))
        .hold(2);
  }

  private static Case succeeded() {
    return Case.named("pods-succeeded")
        .needs(Capability.BEHAVIOR)
        .step(
            "2 pods below the target, 1 succeeded pod",
            target(2),
            pods(some(2, 1, POD.withPhase("Succeeded"))),
            uses(2, "cpu", "20m"),
            autoscaler(HALF_AND_NO_WINDOW))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("PODS-13"))
        .hold(2);
  }

  private static Case allUnready() {
    return Case.named("pods-all-unready")
        .step(
            "1 pending pod",
            target(1),
            pods(some(0, 1, POD.pending())),
            uses(1, "cpu", "100m"),
            autoscaler(HALF))
        .expect(
            noReplicaCount(
                "PODS-14",
                "FailedGetResourceMetric",
                "failed to get cpu utilization: did not receive metrics for targeted pods (pods"
                    + " might be unready)"));
  }

  private static Case unknownSamples() {
    return Case.named("pods-unknown-samples")
        .needs(Capability.AVERAGE_VALUES)
        .step(
            "samples of 4 pods, and of 1 unknown pod",
            target(4),
            pods(4, Pod.named("web")),
            uses(4, "cpu", "10m"),
            uses(Sample.of("web-9", "cpu", "60m")),
            autoscaler(Spec.of(1, 10).averageUse("cpu", "10m")))
        .expect(writes("PODS-15", 8));
  }
}
