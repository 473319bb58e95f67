package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.follow;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.conditionSeen;
import static dev.hpa.conformance.cases.Expectations.noRequest;
import static dev.hpa.conformance.cases.Expectations.noStatus;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.writes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** Cases of the area STATUS. */
final class StatusCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");
  private static final Pod POD = Pod.named("web").requests("cpu", "100m");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(scaled(), unchanged(), order(), observedGeneration(), converged());
  }

  private static Case scaled() {
    return Case.named("status-scaled")
        .needs(Capability.EXTERNAL_METRICS)
        .step(
            "the metric requires 4 replicas of 2",
            target(2),
            external("queue", "4"),
            autoscaler(ONE_EACH))
        .expect(
            writes("WRITES-1", 4),
            conditionSeen(
                "CONDITIONS-6",
                "AbleToScale",
                "True",
                "SucceededRescale",
                "the HPA controller was able to update the target scale to 4"),
            checked(
                "STATUS-1",
                "temporary status: 2 current and 4 desired replicas",
                StatusCases::currentLags),
            checked("STATUS-2", "lastScaleTime set", StatusCases::lastScaleTime))
        .hold(2)
        .step("the metric is at its target")
        .expect(
            status("STATUS-4", "/currentReplicas", "4"),
            status("STATUS-5", "/desiredReplicas", "4"),
            ready("CONDITIONS-3"));
  }

  private static Optional<String> currentLags(Transcript step) {
    List<String> seen =
        step.all(Observation.Autoscaler.class)
            .map(
                each ->
                    each.status().path("currentReplicas").asText("none")
                        + " and "
                        + each.status().path("desiredReplicas").asText("none"))
            .distinct()
            .toList();
    return seen.contains("2 and 4") ? Optional.empty() : Optional.of(String.join(", ", seen));
  }

  private static Optional<String> lastScaleTime(Transcript step) {
    JsonNode time = Expectation.latest(step, Actions.WEB).path("lastScaleTime");
    return time.isTextual() ? Optional.empty() : Optional.of("none");
  }

  private static Case unchanged() {
    return Case.named("status-unchanged")
        .needs(Capability.EXTERNAL_METRICS)
        .step(
            "the metric is at its target", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), noStatus("STATUS-6", "/lastScaleTime"))
        .hold(2)
        .step("nothing changes")
        .expect(noRequest("STATUS-7", "PUT", "*/status"))
        .hold(3);
  }

  private static Case order() {
    return Case.named("status-order")
        .needs(Capability.RESOURCE_METRICS, Capability.EXTERNAL_METRICS)
        .step(
            "2 metrics",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "50m"),
            external("queue", "2"),
            autoscaler(ONE_EACH.utilization("cpu", 50)))
        .expect(
            status("STATUS-8", "/currentMetrics/0/type", "'External'"),
            status("STATUS-9", "/currentMetrics/1/type", "'Resource'"),
            status("STATUS-10", "/conditions/0/type", "'AbleToScale'"),
            status("STATUS-11", "/conditions/1/type", "'ScalingActive'"),
            status("STATUS-12", "/conditions/2/type", "'ScalingLimited'"));
  }

  private static Case observedGeneration() {
    return Case.named("status-observed-generation")
        .needs(Capability.EXTERNAL_METRICS)
        .step(
            "the metric is at its target", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step("a client writes observedGeneration", Actions.status("{'observedGeneration':7}"))
        .expect(noStatus("STATUS-13", "/observedGeneration"))
        .hold(2);
  }

  private static Case converged() {
    return Case.named("status-converged")
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "utilization at twice the target, pods follow the replicas",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "100m"),
            follow(POD),
            autoscaler(Spec.of(1, 8).utilization("cpu", 50)))
        .expect(writes("STATUS-14", 4, 8), status("STATUS-15", "/currentReplicas", "8"))
        .hold(2);
  }
}
