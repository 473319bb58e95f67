package dev.hpa.sandbox.metricsapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.metrics.ServedMetricsApis;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.Serializer;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.PodMetricsSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code metrics.k8s.io}: the usage of pods and nodes at the last scrape, with the same
 * types in each version.
 */
public final class ResourceMetricsHandler {

  public static final String GROUP = "metrics.k8s.io";

  private final PodMetricsSource metrics;
  private final ServedMetricsApis apis;

  public ResourceMetricsHandler(PodMetricsSource metrics, ServedMetricsApis apis) {
    this.metrics = metrics;
    this.apis = apis;
  }

  /** Whether the resource at a path is available as protobuf. */
  public static boolean hasProtobuf(RequestInfo.Path path) {
    return path.group().equals(GROUP) && path.resource().equals("pods") && path.name().isEmpty();
  }

  public ApiResponse answer(ApiRequest request, RequestInfo.Path path) {
    if (!request.method().equals("GET")) {
      throw StatusException.methodNotAllowed();
    }
    if (!apis.resourceVersions().contains(path.version()) || !path.subresource().isEmpty()) {
      throw RequestInfo.notFound();
    }
    String apiVersion = GROUP + "/" + path.version();
    return switch (path.resource()) {
      case "pods" ->
          path.name().isEmpty()
              ? podList(request, apiVersion, path.namespace())
              : one(metrics.pod(apiVersion, new ObjectKey(path.namespace(), path.name())), path);
      case "nodes" ->
          path.name().isEmpty()
              ? ApiResponse.json(
                  200, metrics.nodeList(apiVersion, request.selector("labelSelector")))
              : one(metrics.node(apiVersion, path.name()), path);
      default -> throw RequestInfo.notFound();
    };
  }

  private ApiResponse podList(ApiRequest request, String apiVersion, String namespace) {
    Selector selector = request.selector("labelSelector");
    return request.accepted().isProtobufOfWholeObjects()
        ? new ApiResponse.Whole(
            200,
            Serializer.PROTOBUF.mediaType(),
            metrics.podMessages(apiVersion, namespace, selector),
            Map.of())
        : ApiResponse.json(200, metrics.podList(apiVersion, namespace, selector));
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
