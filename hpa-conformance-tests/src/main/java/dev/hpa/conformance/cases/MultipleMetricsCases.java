package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.noEvent;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.validMetric;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** Cases of the area MULTIPLE-METRICS. */
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
    return of("multiple-metrics-highest", "1 metric proposes 3 replicas, another 4", "30", "100m")
        .expect(
            writes("MULTIPLE-METRICS-1", 4),
            validMetric("MULTIPLE-METRICS-2", "cpu resource utilization (percentage of request)")
                .containing("cpu"))
        .hold(2);
  }

  private static Case oneFailsUp() {
    return Case.named("multiple-metrics-one-fails-up")
        .step(
            "1 metric fails, another proposes more replicas",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "100m"),
            autoscaler(BOTH))
        .expect(
            writes("MULTIPLE-METRICS-3", 4),
            warningEvent(
                "MULTIPLE-METRICS-4", "FailedGetExternalMetric", "unable to get external metric *"),
            noEvent("MULTIPLE-METRICS-7", "FailedComputeMetricsReplicas"),
            status("MULTIPLE-METRICS-8", "/currentMetrics/0/type", "''"),
            status("MULTIPLE-METRICS-9", "/currentMetrics/1/type", "'Resource'"))
        .hold(2);
  }

  private static Case oneFailsDown() {
    return Case.named("multiple-metrics-one-fails-down")
        .needs(Capability.BEHAVIOR)
        .step(
            "1 metric fails, another proposes fewer replicas",
            target(4),
            pods(4, POD),
            uses(4, "cpu", "10m"),
            autoscaler(BOTH.behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}")))
        .expect(
            noReplicaCount(
                "MULTIPLE-METRICS-10",
                "FailedGetExternalMetric",
                "unable to get external metric *"),
            writesNothing("MULTIPLE-METRICS-11"))
        .hold(3);
  }

  private static Case allFail() {
    return Case.named("multiple-metrics-all-fail")
        .step("no metric has a value", target(2), pods(2, POD), autoscaler(BOTH))
        .expect(
            noReplicaCount(
                "MULTIPLE-METRICS-12",
                "FailedGetExternalMetric",
                "unable to get external metric *"),
            warningEvent(
                    "MULTIPLE-METRICS-13",
                    "FailedComputeMetricsReplicas",
                    "invalid metrics (2 invalid out of 2), first error is: failed to get queue external"
                        + " metric value: *")
                .containing("2 invalid out of 2"),
            warningEvent(
                "MULTIPLE-METRICS-14",
                "FailedGetResourceMetric",
                "failed to get cpu utilization: *"),
            writesNothing("MULTIPLE-METRICS-6"))
        .hold(2);
  }
}
