package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.PodMetricsSource;
import org.jspecify.annotations.Nullable;

/** {@code metrics.k8s.io}: what pods and nodes use, as the last scrape saw it. */
final class MetricsCalls {

  private final PodMetricsSource metrics;

  MetricsCalls(PodMetricsSource metrics) {
    this.metrics = metrics;
  }

  Answer answer(Call call, Target.Path path) {
    if (!call.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    if (!path.version().equals("v1beta1") || !path.subresource().isEmpty()) {
      throw Target.unknown();
    }
    return switch (path.resource()) {
      case "pods" ->
          path.name().isEmpty()
              ? Answer.json(200, metrics.podList(path.namespace(), selector(call)))
              : one(metrics.pod(new ObjectKey(path.namespace(), path.name())), path);
      case "nodes" ->
          path.name().isEmpty()
              ? Answer.json(200, metrics.nodeList(selector(call)))
              : one(metrics.node(path.name()), path);
      default -> throw Target.unknown();
    };
  }

  private static Selector selector(Call call) {
    String text = call.parameter("labelSelector");
    try {
      return text == null ? Selector.everything() : Selector.parse(text);
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
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
