package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Timestamps;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
 * @param replicas the number that the manifest sets, or that the object has if that is unknown; 0
 *     if it is not fixed
 * @param manager the field manager that applies it, if known
 */
public record ReplicasSource(boolean isFixed, int replicas, Optional<String> manager) {

  private static final ReplicasSource NONE = new ReplicasSource(false, 0, Optional.empty());
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** Of a workload. */
  public static ReplicasSource of(JsonNode workload) {
    JsonNode present = workload.at("/spec/replicas");
    if (!present.isNumber()) {
      return NONE;
    }
    JsonNode metadata = workload.path("metadata");
    if (!isLive(metadata)) {
      return new ReplicasSource(true, present.asInt(), Optional.empty());
    }
    JsonNode applied = replicas(metadata.path("annotations").path(LAST_APPLIED).asText());
    if (applied.isNumber()) {
      return new ReplicasSource(true, applied.asInt(), Optional.of("kubectl apply"));
    }
    for (JsonNode entry : metadata.path("managedFields")) {
      if (entry.path("operation").asText().equals("Apply")
          && entry.path("subresource").asText().isEmpty()
          && entry.path("fieldsV1").path("f:spec").has("f:replicas")) {
        return new ReplicasSource(
            true, present.asInt(), Optional.of(entry.path("manager").asText()));
      }
    }
    return NONE;
  }

  /**
   * The field manager that has written the replicas of a live object since an autoscaler scaled it;
   * empty if there is none, or if the object is newer. A scale write takes the field from all
   * managers, so that one that has it wrote it later.
   */
  public static Optional<String> writerSince(JsonNode workload, Instant scaled) {
    JsonNode metadata = workload.path("metadata");
    Instant created = created(metadata.path("creationTimestamp").asText());
    if (created == null || !created.isBefore(scaled)) {
      return Optional.empty();
    }
    return metadata
        .path("managedFields")
        .valueStream()
        .filter(
            entry ->
                entry.path("subresource").asText().isEmpty()
                    && entry.path("fieldsV1").path("f:spec").has("f:replicas"))
        .map(entry -> entry.path("manager").asText())
        .findFirst();
  }

  private static @Nullable Instant created(String time) {
    try {
      return Timestamps.parse(time);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  /** Only the API server sets these fields. */
  private static boolean isLive(JsonNode metadata) {
    return metadata.has("uid") || metadata.has("resourceVersion") || metadata.has("managedFields");
  }

  private static JsonNode replicas(String manifest) {
    try {
      return manifest.isEmpty()
          ? MissingNode.getInstance()
          : Json.tree(manifest).at("/spec/replicas");
    } catch (JsonFormatException malformed) {
      return MissingNode.getInstance();
    }
  }
}
