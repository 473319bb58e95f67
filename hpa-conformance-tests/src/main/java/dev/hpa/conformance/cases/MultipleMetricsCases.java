package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.silent;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.valid;
import static dev.hpa.conformance.cases.Expectations.warns;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** The area MANY: several metrics of one autoscaler. */
final class MultipleMetricsCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");
  private static final String AVERAGE = "'type':'AverageValue','averageValue':'10'";
  private static final Spec BOTH = Spec.of(1, 10).external("queue", AVERAGE).utilization("cpu", 50);

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(highest(), oneFailsUp(), oneFailsDown(), allFail()).stream()
        .map(each -> each.needs(Capability.RESOURCE_METRICS, Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case of(String name, String step, String queue, String use) {
    return Case.named(name)
        .step(
            step,
            target(2),
            pods(2, POD),
            external("queue", queue),
            uses(2, "cpu", use),
            autoscaler(BOTH));
  }

  private static Case highest() {
    return of("many-highest", "one metric wants three, another four", "30", "100m")
        .expect(
            writes("MANY-1", 4),
            valid("MANY-2", "cpu resource utilization (percentage of request)"))
        .hold(2);
  }

  private static Case oneFailsUp() {
    return Case.named("many-one-fails-up")
        .step(
            "one metric fails, another wants more",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "100m"),
            autoscaler(BOTH))
        .expect(
            writes("MANY-3", 4),
            warns("MANY-4", "FailedGetExternalMetric", "unable to get external metric *"),
            silent("MANY-7", "FailedComputeMetricsReplicas"),
            status("MANY-8", "/currentMetrics/0/type", "''"),
            status("MANY-9", "/currentMetrics/1/type", "'Resource'"))
        .hold(2);
  }

  private static Case oneFailsDown() {
    return Case.named("many-one-fails-down")
        .needs(Capability.BEHAVIOR)
        .step(
            "one metric fails, another wants less",
            target(4),
            pods(4, POD),
            uses(4, "cpu", "10m"),
            autoscaler(BOTH.behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}")))
        .expect(
            noReplicaCount("MANY-10", "FailedGetExternalMetric", "unable to get external metric *"),
            writesNothing("MANY-11"))
        .hold(3);
  }

  private static Case allFail() {
    return Case.named("many-all-fail")
        .step("nothing is measured", target(2), pods(2, POD), autoscaler(BOTH))
        .expect(
            noReplicaCount("MANY-12", "FailedGetExternalMetric", "unable to get external metric *"),
            warns(
                "MANY-13",
                "FailedComputeMetricsReplicas",
                "invalid metrics (2 invalid out of 2), first error is: failed to get queue external"
                    + " metric value: *"),
            warns("MANY-14", "FailedGetResourceMetric", "failed to get cpu utilization: *"),
            writesNothing("MANY-6"))
        .hold(2);
  }
}
