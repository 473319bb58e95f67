package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.follow;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.asksNot;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.noStatus;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.showed;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.writes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** The area STATUS: what an autoscaler tells of itself. */
final class StatusCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");
  private static final Pod POD = Pod.named("web").requests("cpu", "100m");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(scaled(), steady(), order(), generation(), followed());
  }

  private static Case scaled() {
    return Case.named("status-scaled")
        .needs(Capability.EXTERNAL_METRICS)
        .step("more than there is", target(2), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(
            writes("WRITES-1", 4),
            showed(
                "CONDITIONS-6",
                "AbleToScale",
                "True",
                "SucceededRescale",
                "the HPA controller was able to update the target scale to 4"),
            checked(
                "STATUS-1",
                "2 current and 4 desired replicas, for a while",
                StatusCases::currentLags),
            checked("STATUS-2", "lastScaleTime set", StatusCases::lastScaleTime))
        .hold(2)
        .step("and nothing to do")
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
    JsonNode time = Expectation.newest(step, Actions.WEB).path("lastScaleTime");
    return time.isTextual() ? Optional.empty() : Optional.of("none");
  }

  private static Case steady() {
    return Case.named("status-steady")
        .needs(Capability.EXTERNAL_METRICS)
        .step("as much as there is", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), noStatus("STATUS-6", "/lastScaleTime"))
        .hold(2)
        .step("and nothing new")
        .expect(asksNot("STATUS-7", "PUT", "*/status"))
        .hold(3);
  }

  private static Case order() {
    return Case.named("status-order")
        .needs(Capability.RESOURCE_METRICS, Capability.EXTERNAL_METRICS)
        .step(
            "two metrics",
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

  private static Case generation() {
    return Case.named("status-generation")
        .needs(Capability.EXTERNAL_METRICS)
        .step("as much as there is", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step("somebody writes an observed generation", Actions.status("{'observedGeneration':7}"))
        .expect(noStatus("STATUS-13", "/observedGeneration"))
        .hold(2);
  }

  private static Case followed() {
    return Case.named("status-followed")
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "twice the target, and pods that come with the replicas",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "100m"),
            follow(POD),
            autoscaler(Spec.of(1, 8).utilization("cpu", 50)))
        .expect(writes("STATUS-14", 4, 8), status("STATUS-15", "/currentReplicas", "8"))
        .hold(2);
  }
}
