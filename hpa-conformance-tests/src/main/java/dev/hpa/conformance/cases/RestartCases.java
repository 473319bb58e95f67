package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.restart;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.noRequest;
import static dev.hpa.conformance.cases.Expectations.notBefore;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** Cases of the area RESTART: state of the implementation after a restart. */
final class RestartCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(stabilizationWindow(settings), policies(), unchanged(), changedMetric()).stream()
        .map(each -> each.under(RunProfile.RESTARTED).needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case stabilizationWindow(Settings settings) {
    return Case.named("restart-stabilization-window")
        .step(
            "the metric is at its target", target(4), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(1)
        .step("the metric requires 2 replicas; restart", external("queue", "2"), restart())
        .expect(
            writes("RESTART-1", 2), notBefore("RESTART-2", 2, settings.downscaleStabilization()));
  }

  private static Case policies() {
    return Case.named("restart-policies")
        .needs(Capability.BEHAVIOR)
        .step(
            "4 pods in 10 min",
            target(4),
            external("queue", "40"),
            autoscaler(
                ONE_EACH.behavior(
                    "{'scaleUp':{'policies':[{'type':'Pods','value':4,'periodSeconds':600}]}}")))
        .expect(writes("BEHAVIOR-27", 8))
        .hold(1)
        .step("restart", restart())
        .expect(writes("RESTART-3", 12))
        .hold(2);
  }

  private static Case unchanged() {
    return Case.named("restart-unchanged-status")
        .step(
            "the metric is at its target", target(3), external("queue", "3"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .hold(2)
        .step("restart", restart())
        .expect(noRequest("RESTART-4", "PUT", "*/status"), writesNothing("RESTART-5"))
        .hold(3);
  }

  private static Case changedMetric() {
    return Case.named("restart-changed-metric")
        .step(
            "the metric is at its target", target(3), external("queue", "3"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step("restart; the metric requires 5 replicas", restart(), external("queue", "5"))
        .expect(writes("RESTART-6", 5));
  }
}
