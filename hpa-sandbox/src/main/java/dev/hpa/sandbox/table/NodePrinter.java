package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Prints Nodes. */
final class NodePrinter {

  private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
  private static final String ROLE_LABEL = "kubernetes.io/role";

  private static final String ADDRESSES =
      """
      List of addresses reachable to the node. Queried from cloud provider, if available. \
      More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: \
      This field is declared as mergeable, but the merge key is not sufficiently unique, \
      which can cause data corruption when it is merged. Callers should instead use a \
      full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should \
      assume that addresses can change during the lifetime of a Node. However, there are \
      some exceptions where this may not be possible, such as Pods that inherit a Node's \
      address in its own status or consumers of the downward API (status.hostIP).""";

  static final ResourcePrinter TABLE =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text("Status", "The status of the node"),
              TableColumn.text("Roles", "The roles of the node"),
              TableColumn.AGE,
              TableColumn.text("Version", "Kubelet Version reported by the node."),
              TableColumn.text("Internal-IP", ADDRESSES).wide(),
              TableColumn.text("External-IP", ADDRESSES).wide(),
              TableColumn.text(
                      "OS-Image",
                      """
                  OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux \
                  7 (wheezy)).""")
                  .wide(),
              TableColumn.text(
                      "Kernel-Version",
                      """
                  Kernel Version reported by the node from 'uname -r' (e.g. \
                  3.16.0-0.bpo.4-amd64).""")
                  .wide(),
              TableColumn.text(
                      "Container-Runtime",
                      """
                  ContainerRuntime Version reported by the node through runtime remote API \
                  (e.g. containerd://1.4.2).""")
                  .wide()),
          NodePrinter::cells);

  private NodePrinter() {}

  private static List<Object> cells(JsonNode node, Instant now) {
    JsonNode status = node.path("status");
    JsonNode system = status.path("nodeInfo");
    return List.of(
        FieldReader.name(node),
        condition(node),
        roles(node.path("metadata").path("labels")),
        AgeFormat.of(node, now),
        FieldReader.text(system.path("kubeletVersion")),
        address(status, "InternalIP"),
        address(status, "ExternalIP"),
        FieldReader.textOr(system.path("osImage"), FieldReader.UNKNOWN),
        FieldReader.textOr(system.path("kernelVersion"), FieldReader.UNKNOWN),
        FieldReader.textOr(system.path("containerRuntimeVersion"), FieldReader.UNKNOWN));
  }

  private static String condition(JsonNode node) {
    List<String> words = new ArrayList<>();
    words.add("Unknown");
    for (JsonNode condition : node.path("status").path("conditions")) {
      if (FieldReader.text(condition.path("type")).equals("Ready")) {
        words.set(
            0, FieldReader.text(condition.path("status")).equals("True") ? "Ready" : "NotReady");
      }
    }
    if (node.path("spec").path("unschedulable").asBoolean()) {
      words.add("SchedulingDisabled");
    }
    return String.join(",", words);
  }

  private static String roles(JsonNode labels) {
    TreeSet<String> roles = new TreeSet<>();
    labels.forEachEntry(
        (label, value) -> {
          if (label.startsWith(ROLE_PREFIX)) {
            roles.add(label.substring(ROLE_PREFIX.length()));
          } else if (label.equals(ROLE_LABEL)) {
            roles.add(FieldReader.text(value));
          }
        });
    roles.remove("");
    return FieldReader.joined(List.copyOf(roles), FieldReader.NONE);
  }

  private static String address(JsonNode status, String type) {
    return status
        .path("addresses")
        .valueStream()
        .filter(address -> FieldReader.text(address.path("type")).equals(type))
        .map(address -> FieldReader.text(address.path("address")))
        .findFirst()
        .orElse(FieldReader.NONE);
  }
}
