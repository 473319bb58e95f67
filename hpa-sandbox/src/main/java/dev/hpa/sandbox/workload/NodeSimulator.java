package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes {@code sandbox-node-1} and so on. Pods are assigned round-robin; the capacity is not
 * enforced.
 */
final class NodeSimulator {

  private static final String PREFIX = "sandbox-node-";

  private final Cluster cluster;
  private final List<String> names = new ArrayList<>();
  private long assigned;

  NodeSimulator(Cluster cluster, int count) {
    this.cluster = cluster;
    for (int i = 1; i <= count; i++) {
      names.add(PREFIX + i);
    }
  }

  /** Creates the missing Node objects. */
  void create() {
    for (int i = 0; i < names.size(); i++) {
      if (cluster.find(ResourceTypes.NODES, new ObjectKey("", names.get(i))) == null) {
        create(names.get(i), i + 1);
      }
    }
  }

  private void create(String name, int number) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("kind", "Node").put("apiVersion", "v1");
    node.putObject("metadata")
        .put("name", name)
        .putObject("labels")
        .put("kubernetes.io/hostname", name)
        .put("kubernetes.io/os", "linux")
        .put("kubernetes.io/arch", "amd64");
    node.putObject("spec").put("podCIDR", "10." + (127 + number % 128) + ".0.0/16");
    try {
      cluster.create(ResourceTypes.NODES, "", node, false);
      cluster.updateStatus(
          ResourceTypes.NODES,
          new ObjectKey("", name),
          "",
          tree -> withStatus(tree, number),
          false);
    } catch (StatusException refused) {
      if (refused.code() != 409) {
        throw refused;
      }
    }
  }

  private ObjectNode withStatus(ObjectNode node, int number) {
    ObjectNode status = node.putObject("status");
    for (String field : new String[] {"capacity", "allocatable"}) {
      status.putObject(field).put("cpu", "64").put("memory", "256Gi").put("pods", "1000");
    }
    String now = Timestamps.format(cluster.now());
    condition(status, "MemoryPressure", false, now, "KubeletHasSufficientMemory");
    condition(status, "DiskPressure", false, now, "KubeletHasNoDiskPressure");
    condition(status, "PIDPressure", false, now, "KubeletHasSufficientPID");
    condition(status, "Ready", true, now, "KubeletReady");
    status
        .putArray("addresses")
        .addObject()
        .put("type", "InternalIP")
        .put("address", address(number));
    status
        .withArray("addresses")
        .addObject()
        .put("type", "Hostname")
        .put("address", PREFIX + number);
    status
        .putObject("nodeInfo")
        .put("kubeletVersion", cluster.version().release() + "-sandbox")
        .put("operatingSystem", "linux")
        .put("architecture", "amd64")
        .put("osImage", "hpa-sandbox")
        .put("kernelVersion", "simulated")
        .put("containerRuntimeVersion", "sandbox://1");
    return node;
  }

  private static void condition(
      ObjectNode status, String type, boolean value, String now, String reason) {
    StatusConditions.set(status, type, value, now)
        .put("lastHeartbeatTime", now)
        .put("reason", reason)
        .put("message", reason);
  }

  /** The node for the next pod. */
  String next() {
    return names.get((int) (assigned++ % names.size()));
  }

  /** The IP address of a node, even if it does not exist. */
  String addressOf(String node) {
    return address(names.indexOf(node) + 1);
  }

  private static String address(int number) {
    return "192.168." + (number >> 8 & 0xff) + "." + (number & 0xff);
  }
}
