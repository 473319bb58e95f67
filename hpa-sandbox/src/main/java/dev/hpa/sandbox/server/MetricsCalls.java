package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.PodMetricsSource;
import org.jspecify.annotations.Nullable;

/** {@code metrics.k8s.io}: what pods and nodes use, as the last scrape saw it. */
final class MetricsCalls {

  static final String GROUP = "metrics.k8s.io";
  static final String VERSION = "v1beta1";

  private final PodMetricsSource metrics;

  MetricsCalls(PodMetricsSource metrics) {
    this.metrics = metrics;
  }

  Answer answer(Call call, Target.Path path) {
    if (!call.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    if (!path.version().equals(VERSION) || !path.subresource().isEmpty()) {
      throw Target.unknown();
    }
    return switch (path.resource()) {
      case "pods" ->
          path.name().isEmpty()
              ? Answer.json(200, metrics.podList(path.namespace(), call.selector("labelSelector")))
              : one(metrics.pod(new ObjectKey(path.namespace(), path.name())), path);
      case "nodes" ->
          path.name().isEmpty()
              ? Answer.json(200, metrics.nodeList(call.selector("labelSelector")))
              : one(metrics.node(path.name()), path);
      default -> throw Target.unknown();
    };
  }

  private static Answer one(@Nullable ObjectNode found, Target.Path path) {
    if (found == null) {
      String kind = path.resource().equals("pods") ? "podmetrics" : "nodemetrics";
      throw StatusException.of(
          404,
          "NotFound",
          kind
              + ".metrics.k8s.io \""
              + (path.namespace().isEmpty() ? "" : path.namespace() + "/")
              + path.name()
              + "\" not found");
    }
    return Answer.json(200, found);
  }
}
