package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scalable workload: any object with a pod template. Malformed parts are treated as missing,
 * because lint checks autoscalers only.
 *
 * @param replicas the origin of the number of replicas
 * @param owned whether another object controls it, as a Deployment controls ReplicaSets
 * @param selector selects nothing if it is malformed
 * @param labels of its pods
 * @param requests pod-level requests, by resource
 * @param containers regular containers and sidecars
 */
public record Workload(
    ReplicasSource replicas,
    boolean owned,
    Selector selector,
    Map<String, String> labels,
    Map<String, Quantity> requests,
    List<Container> containers) {

  /**
   * A container.
   *
   * @param requests by resource; a missing request defaults to the limit, as in the API server
   */
  public record Container(
      String name, String path, Map<String, Quantity> requests, Map<String, Quantity> limits) {}

  /** The workload in an object, or null if it has no pod template. */
  static @Nullable Workload of(JsonNode object) {
    JsonNode spec = object.path("spec");
    JsonNode pod = spec.at("/template/spec");
    if (!pod.path("containers").isArray()) {
      return null;
    }
    return new Workload(
        ReplicasSource.of(object),
        object.at("/metadata/ownerReferences").valueStream().anyMatch(Workload::controls),
        selector(spec.path("selector")),
        texts(spec.at("/template/metadata/labels")),
        quantities(pod.at("/resources/requests")),
        containers(pod));
  }

  private static boolean controls(JsonNode reference) {
    return reference.path("controller").asBoolean();
  }

  /** A label selector, or the map of labels that older kinds have instead. */
  public static Selector selector(JsonNode node) {
    try {
      if (!node.isObject()) {
        return Selector.nothing();
      }
      boolean structured = node.has("matchLabels") || node.has("matchExpressions");
      LabelSelector selector =
          structured
              ? Json.read(node, LabelSelector.class)
              : new LabelSelector(texts(node), List.of());
      return selector.toSelector();
    } catch (JsonFormatException | IllegalArgumentException malformed) {
      return Selector.nothing();
    }
  }

  private static List<Container> containers(JsonNode pod) {
    List<Container> containers = new ArrayList<>();
    addContainers(containers, pod.path("containers"), "spec.template.spec.containers", false);
    addContainers(
        containers, pod.path("initContainers"), "spec.template.spec.initContainers", true);
    return containers;
  }

  private static void addContainers(
      List<Container> containers, JsonNode list, String path, boolean onlySidecars) {
    for (int i = 0; i < list.size(); i++) {
      JsonNode node = list.path(i);
      if (onlySidecars && !node.path("restartPolicy").asText().equals("Always")) {
        continue;
      }
      Map<String, Quantity> limits = quantities(node.at("/resources/limits"));
      Map<String, Quantity> requests = new LinkedHashMap<>(limits);
      requests.putAll(quantities(node.at("/resources/requests")));
      containers.add(
          new Container(node.path("name").asText(), path + "[" + i + "]", requests, limits));
    }
  }

  private static Map<String, String> texts(JsonNode node) {
    Map<String, String> texts = new LinkedHashMap<>();
    node.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  private static Map<String, Quantity> quantities(JsonNode node) {
    Map<String, Quantity> quantities = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      try {
        quantities.put(entry.getKey(), Quantity.parse(entry.getValue().asText()));
      } catch (QuantityFormatException malformed) {
        // treated as missing
      }
    }
    return quantities;
  }
}
