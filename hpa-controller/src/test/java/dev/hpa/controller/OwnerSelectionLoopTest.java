package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.pods.Ownership;
import dev.hpa.explanation.TraceText;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Selection of pods by owner: a Job and other Deployments that share labels with the target. */
class OwnerSelectionLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String JOBS = "/apis/batch/v1/jobs";
  private static final String REPLICA_SETS = "/apis/apps/v1/replicasets";

  private static final String JOB_KIND =
      """
      kind: CustomResourceDefinition
      apiVersion: apiextensions.k8s.io/v1
      metadata:
        name: jobs.batch
        annotations: {api-approved.kubernetes.io: unapproved}
      spec:
        group: batch
        scope: Namespaced
        names: {plural: jobs, singular: job, kind: Job, listKind: JobList}
        versions:
        - name: v1
          served: true
          storage: true
          schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
      """;

  /** Serves Jobs, which the sandbox does not know. */
  static void serveJobs(OptionsCluster cluster) throws Exception {
    cluster.create(ResourceTypes.CUSTOM_RESOURCE_DEFINITIONS, JOB_KIND);
  }

  /** A Job with two busy pods that have the labels of the Deployment. */
  static void job(OptionsCluster cluster) throws Exception {
    ResourceType jobs =
        Objects.requireNonNull(cluster.sandbox.cluster().resources().find("batch", "jobs"));
    cluster.create(jobs, "{kind: Job, apiVersion: batch/v1, metadata: {name: import}}");
    String uid = cluster.object(jobs, "import").at("/metadata/uid").asText();
    for (String name : List.of("import-a", "import-b")) {
      cluster.create(
          ResourceTypes.PODS,
          """
          kind: Pod
          apiVersion: v1
          metadata:
            name: %s
            labels: {app: web}
            annotations: {sandbox.hpa.dev/metric.hits: "40"}
            ownerReferences:
            - {apiVersion: batch/v1, kind: Job, name: import, uid: %s, controller: true}
          spec: {containers: [{name: app, image: import, resources: {requests: {cpu: 200m}}}]}
          """
              .formatted(name, uid));
    }
  }

  private static Ownership ownership(OptionsCluster cluster, String autoscaler) {
    return Objects.requireNonNull(cluster.last(autoscaler).situation()).selection().ownership();
  }

  @Test
  void podsOfAJobRaiseTheReplicasByLabels() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 4, 40);
      serveJobs(cluster);
      job(cluster);
      cluster.autoscaler("web", "web");
      cluster.run(MINUTE.multipliedBy(2));
      assertTrue(cluster.replicas("web") > 6, "kubernetes/kubernetes 83878");
      assertEquals(0, cluster.requests(JOBS));
    }
  }

  @Test
  void podsOfAJobAreNotCountedByOwner() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 4, 40);
      serveJobs(cluster);
      job(cluster);
      cluster.run(MINUTE);
      cluster.autoscaler("web", "web", "selection-strategy", "OwnerReference");
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(4, cluster.replicas("web"));
      assertEquals(
          new Ownership(true, 6, 4, "", List.of("import-a (Job import)", "import-b (Job import)")),
          ownership(cluster, "web"));
      String text = TraceText.of(Objects.requireNonNull(cluster.last("web").trace()));
      assertTrue(text.contains("6 pods match app=web."), text);
      assertTrue(text.contains("4 of 6 pods belong to the target."), text);
      assertEquals(List.of(), cluster.events("SuccessfulRescale"));
      assertEquals(
          0,
          cluster.requests("/apis/apps/v1/namespaces/default/replicasets/"),
          "owners are read from watches");
      assertEquals(0, cluster.requests(JOBS), "a Deployment controls no Jobs");
    }
  }

  @Test
  void allPodsAreCountedWhileAnOwnerCannotBeWatched() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.sandbox.faults().add(Fault.parse("error:code=403,path=" + REPLICA_SETS));
      cluster.deployment("web", 4, 40);
      serveJobs(cluster);
      job(cluster);
      cluster.run(MINUTE);
      cluster.autoscaler("web", "web", "selection-strategy", "OwnerReference");
      cluster.run(MINUTE.multipliedBy(2));
      Ownership ownership = ownership(cluster, "web");
      assertEquals(ownership.matched(), ownership.owned());
      assertTrue(
          ownership.problem().startsWith("the owner ReplicaSet web-")
              && ownership.problem().contains("forbidden"),
          ownership.problem());
      long before = cluster.requests(REPLICA_SETS);
      cluster.run(MINUTE.multipliedBy(4));
      long requests = cluster.requests(REPLICA_SETS) - before;
      assertTrue(requests <= 60, requests + " requests in 4 minutes");
      cluster.sandbox.faults().clear();
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals("", ownership(cluster, "web").problem());
    }
  }

  @Test
  void anOwnerOfAKindThatADeploymentNeverControlsIsNotLookedUp() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      cluster.deployment("web", 4, 40);
      cluster.create(
          ResourceTypes.PODS,
          """
          kind: Pod
          apiVersion: v1
          metadata:
            name: odd
            labels: {app: web}
            annotations: {sandbox.hpa.dev/metric.hits: "10"}
            ownerReferences:
            - {apiVersion: vendor.example/v1, kind: Gizmo, name: g, uid: "1", controller: true}
          spec: {containers: [{name: app, image: web}]}
          """);
      cluster.run(MINUTE);
      cluster.autoscaler("web", "web", "selection-strategy", "OwnerReference");
      cluster.run(MINUTE);
      assertEquals(
          new Ownership(true, 5, 4, "", List.of("odd (Gizmo g)")), ownership(cluster, "web"));
      assertEquals(0, cluster.requests("/apis/vendor.example"));
    }
  }

  private static void twoDeployments(OptionsCluster cluster) throws Exception {
    cluster.workload(ResourceTypes.DEPLOYMENTS, "Deployment", "blue", "web", 2, 60);
    cluster.workload(ResourceTypes.DEPLOYMENTS, "Deployment", "green", "web", 2, 20);
    cluster.run(MINUTE);
  }

  @Test
  void twoAutoscalersByOwnerAreNotAmbiguous() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      twoDeployments(cluster);
      cluster.autoscaler("blue", "blue", "selection-strategy", "OwnerReference");
      cluster.autoscaler("green", "green", "selection-strategy", "OwnerReference");
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(6, cluster.replicas("blue"));
      assertEquals(2, cluster.replicas("green"));
      assertEquals(List.of(), cluster.events("AmbiguousSelector"));
    }
  }

  @Test
  void oneByLabelsAndOneByOwnerAreAmbiguous() throws Exception {
    try (OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS)) {
      twoDeployments(cluster);
      cluster.autoscaler("blue", "blue");
      cluster.autoscaler("green", "green", "selection-strategy", "OwnerReference");
      cluster.run(MINUTE.multipliedBy(2));
      assertTrue(
          cluster.condition("blue", "ScalingActive").startsWith("False AmbiguousSelector"),
          cluster.condition("blue", "ScalingActive"));
      assertTrue(
          cluster.condition("green", "ScalingActive").startsWith("False AmbiguousSelector"),
          cluster.condition("green", "ScalingActive"));
    }
  }
}
