package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.LabelSelector;
import java.time.Instant;
import java.util.List;

/** Prints Deployments, ReplicaSets, StatefulSets, ReplicationControllers and Scales. */
final class WorkloadPrinters {

  static final ResourcePrinter DEPLOYMENTS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text("Ready", "Number of the pod with ready state"),
              TableColumn.text(
                  "Up-to-date",
                  """
                  Total number of non-terminating pods targeted by this deployment that \
                  have the desired template spec."""),
              TableColumn.text(
                  "Available",
                  """
                  Total number of available non-terminating pods (ready for at least \
                  minReadySeconds) targeted by this deployment."""),
              TableColumn.AGE,
              TableColumn.CONTAINERS,
              TableColumn.IMAGES,
              TableColumn.text(
                      "Selector",
                      """
                  Label selector for pods. Existing ReplicaSets whose pods are selected by \
                  this will be the ones affected by this deployment. It must match the pod \
                  template's labels.""")
                  .wide()),
          WorkloadPrinters::deployment);

  static final ResourcePrinter REPLICA_SETS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.number(
                  "Desired",
                  """
                  Replicas is the number of desired pods. This is a pointer to distinguish \
                  between explicit zero and unspecified. Defaults to 1. More info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicaset"""),
              TableColumn.number(
                  "Current",
                  """
                  Replicas is the most recently observed number of non-terminating pods. \
                  More info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicaset"""),
              TableColumn.number(
                  "Ready",
                  """
                  The number of non-terminating pods targeted by this ReplicaSet with a \
                  Ready Condition."""),
              TableColumn.AGE,
              TableColumn.CONTAINERS,
              TableColumn.IMAGES,
              TableColumn.text(
                      "Selector",
                      """
                  Selector is a label query over pods that should match the replica count. \
                  Label keys and values that must match in order to be controlled by this \
                  replica set. It must match the pod template's labels. More info: \
                  https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors""")
                  .wide()),
          (set, now) -> replicas(set, now, selector(set, FieldReader.NONE, "<error>")));

  static final ResourcePrinter STATEFUL_SETS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text("Ready", "Number of the pod with ready state"),
              TableColumn.AGE,
              TableColumn.CONTAINERS,
              TableColumn.IMAGES),
          WorkloadPrinters::statefulSet);

  static final ResourcePrinter REPLICATION_CONTROLLERS =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.number(
                  "Desired",
                  """
                  Replicas is the number of desired replicas. This is a pointer to \
                  distinguish between explicit zero and unspecified. Defaults to 1. More \
                  info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"""),
              TableColumn.number(
                  "Current",
                  """
                  Replicas is the most recently observed number of replicas. More info: \
                  https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"""),
              TableColumn.number(
                  "Ready", "The number of ready replicas for this replication controller."),
              TableColumn.AGE,
              TableColumn.CONTAINERS,
              TableColumn.IMAGES,
              TableColumn.text(
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

  static final ResourcePrinter SCALES =
      new ResourcePrinter(
          List.of(
              TableColumn.PLAIN_NAME,
              TableColumn.number(
                  "Desired", "replicas is the desired number of instances for the scaled object."),
              TableColumn.number(
                  "Available",
                  """
                  replicas is the actual number of observed instances of the scaled object."""),
              TableColumn.AGE),
          WorkloadPrinters::scale);

  private WorkloadPrinters() {}

  private static List<Object> deployment(JsonNode deployment, Instant now) {
    JsonNode status = deployment.path("status");
    return List.of(
        FieldReader.name(deployment),
        readyOfWanted(deployment),
        FieldReader.number(status.path("updatedReplicas")),
        FieldReader.number(status.path("availableReplicas")),
        AgeFormat.of(deployment, now),
        containers(deployment, "name"),
        containers(deployment, "image"),
        selector(deployment, "", "<invalid>"));
  }

  private static List<Object> statefulSet(JsonNode set, Instant now) {
    return List.of(
        FieldReader.name(set),
        readyOfWanted(set),
        AgeFormat.of(set, now),
        containers(set, "name"),
        containers(set, "image"));
  }

  private static List<Object> replicas(JsonNode workload, Instant now, String selector) {
    JsonNode status = workload.path("status");
    return List.of(
        FieldReader.name(workload),
        wanted(workload),
        FieldReader.number(status.path("replicas")),
        FieldReader.number(status.path("readyReplicas")),
        AgeFormat.of(workload, now),
        containers(workload, "name"),
        containers(workload, "image"),
        selector);
  }

  private static List<Object> scale(JsonNode scale, Instant now) {
    return List.of(
        FieldReader.name(scale),
        FieldReader.number(scale.path("spec").path("replicas")),
        FieldReader.number(scale.path("status").path("replicas")),
        AgeFormat.of(scale, now));
  }

  private static String readyOfWanted(JsonNode workload) {
    return FieldReader.number(workload.path("status").path("readyReplicas"))
        + "/"
        + wanted(workload);
  }

  /** The default for replicas is 1. */
  private static int wanted(JsonNode workload) {
    return workload.path("spec").path("replicas").asInt(1);
  }

  private static String containers(JsonNode workload, String member) {
    JsonNode pod = workload.path("spec").path("template").path("spec");
    return String.join(",", FieldReader.each(pod.path("containers"), member));
  }

  private static String selector(JsonNode workload, String whenEmpty, String whenInvalid) {
    JsonNode selector = workload.path("spec").path("selector");
    if (!FieldReader.isPresent(selector)) {
      return whenEmpty;
    }
    try {
      String text = Json.read(selector, LabelSelector.class).toSelector().toString();
      return FieldReader.orElse(text, whenEmpty);
    } catch (IllegalArgumentException e) {
      return whenInvalid;
    }
  }

  /** A ReplicationController without a selector selects by the labels of its template. */
  private static String labelsSelected(JsonNode controller) {
    JsonNode spec = controller.path("spec");
    JsonNode selector = spec.path("selector");
    return FieldReader.labels(
        selector.isEmpty() ? spec.path("template").path("metadata").path("labels") : selector);
  }
}
