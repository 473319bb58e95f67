package dev.hpa.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * The resources of the pods of one template, for load and metrics.
 *
 * <p>The CPU limit of a pod is the sum of its containers; a container without a limit counts as 1
 * core, or as its request if that is higher. The memory usage is 60% of the requests, or 64Mi
 * without requests. CPU and memory are divided among the containers by their requests, or equally
 * without requests. Sidecars (init containers with restartPolicy Always) are included.
 *
 * @param cpuLimit the maximum usage of a pod, in millicores
 * @param cpuRequest in millicores
 */
public record PodShape(List<Container> containers, double cpuLimit, double cpuRequest) {

  private static final double CORE = 1000;
  private static final double DEFAULT_MEMORY = 64 * 1024 * 1024;
  private static final double MEMORY_SHARE = 0.6;

  /**
   * A container.
   *
   * @param cpuShare its share of the pod's CPU, from 0 to 1
   * @param memory its usage in bytes
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

  /** A limit without a request sets the request, as the API server does. */
  public static void defaultRequests(ObjectNode container) {
    JsonNode limits = container.path("resources").path("limits");
    if (!limits.isEmpty()) {
      ObjectNode requests = container.withObject("/resources/requests");
      limits.properties().forEach(each -> requests.putIfAbsent(each.getKey(), each.getValue()));
    }
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

  /** The memory usage of a pod in bytes. */
  public double memory() {
    return containers.stream().mapToDouble(Container::memory).sum();
  }
}
