package dev.hpa.sandbox.metricsapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.Serializer;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.PodMetricsSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves {@code metrics.k8s.io}: the usage of pods and nodes at the last scrape. */
public final class ResourceMetricsHandler {

  public static final String GROUP = "metrics.k8s.io";
  public static final String VERSION = "v1beta1";

  private final PodMetricsSource metrics;

  public ResourceMetricsHandler(PodMetricsSource metrics) {
    this.metrics = metrics;
  }

  /** Whether the resource at a path is available as protobuf. */
  public static boolean hasProtobuf(RequestInfo.Path path) {
    return path.group().equals(GROUP) && path.resource().equals("pods") && path.name().isEmpty();
  }

  public ApiResponse answer(ApiRequest request, RequestInfo.Path path) {
    if (!request.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    if (!path.version().equals(VERSION) || !path.subresource().isEmpty()) {
      throw RequestInfo.notFound();
    }
    return switch (path.resource()) {
      case "pods" ->
          path.name().isEmpty()
              ? podList(request, path.namespace())
              : one(metrics.pod(new ObjectKey(path.namespace(), path.name())), path);
      case "nodes" ->
          path.name().isEmpty()
              ? ApiResponse.json(200, metrics.nodeList(request.selector("labelSelector")))
              : one(metrics.node(path.name()), path);
      default -> throw RequestInfo.notFound();
    };
  }

  private ApiResponse podList(ApiRequest request, String namespace) {
    Selector selector = request.selector("labelSelector");
    ContentNegotiation wanted = request.accepted();
    return wanted.form() == Serializer.PROTOBUF && wanted.shape() == ContentNegotiation.Shape.OWN
        ? new ApiResponse.Whole(
            200,
            Serializer.PROTOBUF.mediaType(),
            metrics.podMessages(namespace, selector),
            Map.of())
        : ApiResponse.json(200, metrics.podList(namespace, selector));
  }

  private static ApiResponse one(@Nullable ObjectNode found, RequestInfo.Path path) {
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
    return ApiResponse.json(200, found);
  }
}
