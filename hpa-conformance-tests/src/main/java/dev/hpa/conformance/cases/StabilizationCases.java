package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.replicas;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.conditionSeen;
import static dev.hpa.conformance.cases.Expectations.normalEvent;
import static dev.hpa.conformance.cases.Expectations.notBefore;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.withinRange;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Precondition;
import java.util.List;

/** Cases of the area STABILIZATION: HPAs without behavior. */
final class StabilizationCases implements Area {

  /** Requires one replica per queue item. */
  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");

  private static final String STABILIZED =
      "recent recommendations were higher than current one, applying the highest recent"
          + " recommendation";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            windowActive(),
            windowElapsed(settings),
            windowRestarted(settings),
            scaleUpLimit(),
            manualScaleDown())
        .stream()
        .map(each -> each.needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case windowActive() {
    return Case.named("stabilization-window-active")
        .step(
            "the metric requires 2 of 4 replicas",
            target(4),
            external("queue", "2"),
            autoscaler(ONE_EACH))
        .given(Precondition.METRICS_READ)
        .expect(writesNothing("STABILIZATION-1"))
        .hold(2);
  }

  private static Case windowElapsed(Settings settings) {
    return Case.named("stabilization-window-elapsed")
        .step(
            "the metric requires 2 of 4 replicas",
            target(4),
            external("queue", "2"),
            autoscaler(ONE_EACH))
        .expect(
            writes("STABILIZATION-2", 2),
            conditionSeen("CONDITIONS-4", "AbleToScale", "True", "ScaleDownStabilized", STABILIZED),
            notBefore("STABILIZATION-3", 2, settings.downscaleStabilization()),
            normalEvent(
                    "EVENTS-8",
                    "SuccessfulRescale",
                    "New size: 2; reason: All metrics below target")
                .containing("All metrics below target"));
  }

  /** The window starts at the last higher recommendation, not at the first one. */
  private static Case windowRestarted(Settings settings) {
    return Case.named("stabilization-window-restarted")
        .step(
            "the metric is at its target", target(4), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(5)
        .step("the metric requires 1 replica", external("queue", "1"))
        .expect(
            writes("STABILIZATION-5", 1),
            notBefore(
                "STABILIZATION-6",
                1,
                settings.downscaleStabilization().minus(settings.syncPeriod())));
  }

  private static Case scaleUpLimit() {
    return Case.named("stabilization-scale-up-limit")
        .step(
            "the metric requires 50 replicas of 1",
            target(1),
            external("queue", "50"),
            autoscaler(ONE_EACH))
        .expect(
            writes("STABILIZATION-7", 4, 8, 16, 32, 50),
            conditionSeen(
                "CONDITIONS-11",
                "ScalingLimited",
                "True",
                "ScaleUpLimit",
                "the desired replica count is increasing faster than the maximum scale rate"),
            withinRange("CONDITIONS-10"))
        .hold(1);
  }

  private static Case manualScaleDown() {
    return Case.named("stabilization-manual-scale-down")
        .step(
            "the metric is at its target",
            target(10),
            external("queue", "10"),
            autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(2)
        .step("the metric requires 3 replicas, a user sets 5", external("queue", "3"), replicas(5))
        .expect(
            writes("STABILIZATION-8", 10, 3),
            normalEvent(
                    "STABILIZATION-9",
                    "SuccessfulRescale",
                    "New size: 10; reason: All metrics below target")
                .containing("10", "All metrics below target"))
        .hold(1);
  }
}
