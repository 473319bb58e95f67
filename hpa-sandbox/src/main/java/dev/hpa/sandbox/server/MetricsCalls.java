package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.PodMetricsSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code metrics.k8s.io}: what pods and nodes use, as the last scrape saw it. */
final class MetricsCalls {

  static final String GROUP = "metrics.k8s.io";
  static final String VERSION = "v1beta1";

  private final PodMetricsSource metrics;

  MetricsCalls(PodMetricsSource metrics) {
    this.metrics = metrics;
  }

  /** Whether what is at a path can be had in protobuf. */
  static boolean hasProtobuf(Target.Path path) {
    return path.group().equals(GROUP) && path.resource().equals("pods") && path.name().isEmpty();
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
              ? podList(call, path.namespace())
              : one(metrics.pod(new ObjectKey(path.namespace(), path.name())), path);
      case "nodes" ->
          path.name().isEmpty()
              ? Answer.json(200, metrics.nodeList(call.selector("labelSelector")))
              : one(metrics.node(path.name()), path);
      default -> throw Target.unknown();
    };
  }

  private Answer podList(Call call, String namespace) {
    Selector selector = call.selector("labelSelector");
    Accepted wanted = call.accepted();
    return wanted.form() == Representation.PROTOBUF && wanted.shape() == Accepted.Shape.OWN
        ? new Answer.Whole(
            200,
            Representation.PROTOBUF.mediaType(),
            metrics.podMessages(namespace, selector),
            Map.of())
        : Answer.json(200, metrics.podList(namespace, selector));
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
