package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.object;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.noCondition;
import static dev.hpa.conformance.cases.Expectations.noStatus;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;

import java.util.List;
import java.util.Locale;

/** Cases of the area TARGETS: kinds of scale targets, and targets that cannot be resolved. */
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
            kind + " with 1 replica, minReplicas 3",
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
    return Case.named("target-custom-resource")
        .step(
            "custom resource with 1 replica, minReplicas 3",
            target(1),
            autoscaler(Spec.of(3, 5).utilization("cpu", 50)))
        .expect(writes("TARGETS-5", 3));
  }

  private static Case missing() {
    return Case.named("target-missing")
        .step("the target does not exist", autoscaler(Spec.of(3, 5).utilization("cpu", 50)))
        .expect(
            ableToScale("CONDITIONS-2", "False", "FailedGetScale", UNABLE + GHOST),
            warningEvent("EVENTS-3", "FailedGetScale", GHOST).containing(GHOST),
            noCondition("TARGETS-6", "ScalingActive"),
            noStatus("TARGETS-7", "/currentMetrics"))
        .hold(1)
        .step("the target is created", target(1))
        .expect(writes("TARGETS-8", 3));
  }

  private static Case unknownKind() {
    return Case.named("target-unknown-kind")
        .step(
            "the API server does not serve the kind of the target",
            autoscaler(
                Spec.of("conformance.hpa.dev/v1", "Gadget", Actions.WEB, 1, 5)
                    .utilization("cpu", 50)))
        .expect(
            ableToScale(
                    "TARGETS-9",
                    "False",
                    "FailedGetScale",
                    UNABLE + "no matches for kind \"Gadget\" in group \"conformance.hpa.dev\"")
                .containing("Gadget*conformance.hpa.dev"),
            warningEvent(
                "TARGETS-10",
                "FailedGetScale",
                "no matches for kind \"Gadget\" in group \"conformance.hpa.dev\""));
  }

  private static Case otherVersion() {
    return Case.named("target-other-version")
        .step(
            "the apiVersion of the target is not served",
            target(1),
            autoscaler(
                Spec.of("conformance.hpa.dev/v7", "Workload", Actions.WEB, 3, 5)
                    .utilization("cpu", 50)))
        .expect(writes("TARGETS-11", 3));
  }

  private static Case lowerCase() {
    return Case.named("target-lower-case")
        .step(
            "the kind of the target is in lower case",
            target(1),
            autoscaler(
                Spec.of("conformance.hpa.dev/v1", "workload", Actions.WEB, 3, 5)
                    .utilization("cpu", 50)))
        .expect(writes("TARGETS-12", 3));
  }
}
