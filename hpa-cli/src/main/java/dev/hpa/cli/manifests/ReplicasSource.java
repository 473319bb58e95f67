package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import java.util.Optional;

/**
 * The origin of the {@code spec.replicas} of a workload.
 *
 * <p>In a manifest, the author sets it. In an object read from a cluster, the field is always
 * present: the API server defaults it, and autoscalers change it. It then counts as fixed only if
 * an applied manifest sets it, which is recorded by the annotation of client-side apply and by the
 * managed fields of server-side apply. Managed fields of other writes are not sufficient, because
 * they include defaulted fields.
 *
 * @param isFixed whether a manifest sets the field
 * @param manager the field manager that applies it, if known
 */
public record ReplicasSource(boolean isFixed, Optional<String> manager) {

  private static final ReplicasSource NONE = new ReplicasSource(false, Optional.empty());
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  static ReplicasSource of(JsonNode workload) {
    if (!workload.at("/spec/replicas").isNumber()) {
      return NONE;
    }
    JsonNode metadata = workload.path("metadata");
    if (!isLive(metadata)) {
      return new ReplicasSource(true, Optional.empty());
    }
    if (setsReplicas(metadata.path("annotations").path(LAST_APPLIED).asText())) {
      return new ReplicasSource(true, Optional.of("kubectl apply"));
    }
    for (JsonNode entry : metadata.path("managedFields")) {
      if (entry.path("operation").asText().equals("Apply")
          && entry.path("subresource").asText().isEmpty()
          && entry.path("fieldsV1").path("f:spec").has("f:replicas")) {
        return new ReplicasSource(true, Optional.of(entry.path("manager").asText()));
      }
    }
    return NONE;
  }

  /** Only the API server sets these fields. */
  private static boolean isLive(JsonNode metadata) {
    return metadata.has("uid") || metadata.has("resourceVersion") || metadata.has("managedFields");
  }

  private static boolean setsReplicas(String manifest) {
    if (manifest.isEmpty()) {
      return false;
    }
    try {
      return Json.tree(manifest).at("/spec/replicas").isNumber();
    } catch (JsonFormatException malformed) {
      return false;
    }
  }
}
