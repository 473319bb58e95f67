package dev.hpa.app.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;

/** Ways to write statuses. */
public final class StatusWriters {

  private StatusWriters() {}

  /**
   * To an API server, as a PUT of the whole object to its status; the server takes no more than
   * that from it.
   */
  public static StatusWriter to(KubernetesApi api) {
    return hpa -> {
      String name = hpa.metadata().nameOrEmpty();
      String path =
          "/apis/autoscaling/v2/namespaces/"
              + ApiRequest.segment(String.valueOf(hpa.metadata().namespace()))
              + "/horizontalpodautoscalers/"
              + ApiRequest.segment(name)
              + "/status";
      ApiRequest.Subject subject =
          new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", name);
      HorizontalPodAutoscaler sent =
          hpa.withMetadata(hpa.metadata().copy().managedFields(null).build());
      return api.call(
          ApiRequest.put(path, subject, Json.write(sent)),
          body -> revision(Json.tree(body.readAllBytes())));
    };
  }

  private static String revision(JsonNode written) {
    return written.path("metadata").path("resourceVersion").asText("");
  }
}
