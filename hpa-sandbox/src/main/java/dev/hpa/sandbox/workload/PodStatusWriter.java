package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the status of a pod at each step of its life cycle, as the scheduler and the kubelet do.
 */
final class PodStatusWriter {

  private int addresses;
  private long containers;

  /**
   * The pod is scheduled.
   *
   * @param now in the format of the API, here and below
   */
  void schedule(ObjectNode pod, String node, String now) {
    pod.withObject("/spec").put("nodeName", node);
    StatusConditions.set(pod.withObject("/status"), "PodScheduled", true, now);
  }

  /** The containers are running but not ready. */
  void start(ObjectNode pod, String hostIp, String now) {
    ObjectNode status = pod.withObject("/status");
    status.put("phase", "Running");
    StatusConditions.set(status, "PodScheduled", true, now);
    StatusConditions.set(status, "Initialized", true, now);
    String unready = "containers with unready status: " + containerNames(pod);
    for (String type : new String[] {"ContainersReady", "Ready"}) {
      StatusConditions.set(status, type, false, now)
          .put("reason", "ContainersNotReady")
          .put("message", unready);
    }
    status.put("hostIP", hostIp).putArray("hostIPs").addObject().put("ip", hostIp);
    String podIp = nextAddress();
    status.put("podIP", podIp).putArray("podIPs").addObject().put("ip", podIp);
    status.put("startTime", now);
    ArrayNode list = status.putArray("containerStatuses");
    for (JsonNode container : pod.path("spec").path("containers")) {
      addContainer(list.addObject(), container, now);
    }
  }

  private static String containerNames(ObjectNode pod) {
    List<String> names = new ArrayList<>();
    pod.path("spec").path("containers").forEach(c -> names.add(c.path("name").asText()));
    return "[" + String.join(" ", names) + "]";
  }

  private void addContainer(ObjectNode status, JsonNode container, String now) {
    String image = container.path("image").asText();
    status.put("name", container.path("name").asText());
    status.putObject("state").putObject("running").put("startedAt", now);
    status.putObject("lastState");
    status.put("ready", false).put("restartCount", 0);
    status.put("image", image).put("imageID", "sandbox://" + image);
    status.put("containerID", "sandbox://" + Long.toHexString(++containers));
    status.put("started", true);
  }

  /** An address of 10.128.0.0/9; addresses repeat after 8 million pods. */
  private String nextAddress() {
    int number = ++addresses & 0x7fffff;
    return "10." + (128 + (number >> 16)) + "." + ((number >> 8) & 0xff) + "." + (number & 0xff);
  }

  /** All containers are ready. */
  static void becomeReady(ObjectNode pod, String now) {
    ObjectNode status = pod.withObject("/status");
    StatusConditions.set(status, "ContainersReady", true, now);
    StatusConditions.set(status, "Ready", true, now);
    for (JsonNode container : status.path("containerStatuses")) {
      ((ObjectNode) container).put("ready", true);
    }
  }
}
