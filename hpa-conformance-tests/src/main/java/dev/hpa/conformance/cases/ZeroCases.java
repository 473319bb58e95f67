package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.replicas;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.condition;
import static dev.hpa.conformance.cases.Expectations.noCondition;
import static dev.hpa.conformance.cases.Expectations.scalingActive;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** Cases of the area SCALE-TO-ZERO. */
final class ZeroCases implements Area {

  private static final Spec EACH =
      Spec.of(0, 50)
          .external("queue", "'type':'AverageValue','averageValue':'1'")
          .behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(downAndUp(), disabledByUser(), raisedMinimum(), firstWrite(), withoutGate())
        .stream()
        .map(each -> each.needs(Capability.BEHAVIOR, Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case gated(String name) {
    return Case.named(name).under(RunProfile.SCALE_TO_ZERO).needs(Capability.SCALE_TO_ZERO);
  }

  private static Case downAndUp() {
    return gated("zero-down-and-up")
        .step("the metric requires 0 replicas", target(2), external("queue", "0"), autoscaler(EACH))
        .expect(
            writes("SCALE-TO-ZERO-1", 0),
            condition(
                "SCALE-TO-ZERO-2",
                "ScaledToZero",
                "True",
                "ScaledToZero",
                "the HPA controller scaled the workload to zero"))
        .hold(2)
        .step("the metric requires 2 replicas", external("queue", "2"))
        .expect(
            writes("SCALE-TO-ZERO-3", 2),
            condition(
                "SCALE-TO-ZERO-4",
                "ScaledToZero",
                "False",
                "NotScaledToZero",
                "the HPA controller did not scale the workload to zero"));
  }

  private static Case disabledByUser() {
    return gated("zero-disabled-by-user")
        .step("the metric is at its target", target(2), external("queue", "2"), autoscaler(EACH))
        .expect(Expectations.ready("CONDITIONS-3"))
        .step("a user sets 0 replicas", replicas(0))
        .expect(scalingActive("SCALE-TO-ZERO-5", "False", "ScalingDisabled", "*"))
        .step("the metric requires 9 replicas", external("queue", "9"))
        .expect(writesNothing("SCALE-TO-ZERO-6"))
        .hold(3);
  }

  private static Case raisedMinimum() {
    return gated("zero-raised-minimum")
        .step("the metric requires 0 replicas", target(2), external("queue", "0"), autoscaler(EACH))
        .expect(
            writes("SCALE-TO-ZERO-1", 0),
            condition("SCALE-TO-ZERO-2", "ScaledToZero", "True", "ScaledToZero", "*"))
        .step("minReplicas is raised to 3", Actions.spec("{'minReplicas':3}"))
        .expect(writes("SCALE-TO-ZERO-7", 3));
  }

  private static Case firstWrite() {
    return gated("zero-first-write")
        .step(
            "the metric requires 3 replicas of 1",
            target(1),
            external("queue", "3"),
            autoscaler(EACH))
        .expect(
            writes("WRITES-1", 3),
            condition("SCALE-TO-ZERO-8", "ScaledToZero", "False", "NotScaledToZero", "*"));
  }

  private static Case withoutGate() {
    return Case.named("zero-without-gate")
        .step("the metric requires 0 replicas", target(2), external("queue", "0"), autoscaler(EACH))
        .expect(writes("SCALE-TO-ZERO-9", 0), noCondition("SCALE-TO-ZERO-10", "ScaledToZero"))
        .hold(1)
        .step(
            "a user sets 0 replicas; the metric requires 30 replicas",
            replicas(0),
            external("queue", "30"))
        .expect(
            scalingActive("SCALE-TO-ZERO-11", "False", "ScalingDisabled", "*"),
            writesNothing("SCALE-TO-ZERO-12"))
        .hold(2);
  }
}
