package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.sandbox.cluster.ResourceType;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Creates workloads that are not in the files. */
final class SyntheticWorkload {

  private SyntheticWorkload() {}

  /** The API group of a target; empty if its version is malformed. */
  static String group(CrossVersionObjectReference target) {
    try {
      return ApiGroupVersion.parse(target.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  /**
   * The target of an autoscaler, with one container, or one for each container in its metrics.
   *
   * @param requests of each container, by resource
   * @param limits limits of each container, by resource
   */
  static ObjectNode of(
      HorizontalPodAutoscaler hpa,
      ResourceType type,
      Map<String, String> requests,
      Map<String, String> limits) {
    String name = hpa.spec().scaleTargetRef().name();
    ObjectNode workload = head(type.kind(), type.storedVersion().apiVersion(), name);
    ObjectNode spec = workload.putObject("spec");
    spec.put("replicas", Math.max(1, hpa.spec().minReplicasOrDefault()));
    ObjectNode selector = spec.putObject("selector");
    boolean plain = type.scale() != null && type.scale().form() == ResourceType.SelectorForm.MAP;
    (plain ? selector : selector.putObject("matchLabels")).put("app", name);
    ObjectNode template = spec.putObject("template");
    template.putObject("metadata").putObject("labels").put("app", name);
    ArrayNode containers = template.putObject("spec").putArray("containers");
    for (String container : containers(hpa)) {
      ObjectNode resources =
          containers
              .addObject()
              .put("name", container)
              .put("image", "simulated")
              .putObject("resources");
      put(resources, "requests", requests);
      put(resources, "limits", limits);
    }
    return workload;
  }

  private static Set<String> containers(HorizontalPodAutoscaler hpa) {
    Set<String> names = new TreeSet<>();
    for (MetricSpec metric : hpa.spec().metricsOrEmpty()) {
      if (metric.containerResource() != null) {
        names.add(metric.containerResource().container());
      }
    }
    return names.isEmpty() ? Set.of("app") : names;
  }

  private static void put(ObjectNode resources, String kind, Map<String, String> amounts) {
    if (!amounts.isEmpty()) {
      ObjectNode node = resources.putObject(kind);
      amounts.forEach(node::put);
    }
  }

  /** A Deployment with the replicas, selector and template of an object of another kind. */
  static ObjectNode deploymentOf(ObjectNode other) {
    ObjectNode deployment =
        head("Deployment", "apps/v1", other.path("metadata").path("name").asText());
    ObjectNode spec = deployment.putObject("spec");
    for (String field : new String[] {"replicas", "selector", "template"}) {
      if (other.path("spec").has(field)) {
        spec.set(field, other.path("spec").path(field));
      }
    }
    if (!spec.has("selector")) {
      spec.putObject("selector")
          .set("matchLabels", spec.at("/template/metadata/labels").deepCopy());
    }
    return deployment;
  }

  private static ObjectNode head(String kind, String apiVersion, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind).put("apiVersion", apiVersion);
    object.putObject("metadata").put("name", name);
    return object;
  }
}
