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
 * Any object with a pod template, or a pod. Malformed parts are treated as missing, because lint
 * checks autoscalers only.
 *
 * @param replicas the origin of the number of replicas
 * @param owner the object that controls it, as a Deployment controls ReplicaSets; null for none
 * @param selector selects nothing if it is malformed, and in pods
 * @param labels of its pods
 * @param requests pod-level requests, by resource
 * @param containers regular containers and sidecars
 */
public record Workload(
    ReplicasSource replicas,
    @Nullable ObjectKey owner,
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
      String name, String path, Map<String, Quantity> requests, Map<String, Quantity> limits) {

    private Container patchedBy(Container patch) {
      Map<String, Quantity> patchedLimits = new LinkedHashMap<>(limits);
      patchedLimits.putAll(patch.limits);
      Map<String, Quantity> patchedRequests = new LinkedHashMap<>(requests);
      patchedRequests.putAll(patch.requests);
      return new Container(name, path, patchedRequests, patchedLimits);
    }
  }

  /** The workload in an object, or null if it has no pods. */
  public static @Nullable Workload of(ObjectKey key, JsonNode object) {
    String path = templatePath(key);
    JsonNode template = object.at(path);
    JsonNode pod = template.path("spec");
    if (!pod.path("containers").isArray()) {
      return null;
    }
    return new Workload(
        ReplicasSource.of(object),
        owner(key, object),
        selector(object.at("/spec/selector")),
        texts(template.at("/metadata/labels")),
        quantities(pod.at("/resources/requests")),
        containers(pod, (path + "/spec").substring(1).replace('/', '.')));
  }

  private static String templatePath(ObjectKey key) {
    return switch (key.group() + "/" + key.kind()) {
      case "/Pod" -> "";
      case "batch/CronJob" -> "/spec/jobTemplate/spec/template";
      default -> "/spec/template";
    };
  }

  /** The object that controls this one; null for none. */
  public static @Nullable ObjectKey owner(ObjectKey key, JsonNode object) {
    return object
        .at("/metadata/ownerReferences")
        .valueStream()
        .filter(each -> each.path("controller").asBoolean())
        .map(
            each ->
                ObjectKey.of(
                    each.path("apiVersion").asText(),
                    each.path("kind").asText(),
                    key.namespace(),
                    each.path("name").asText()))
        .findFirst()
        .orElse(null);
  }

  /** Whether an object is a pod, not a template of pods. */
  public static boolean isPod(ObjectKey key) {
    return templatePath(key).isEmpty();
  }

  /**
   * What one of its pods takes of a quota; 0 if it requests nothing.
   *
   * @param name a resource in a ResourceQuota, such as {@code requests.cpu} or {@code pods}
   */
  public Quantity perPod(String name) {
    if (name.equals("pods") || name.equals("count/pods")) {
      return Quantity.parse("1");
    }
    boolean isLimit = name.startsWith("limits.");
    String resource = name.replaceFirst("^(requests|limits)\\.", "");
    Quantity whole = isLimit ? null : requests.get(resource);
    return whole == null
        ? containers.stream()
            .map(each -> isLimit ? each.limits() : each.requests())
            .map(each -> each.getOrDefault(resource, Quantity.ZERO))
            .reduce(Quantity.ZERO, Quantity::plus)
        : whole;
  }

  /** This object with a patch of it, such as the one of an overlay. */
  public Workload patchedBy(Workload patch) {
    Map<String, Container> byName = new LinkedHashMap<>();
    containers.forEach(each -> byName.put(each.name(), each));
    patch.containers.forEach(each -> byName.merge(each.name(), each, Container::patchedBy));
    Map<String, Quantity> podLevel = new LinkedHashMap<>(requests);
    podLevel.putAll(patch.requests);
    return new Workload(replicas, owner, selector, labels, podLevel, List.copyOf(byName.values()));
  }

  /** A copy with the containers that pods of it have, such as injected ones. */
  public Workload withContainersOf(List<Workload> pods) {
    Map<String, Container> byName = new LinkedHashMap<>();
    containers.forEach(each -> byName.put(each.name(), each));
    pods.forEach(pod -> pod.containers().forEach(each -> byName.put(each.name(), each)));
    return new Workload(replicas, owner, selector, labels, requests, List.copyOf(byName.values()));
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

  private static List<Container> containers(JsonNode pod, String path) {
    List<Container> containers = new ArrayList<>();
    addContainers(containers, pod.path("containers"), path + ".containers", false);
    addContainers(containers, pod.path("initContainers"), path + ".initContainers", true);
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

  /**
   * What a ResourceQuota allows all pods of its namespace together, by resource; nothing if it has
   * scopes, which make it one of some pods only.
   */
  public static Map<String, Quantity> allowed(JsonNode quota) {
    JsonNode spec = quota.path("spec");
    return spec.path("scopes").isEmpty() && !spec.has("scopeSelector")
        ? quantities(spec.path("hard"))
        : Map.of();
  }

  /** Quantities by their names; malformed ones are missing. */
  public static Map<String, Quantity> quantities(JsonNode node) {
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
