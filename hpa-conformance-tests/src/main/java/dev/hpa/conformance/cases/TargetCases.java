package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.object;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.noCondition;
import static dev.hpa.conformance.cases.Expectations.noStatus;
import static dev.hpa.conformance.cases.Expectations.warns;
import static dev.hpa.conformance.cases.Expectations.writes;

import java.util.List;
import java.util.Locale;

/** The area TARGETS: what an autoscaler may scale, and what is said of what it cannot. */
final class TargetCases implements Area {

  private static final String UNABLE =
      "the HPA controller was unable to get the target's current scale: ";
  private static final String GHOST = "workloads.conformance.hpa.dev \"web\" not found";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
        builtIn("TARGETS-1", "apps/v1", "Deployment", "/apis/apps/v1/deployments"),
        builtIn("TARGETS-2", "apps/v1", "ReplicaSet", "/apis/apps/v1/replicasets"),
        builtIn("TARGETS-3", "apps/v1", "StatefulSet", "/apis/apps/v1/statefulsets"),
        builtIn("TARGETS-4", "v1", "ReplicationController", "/api/v1/replicationcontrollers"),
        custom(),
        missing(),
        unknownKind(),
        otherVersion(),
        lowerCase());
  }

  private static Case builtIn(String rule, String apiVersion, String kind, String collection) {
    String selector =
        kind.equals("ReplicationController") ? "{'app':'web'}" : "{'matchLabels':{'app':'web'}}";
    return Case.named("target-" + kind.toLowerCase(Locale.ROOT))
        .step(
            "one replica of a " + kind + ", at least three",
            object(
                collection,
                """
                {'metadata':{'name':'web'},'spec':{'replicas':1,'selector':%s,
                 'template':{'metadata':{'labels':{'app':'web'}},
                  'spec':{'schedulerName':'conformance.hpa.dev',
                   'containers':[{'name':'app','image':'app'}]}}}}
                """
                    .formatted(selector)),
            autoscaler(Spec.of(apiVersion, kind, Actions.WEB, 3, 5).utilization("cpu", 50)))
        .expect(writes(rule, 3));
  }

  private static Case custom() {
    return Case.named("target-custom")
        .step(
            "one replica of a custom resource, at least three",
            target(1),
            autoscaler(Spec.of(3, 5).utilization("cpu", 50)))
        .expect(writes("TARGETS-5", 3));
  }

  private static Case missing() {
    return Case.named("target-missing")
        .step("no target", autoscaler(Spec.of(3, 5).utilization("cpu", 50)))
        .expect(
            ableToScale("CONDITIONS-2", "False", "FailedGetScale", UNABLE + GHOST),
            warns("EVENTS-3", "FailedGetScale", GHOST),
            noCondition("TARGETS-6", "ScalingActive"),
            noStatus("TARGETS-7", "/currentMetrics"))
        .hold(1)
        .step("there is one", target(1))
        .expect(writes("TARGETS-8", 3));
  }

  private static Case unknownKind() {
    return Case.named("target-unknown-kind")
        .step(
            "a target of a kind that there is not",
            autoscaler(
                Spec.of("conformance.hpa.dev/v1", "Gadget", Actions.WEB, 1, 5)
                    .utilization("cpu", 50)))
        .expect(
            ableToScale(
                "TARGETS-9",
                "False",
                "FailedGetScale",
                UNABLE + "no matches for kind \"Gadget\" in group \"conformance.hpa.dev\""),
            warns(
                "TARGETS-10",
                "FailedGetScale",
                "no matches for kind \"Gadget\" in group \"conformance.hpa.dev\""));
  }

  private static Case otherVersion() {
    return Case.named("target-other-version")
        .step(
            "a target named in a version that is not served",
            target(1),
            autoscaler(
                Spec.of("conformance.hpa.dev/v7", "Workload", Actions.WEB, 3, 5)
                    .utilization("cpu", 50)))
        .expect(writes("TARGETS-11", 3));
  }

  private static Case lowerCase() {
    return Case.named("target-lower-case")
        .step(
            "a target whose kind is in lower case",
            target(1),
            autoscaler(
                Spec.of("conformance.hpa.dev/v1", "workload", Actions.WEB, 3, 5)
                    .utilization("cpu", 50)))
        .expect(writes("TARGETS-12", 3));
  }
}
