package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.replicas;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.notBefore;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.says;
import static dev.hpa.conformance.cases.Expectations.showed;
import static dev.hpa.conformance.cases.Expectations.withinRange;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** The area STABILIZATION: what holds for autoscalers without a behavior. */
final class StabilizationCases implements Area {

  /** As many replicas as the queue is long. */
  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");

  private static final String STABILIZED =
      "recent recommendations were higher than current one, applying the highest recent"
          + " recommendation";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(held(), released(settings), newest(settings), doubled(), restored()).stream()
        .map(each -> each.needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case held() {
    return Case.named("stabilization-held")
        .step("less than there is", target(4), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(
            ableToScale("CONDITIONS-4", "True", "ScaleDownStabilized", STABILIZED),
            writesNothing("STABILIZATION-1"));
  }

  private static Case released(Settings settings) {
    return Case.named("stabilization-released")
        .step("less than there is", target(4), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(
            writes("STABILIZATION-2", 2),
            notBefore("STABILIZATION-3", 2, settings.downscaleStabilization()),
            says("EVENTS-8", "SuccessfulRescale", "New size: 2; reason: All metrics below target"));
  }

  /** The window counts from the last time more was wanted, not from the beginning. */
  private static Case newest(Settings settings) {
    return Case.named("stabilization-newest")
        .step("as much as there is", target(4), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(5)
        .step("less", external("queue", "1"))
        .expect(
            writes("STABILIZATION-5", 1),
            notBefore(
                "STABILIZATION-6",
                1,
                settings.downscaleStabilization().minus(settings.syncPeriod())));
  }

  private static Case doubled() {
    return Case.named("stabilization-doubled")
        .step("fifty times what there is", target(1), external("queue", "50"), autoscaler(ONE_EACH))
        .expect(
            writes("STABILIZATION-7", 4, 8, 16, 32, 50),
            showed(
                "CONDITIONS-11",
                "ScalingLimited",
                "True",
                "ScaleUpLimit",
                "the desired replica count is increasing faster than the maximum scale rate"),
            withinRange("CONDITIONS-10"));
  }

  private static Case restored() {
    return Case.named("stabilization-restored")
        .step("as much as there is", target(10), external("queue", "10"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(2)
        .step("less is wanted, and somebody sets it", external("queue", "3"), replicas(5))
        .expect(
            writes("STABILIZATION-8", 10, 3),
            says(
                "STABILIZATION-9",
                "SuccessfulRescale",
                "New size: 10; reason: All metrics below target"));
  }
}
