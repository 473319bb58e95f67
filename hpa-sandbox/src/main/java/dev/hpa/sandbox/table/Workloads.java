package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import java.time.Instant;
import java.util.List;

/** Prints Deployments, ReplicaSets, StatefulSets, ReplicationControllers and Scales. */
final class Workloads {

  static final ResourceTable DEPLOYMENTS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text("Ready", "Number of the pod with ready state"),
              Column.text(
                  "Up-to-date",
                  """
                  Total number of non-terminating pods targeted by this deployment that \
                  have the desired template spec."""),
              Column.text(
                  "Available",
                  """
                  Total number of available non-terminating pods (ready for at least \
                  minReadySeconds) targeted by this deployment."""),
              Column.AGE,
              Column.CONTAINERS,
              Column.IMAGES,
              Column.text(
                      "Selector",
                      """
                  Label selector for pods. Existing ReplicaSets whose pods are selected by \
                  this will be the ones affected by this deployment. It must match the pod \
                  template's labels.""")
                  .wide()),
          Workloads::deployment);

  static final ResourceTable REPLICA_SETS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.number(
                  "Desired",
                  """
                  Replicas is the number of desired pods. This is a pointer to distinguish \
                  between explicit zero and unspecified. Defaults to 1. More info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicaset"""),
              Column.number(
                  "Current",
                  """
                  Replicas is the most recently observed number of non-terminating pods. \
                  More info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicaset"""),
              Column.number(
                  "Ready",
                  """
                  The number of non-terminating pods targeted by this ReplicaSet with a \
                  Ready Condition."""),
              Column.AGE,
              Column.CONTAINERS,
              Column.IMAGES,
              Column.text(
                      "Selector",
                      """
                  Selector is a label query over pods that should match the replica count. \
                  Label keys and values that must match in order to be controlled by this \
                  replica set. It must match the pod template's labels. More info: \
                  https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors""")
                  .wide()),
          (set, now) -> replicas(set, now, selector(set, Fields.NONE, "<error>")));

  static final ResourceTable STATEFUL_SETS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.text("Ready", "Number of the pod with ready state"),
              Column.AGE,
              Column.CONTAINERS,
              Column.IMAGES),
          Workloads::statefulSet);

  static final ResourceTable REPLICATION_CONTROLLERS =
      new ResourceTable(
          List.of(
              Column.IDENTITY,
              Column.number(
                  "Desired",
                  """
                  Replicas is the number of desired replicas. This is a pointer to \
                  distinguish between explicit zero and unspecified. Defaults to 1. More \
                  info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"""),
              Column.number(
                  "Current",
                  """
                  Replicas is the most recently observed number of replicas. More info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"""),
              Column.number(
                  "Ready", "The number of ready replicas for this replication controller."),
              Column.AGE,
              Column.CONTAINERS,
              Column.IMAGES,
              Column.text(
                      "Selector",
                      """
                  Selector is a label query over pods that should match the Replicas count. \
                  If Selector is empty, it is defaulted to the labels present on the Pod \
                  template. Label keys and values that must match in order to be controlled \
                  by this replication controller, if empty defaulted to labels on Pod \
                  template. More info: \
                  https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors""")
                  .wide()),
          (controller, now) -> replicas(controller, now, labelsSelected(controller)));

  static final ResourceTable SCALES =
      new ResourceTable(
          List.of(
              Column.PLAIN_NAME,
              Column.number(
                  "Desired", "replicas is the desired number of instances for the scaled object."),
              Column.number(
                  "Available",
                  """
                  replicas is the actual number of observed instances of the scaled object."""),
              Column.AGE),
          Workloads::scale);

  private Workloads() {}

  private static List<Object> deployment(JsonNode deployment, Instant now) {
    JsonNode status = deployment.path("status");
    return List.of(
        Fields.name(deployment),
        readyOfWanted(deployment),
        Fields.number(status.path("updatedReplicas")),
        Fields.number(status.path("availableReplicas")),
        Ages.of(deployment, now),
        containers(deployment, "name"),
        containers(deployment, "image"),
        selector(deployment, "", "<invalid>"));
  }

  private static List<Object> statefulSet(JsonNode set, Instant now) {
    return List.of(
        Fields.name(set),
        readyOfWanted(set),
        Ages.of(set, now),
        containers(set, "name"),
        containers(set, "image"));
  }

  private static List<Object> replicas(JsonNode workload, Instant now, String selector) {
    JsonNode status = workload.path("status");
    return List.of(
        Fields.name(workload),
        wanted(workload),
        Fields.number(status.path("replicas")),
        Fields.number(status.path("readyReplicas")),
        Ages.of(workload, now),
        containers(workload, "name"),
        containers(workload, "image"),
        selector);
  }

  private static List<Object> scale(JsonNode scale, Instant now) {
    return List.of(
        Fields.name(scale),
        Fields.number(scale.path("spec").path("replicas")),
        Fields.number(scale.path("status").path("replicas")),
        Ages.of(scale, now));
  }

  private static String readyOfWanted(JsonNode workload) {
    return Fields.number(workload.path("status").path("readyReplicas")) + "/" + wanted(workload);
  }

  /** The default for replicas is 1. */
  private static int wanted(JsonNode workload) {
    return workload.path("spec").path("replicas").asInt(1);
  }

  private static String containers(JsonNode workload, String member) {
    JsonNode pod = workload.path("spec").path("template").path("spec");
    return String.join(",", Fields.each(pod.path("containers"), member));
  }

  private static String selector(JsonNode workload, String whenEmpty, String whenInvalid) {
    JsonNode selector = workload.path("spec").path("selector");
    if (!Fields.isPresent(selector)) {
      return whenEmpty;
    }
    try {
      String text = Json.read(selector, LabelSelector.class).toSelector().toString();
      return Fields.orElse(text, whenEmpty);
    } catch (IllegalArgumentException e) {
      return whenInvalid;
    }
  }

  /** A ReplicationController without a selector selects by the labels of its template. */
  private static String labelsSelected(JsonNode controller) {
    JsonNode spec = controller.path("spec");
    JsonNode selector = spec.path("selector");
    return Fields.labels(
        selector.isEmpty() ? spec.path("template").path("metadata").path("labels") : selector);
  }
}
