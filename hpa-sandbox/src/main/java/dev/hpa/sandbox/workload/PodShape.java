package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * What the pods of one template have in common for load and metrics.
 *
 * <p>The CPU limit of a pod is the sum over its containers; a container without a limit counts with
 * one core, or with its request when that is more. Its memory is 60 % of the containers' requests,
 * or 64Mi when there are none. Both CPU and memory are split over the containers by their requests,
 * evenly where there are none. Init containers count when they keep running beside the others
 * (restartPolicy Always).
 *
 * @param cpuLimit the most a pod can use, in millicores
 * @param cpuRequest in millicores
 */
public record PodShape(List<Container> containers, double cpuLimit, double cpuRequest) {

  private static final double CORE = 1000;
  private static final double DEFAULT_MEMORY = 64 * 1024 * 1024;
  private static final double MEMORY_SHARE = 0.6;

  /**
   * One container.
   *
   * @param cpuShare the part of the pod's CPU it uses, 0 to 1
   * @param memory what it uses, in bytes
   */
  public record Container(String name, double cpuShare, double memory) {}

  /**
   * The shape of the pods of a template.
   *
   * @param podSpec the spec of a pod, with defaults
   */
  public static PodShape of(JsonNode podSpec) {
    List<JsonNode> running = runningContainers(podSpec);
    double cpuRequest = running.stream().mapToDouble(c -> milli(c, "requests", "cpu")).sum();
    double memoryRequest = running.stream().mapToDouble(PodShape::memoryRequest).sum();
    double memory = memoryRequest > 0 ? MEMORY_SHARE * memoryRequest : DEFAULT_MEMORY;
    List<Container> containers = new ArrayList<>(running.size());
    for (JsonNode each : running) {
      containers.add(
          new Container(
              each.path("name").asText().intern(),
              share(milli(each, "requests", "cpu"), cpuRequest, running.size()),
              memory * share(memoryRequest(each), memoryRequest, running.size())));
    }
    double limit = running.stream().mapToDouble(PodShape::cpuLimit).sum();
    return new PodShape(List.copyOf(containers), limit, cpuRequest);
  }

  private static List<JsonNode> runningContainers(JsonNode podSpec) {
    List<JsonNode> running = new ArrayList<>();
    for (JsonNode init : podSpec.path("initContainers")) {
      if (init.path("restartPolicy").asText().equals("Always")) {
        running.add(init);
      }
    }
    podSpec.path("containers").forEach(running::add);
    return running;
  }

  private static double share(double part, double whole, int count) {
    return whole > 0 ? part / whole : 1.0 / count;
  }

  private static double cpuLimit(JsonNode container) {
    return container.path("resources").path("limits").has("cpu")
        ? milli(container, "limits", "cpu")
        : Math.max(CORE, milli(container, "requests", "cpu"));
  }

  private static double memoryRequest(JsonNode container) {
    return milli(container, "requests", "memory") / 1000;
  }

  private static double milli(JsonNode container, String kind, String resource) {
    JsonNode quantity = container.path("resources").path(kind).path(resource);
    return quantity.isMissingNode() ? 0 : Quantity.parseMilli(quantity.asText());
  }

  /** What the pod uses, in bytes. */
  public double memory() {
    return containers.stream().mapToDouble(Container::memory).sum();
  }
}
