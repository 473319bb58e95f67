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

/** The area ZERO: workloads that an autoscaler turns off and on. */
final class ZeroCases implements Area {

  private static final Spec EACH =
      Spec.of(0, 50)
          .external("queue", "'type':'AverageValue','averageValue':'1'")
          .behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(backAndForth(), byHand(), raised(), firstRescale(), withoutGate()).stream()
        .map(each -> each.needs(Capability.BEHAVIOR, Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case gated(String name) {
    return Case.named(name).under(RunProfile.SCALE_TO_ZERO).needs(Capability.SCALE_TO_ZERO);
  }

  private static Case backAndForth() {
    return gated("zero-and-back")
        .step("nothing is wanted", target(2), external("queue", "0"), autoscaler(EACH))
        .expect(
            writes("ZERO-1", 0),
            condition(
                "ZERO-2",
                "ScaledToZero",
                "True",
                "ScaledToZero",
                "the HPA controller scaled the workload to zero"))
        .hold(2)
        .step("a little is wanted", external("queue", "2"))
        .expect(
            writes("ZERO-3", 2),
            condition(
                "ZERO-4",
                "ScaledToZero",
                "False",
                "NotScaledToZero",
                "the HPA controller did not scale the workload to zero"));
  }

  private static Case byHand() {
    return gated("zero-by-hand")
        .step("as much as there is", target(2), external("queue", "2"), autoscaler(EACH))
        .expect(Expectations.ready("CONDITIONS-3"))
        .step("somebody turns the target off", replicas(0))
        .expect(scalingActive("ZERO-5", "False", "ScalingDisabled", "*"))
        .step("and more is wanted", external("queue", "9"))
        .expect(writesNothing("ZERO-6"))
        .hold(3);
  }

  private static Case raised() {
    return gated("zero-raised-minimum")
        .step("nothing is wanted", target(2), external("queue", "0"), autoscaler(EACH))
        .expect(
            writes("ZERO-1", 0), condition("ZERO-2", "ScaledToZero", "True", "ScaledToZero", "*"))
        .step("the minimum is raised", Actions.spec("{'minReplicas':3}"))
        .expect(writes("ZERO-7", 3));
  }

  private static Case firstRescale() {
    return gated("zero-first-rescale")
        .step("more than there is", target(1), external("queue", "3"), autoscaler(EACH))
        .expect(
            writes("WRITES-1", 3),
            condition("ZERO-8", "ScaledToZero", "False", "NotScaledToZero", "*"));
  }

  private static Case withoutGate() {
    return Case.named("zero-without-gate")
        .step("nothing is wanted", target(2), external("queue", "0"), autoscaler(EACH))
        .expect(writes("ZERO-9", 0), noCondition("ZERO-10", "ScaledToZero"))
        .hold(1)
        .step("much is wanted", external("queue", "30"))
        .expect(scalingActive("ZERO-11", "False", "ScalingDisabled", "*"), writesNothing("ZERO-12"))
        .hold(2);
  }
}
