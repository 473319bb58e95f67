package dev.hpa.sandbox.metrics;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A metric and its subject. The text form is its path in the API that serves it. */
public sealed interface Metric {

  /** The name of the metric. */
  String name();

  /** A metric of an object, which {@code custom.metrics.k8s.io} serves. */
  record OfObject(ResourceType type, ObjectKey object, String name) implements Metric {

    private static final String OF_NAMESPACE = "metrics";

    @Override
    public String toString() {
      String of = object.name() + "/" + name;
      if (type.equals(ResourceTypes.NAMESPACES)) {
        return "custom/namespaces/" + object.name() + "/" + OF_NAMESPACE + "/" + name;
      }
      return type.namespaced()
          ? "custom/namespaces/" + object.namespace() + "/" + type.qualified() + "/" + of
          : "custom/" + type.qualified() + "/" + of;
    }

    /**
     * Parses the path below the version of {@code custom.metrics.k8s.io}. The name {@code *} means
     * several objects, of all namespaces when the path has none.
     *
     * @return null for another format or an unknown resource
     */
    public static @Nullable OfObject ofPath(List<String> path) {
      boolean namespaced = !path.isEmpty() && path.getFirst().equals("namespaces");
      if (namespaced && path.size() == 4 && path.get(2).equals(OF_NAMESPACE)) {
        return new OfObject(
            ResourceTypes.NAMESPACES, new ObjectKey("", path.get(1)), path.getLast());
      }
      if (path.size() != (namespaced ? 5 : 3)) {
        return null;
      }
      ResourceType type = resource(path.get(path.size() - 3));
      String name = path.get(path.size() - 2);
      if (type == null || (type.namespaced() != namespaced && (namespaced || !name.equals("*")))) {
        return null;
      }
      return new OfObject(type, new ObjectKey(namespaced ? path.get(1) : "", name), path.getLast());
    }

    private static @Nullable ResourceType resource(String qualified) {
      int dot = qualified.indexOf('.');
      return dot < 0
          ? ResourceTypes.find("", qualified)
          : ResourceTypes.find(qualified.substring(dot + 1), qualified.substring(0, dot));
    }
  }

  /** A metric of something outside the cluster, which {@code external.metrics.k8s.io} serves. */
  record External(String namespace, String name) implements Metric {

    @Override
    public String toString() {
      return "external/namespaces/" + namespace + "/" + name;
    }

    /**
     * Parses the path below the version of {@code external.metrics.k8s.io}; null for another
     * format.
     */
    public static @Nullable External ofPath(List<String> path) {
      return path.size() == 3 && path.getFirst().equals("namespaces")
          ? new External(path.get(1), path.getLast())
          : null;
    }
  }

  /**
   * Parses the name of an API and the path below its version, such as {@code
   * custom/namespaces/shop/services/web/qps}.
   *
   * @throws MetricFormatException if the path is malformed
   */
  static Metric ofPath(List<String> path) {
    List<String> below = path.isEmpty() ? path : path.subList(1, path.size());
    Metric metric =
        switch (path.isEmpty() ? "" : path.getFirst()) {
          case "custom" -> OfObject.ofPath(below);
          case "external" -> External.ofPath(below);
          default -> null;
        };
    if (metric == null || path.contains("") || path.contains("*")) {
      throw new MetricFormatException(
          "\"%s\": not a metric of a served resource; use one such as custom/namespaces/shop/deployments.apps/web/qps, custom/namespaces/shop/metrics/qps, custom/nodes/sandbox-node-1/temperature or external/namespaces/shop/queue_depth"
              .formatted(String.join("/", path)));
    }
    return metric;
  }
}
