package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Precondition;
import java.util.List;

/** Cases of the area TOLERANCE. */
final class ToleranceCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
        exceeded(),
        keepsReplicasAtTolerance("tolerance-upper-limit", "55m", "TOLERANCE-3"),
        keepsReplicasAtTolerance("tolerance-lower-limit", "45m", "TOLERANCE-4"),
        scales("tolerance-scale-up-zero", "55m", "{'scaleUp':{'tolerance':'0'}}", "TOLERANCE-5", 3),
        keepsReplicasWithinTolerance(
            "tolerance-scale-up-large", "80m", "{'scaleUp':{'tolerance':'1'}}", "TOLERANCE-6"),
        keepsReplicasWithinTolerance(
            "tolerance-scale-down-large",
            "20m",
            "{'scaleDown':{'tolerance':'0.7','stabilizationWindowSeconds':0}}",
            "TOLERANCE-7"));
  }

  private static Case of(String name, String use, Spec spec) {
    return Case.named(name)
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "usage " + use + " of 100m, target 50 %",
            target(2),
            pods(2, POD),
            uses(2, "cpu", use),
            autoscaler(spec));
  }

  private static Case exceeded() {
    return of("tolerance-exceeded", "56m", Spec.of(1, 10).utilization("cpu", 50))
        .expect(writes("TOLERANCE-2", 3));
  }

  private static Case keepsReplicasAtTolerance(String name, String use, String rule) {
    return of(
            name,
            use,
            Spec.of(1, 10)
                .utilization("cpu", 50)
                .behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}"))
        .needs(Capability.BEHAVIOR)
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing(rule))
        .hold(2);
  }

  private static Case scales(String name, String use, String behavior, String rule, int replicas) {
    return of(name, use, Spec.of(1, 10).utilization("cpu", 50).behavior(behavior))
        .needs(Capability.TOLERANCE)
        .expect(writes(rule, replicas));
  }

  private static Case keepsReplicasWithinTolerance(
      String name, String use, String behavior, String rule) {
    return of(name, use, Spec.of(1, 10).utilization("cpu", 50).behavior(behavior))
        .needs(Capability.TOLERANCE)
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing(rule))
        .hold(2);
  }
}
