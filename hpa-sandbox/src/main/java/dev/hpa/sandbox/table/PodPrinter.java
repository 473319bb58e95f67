package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** Prints Pods. */
final class PodPrinter {

  static final ResourcePrinter TABLE =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Ready", "The aggregate readiness state of this pod for accepting traffic."),
              TableColumn.text("Status", "The aggregate status of the containers in this pod."),
              TableColumn.text(
                  "Restarts",
                  """
                  The number of times the containers in this pod have been restarted and \
                  when the last container in this pod has restarted."""),
              TableColumn.AGE,
              TableColumn.text(
                      "IP",
                      """
                  podIP address allocated to the pod. Routable at least within the cluster. \
                  Empty if not yet allocated.""")
                  .wide(),
              TableColumn.text(
                      "Node",
                      """
                  NodeName indicates in which node this pod is scheduled. If empty, this \
                  pod is a candidate for scheduling by the scheduler defined in \
                  schedulerName. Once this field is set, the kubelet for this node becomes \
                  responsible for the lifecycle of this pod. This field should not be used \
                  to express a desire for the pod to be scheduled on a specific node. \
                  https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename""")
                  .wide(),
              TableColumn.text(
                      "Nominated Node",
                      """
                  nominatedNodeName is set only when this pod preempts other pods on the \
                  node, but it cannot be scheduled right away as preemption victims receive \
                  their graceful termination periods. This field does not guarantee that \
                  the pod will be scheduled on this node. Scheduler may decide to place the \
                  pod elsewhere if other nodes become available sooner. Scheduler may also \
                  decide to give the resources on this node to a higher priority pod that \
                  is created after preemption. As a result, this field may be different \
                  than PodSpec.nodeName when the pod is scheduled.""")
                  .wide(),
              TableColumn.text(
                      "Readiness Gates",
                      """
                  If specified, all readiness gates will be evaluated for pod readiness. A \
                  pod is ready when all its containers are ready AND all conditions \
                  specified in the readiness gates have status equal to "True" More info: \
                  https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates""")
                  .wide()),
          PodPrinter::cells,
          PodPrinter::conditions);

  private PodPrinter() {}

  private static List<Object> cells(JsonNode pod, Instant now) {
    JsonNode spec = pod.path("spec");
    JsonNode status = pod.path("status");
    PodSummary summary = PodSummary.of(pod);
    return List.of(
        FieldReader.name(pod),
        summary.ready() + "/" + summary.containers(),
        summary.status(),
        summary.restarts().text(now),
        AgeFormat.of(pod, now),
        ip(status),
        FieldReader.textOr(spec.path("nodeName"), FieldReader.NONE),
        FieldReader.textOr(status.path("nominatedNodeName"), FieldReader.NONE),
        readinessGates(spec.path("readinessGates"), status));
  }

  private static String ip(JsonNode status) {
    String first = FieldReader.textOr(status.path("podIPs").path(0).path("ip"), FieldReader.NONE);
    return FieldReader.textOr(status.path("podIP"), first);
  }

  private static String readinessGates(JsonNode gates, JsonNode status) {
    if (gates.isEmpty()) {
      return FieldReader.NONE;
    }
    long open =
        FieldReader.each(gates, "conditionType").stream()
            .filter(type -> PodSummary.isConditionTrue(status, type))
            .count();
    return open + "/" + gates.size();
  }

  /** Only completed pods have a condition, by which clients can hide the row. */
  private static List<ObjectNode> conditions(JsonNode pod) {
    return switch (FieldReader.text(pod.path("status").path("phase"))) {
      case "Succeeded" -> completed("Succeeded", "The pod has completed successfully.");
      case "Failed" -> completed("Failed", "The pod failed.");
      default -> List.of();
    };
  }

  private static List<ObjectNode> completed(String reason, String message) {
    return List.of(
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "Completed")
            .put("status", "True")
            .put("reason", reason)
            .put("message", message));
  }
}
