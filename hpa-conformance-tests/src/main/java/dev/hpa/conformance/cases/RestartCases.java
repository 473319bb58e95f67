package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.restart;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.asksNot;
import static dev.hpa.conformance.cases.Expectations.notBefore;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** The area RESTART: what an implementation knows after it was ended and started again. */
final class RestartCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(patience(settings), rates(), unchanged(), missed()).stream()
        .map(each -> each.under(RunProfile.RESTARTED).needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case patience(Settings settings) {
    return Case.named("restart-patience")
        .step("as much as there is", target(4), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(1)
        .step("less is wanted, and a restart", external("queue", "2"), restart())
        .expect(
            writes("RESTART-1", 2), notBefore("RESTART-2", 2, settings.downscaleStabilization()));
  }

  private static Case rates() {
    return Case.named("restart-rates")
        .needs(Capability.BEHAVIOR)
        .step(
            "four pods in ten minutes",
            target(4),
            external("queue", "40"),
            autoscaler(
                ONE_EACH.behavior(
                    "{'scaleUp':{'policies':[{'type':'Pods','value':4,'periodSeconds':600}]}}")))
        .expect(writes("BEHAVIOR-27", 8))
        .hold(1)
        .step("a restart", restart())
        .expect(writes("RESTART-3", 12))
        .hold(2);
  }

  private static Case unchanged() {
    return Case.named("restart-unchanged")
        .step("as much as there is", target(3), external("queue", "3"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .hold(2)
        .step("a restart", restart())
        .expect(asksNot("RESTART-4", "PUT", "*/status"), writesNothing("RESTART-5"))
        .hold(3);
  }

  private static Case missed() {
    return Case.named("restart-missed")
        .step("as much as there is", target(3), external("queue", "3"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step("a restart, and more is wanted meanwhile", restart(), external("queue", "5"))
        .expect(writes("RESTART-6", 5));
  }
}
