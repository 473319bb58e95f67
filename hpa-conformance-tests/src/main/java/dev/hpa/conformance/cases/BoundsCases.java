package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.replicas;
import static dev.hpa.conformance.cases.Actions.spec;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.noCondition;
import static dev.hpa.conformance.cases.Expectations.noStatus;
import static dev.hpa.conformance.cases.Expectations.normalEvent;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.scalingActive;
import static dev.hpa.conformance.cases.Expectations.scalingLimited;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Precondition;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** Cases of the area BOUNDS: minimum, maximum, and targets with 0 replicas. */
final class BoundsCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
        aboveMaximum(),
        belowMinimum(),
        cappedAtMaximum(),
        keptAtMinimum(),
        changedBounds(),
        off(),
        turnedOff());
  }

  private static Case aboveMaximum() {
    return Case.named("bounds-above-maximum")
        .needs(Capability.BEHAVIOR)
        .step(
            "12 replicas, maxReplicas 5, scaling down disabled",
            target(12),
            autoscaler(
                Spec.of(1, 5)
                    .utilization("cpu", 50)
                    .behavior("{'scaleDown':{'selectPolicy':'Disabled'}}")))
        .expect(
            writes("BOUNDS-1", 5),
            normalEvent(
                    "EVENTS-1",
                    "SuccessfulRescale",
                    "New size: 5; reason: Current number of replicas above Spec.MaxReplicas")
                .containing("Current number of replicas above Spec.MaxReplicas"));
  }

  private static Case belowMinimum() {
    return Case.named("bounds-below-minimum")
        .step(
            "1 replica, minReplicas 3", target(1), autoscaler(Spec.of(3, 5).utilization("cpu", 50)))
        .expect(
            writes("BOUNDS-2", 3),
            normalEvent(
                    "EVENTS-2",
                    "SuccessfulRescale",
                    "New size: 3; reason: Current number of replicas below Spec.MinReplicas")
                .containing("Current number of replicas below Spec.MinReplicas"),
            checked(
                "BOUNDS-3",
                "no metrics request before the write",
                BoundsCases::metricsBeforeTheWrite));
  }

  private static Optional<String> metricsBeforeTheWrite(Transcript step) {
    for (Observation each : step.observations()) {
      if (each instanceof Observation.Scaled) {
        return Optional.empty();
      }
      if (each instanceof Observation.Request request
          && request.path().startsWith("/apis/metrics.k8s.io/")) {
        return Optional.of(request.line());
      }
    }
    return Optional.empty();
  }

  private static Case cappedAtMaximum() {
    return Case.named("bounds-capped-at-maximum")
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "utilization at 4 times the target, maxReplicas 3",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "200m"),
            autoscaler(Spec.of(1, 3).utilization("cpu", 50)))
        .expect(
            writes("BOUNDS-4", 3),
            scalingLimited(
                "CONDITIONS-9",
                "True",
                "TooManyReplicas",
                "the desired replica count is more than the maximum replica count"))
        .hold(2);
  }

  private static Case keptAtMinimum() {
    return Case.named("bounds-kept-at-minimum")
        .needs(Capability.RESOURCE_METRICS)
        .needs(Capability.BEHAVIOR)
        .step(
            "utilization at 10 % of the target, minReplicas 2",
            target(4),
            pods(4, POD),
            uses(4, "cpu", "5m"),
            autoscaler(
                Spec.of(2, 10)
                    .utilization("cpu", 50)
                    .behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}")))
        .expect(
            writes("BOUNDS-5", 2),
            scalingLimited(
                "CONDITIONS-13",
                "True",
                "TooFewReplicas",
                "the desired replica count is less than the minimum replica count"))
        .hold(2);
  }

  private static Case changedBounds() {
    return Case.named("bounds-raised-minimum")
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "utilization at the target",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "50m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("TOLERANCE-1"))
        .hold(2)
        .step("minReplicas is raised to 40", spec("{'minReplicas':40,'maxReplicas':50}"))
        .expect(writes("BOUNDS-6", 40), noStatus("BOUNDS-7", "/currentMetrics"));
  }

  private static Case off() {
    return Case.named("bounds-no-replicas")
        .step(
            "the target has 0 replicas",
            target(0),
            autoscaler(Spec.of(1, 5).utilization("cpu", 50)))
        .expect(
            scalingActive(
                "CONDITIONS-15",
                "False",
                "ScalingDisabled",
                "scaling is disabled since the replica count of the target is zero"),
            ableToScale(
                "CONDITIONS-1",
                "True",
                "SucceededGetScale",
                "the HPA controller was able to get the target's current scale"),
            writesNothing("BOUNDS-8"),
            noCondition("CONDITIONS-14", "ScalingLimited"),
            status("STATUS-3", "/desiredReplicas", "0"))
        .hold(2);
  }

  private static Case turnedOff() {
    return Case.named("bounds-disabled-by-user")
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "utilization at the target",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "50m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .given(Precondition.METRICS_READ)
        .expect(writesNothing("TOLERANCE-1"))
        .hold(1)
        .step("a user sets 0 replicas", replicas(0))
        .expect(
            scalingActive("BOUNDS-9", "False", "ScalingDisabled", "*"), writesNothing("BOUNDS-8"))
        .hold(2)
        .step("a user sets 1 replica, below minReplicas", spec("{'minReplicas':3}"), replicas(1))
        .expect(writes("BOUNDS-10", 3));
  }
}
