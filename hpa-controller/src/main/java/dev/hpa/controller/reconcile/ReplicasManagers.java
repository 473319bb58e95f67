package dev.hpa.controller.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.TargetScale;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Names the field manager that wrote the replicas of a scale target last. Thread-safe; blocks for a
 * request.
 */
@FunctionalInterface
interface ReplicasManagers {

  /** Returned if the target cannot be read, or does not say. */
  String UNKNOWN = "unknown";

  /** Asks nothing. */
  ReplicasManagers NONE = target -> UNKNOWN;

  /** The field manager, or {@link #UNKNOWN}. */
  String of(TargetScale target);

  /** By the managed fields of the target, which the caller must be permitted to get. */
  static ReplicasManagers of(KubernetesApi api, RestMapper mapper) {
    return target -> {
      try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
        ResourceMapping mapping = mapper.resource(target.group(), target.resource());
        String path =
            ApiRequest.pathOf(
                mapping.base(), target.namespace(), mapping.resource(), target.name());
        ApiRequest.Subject subject =
            new ApiRequest.Subject(mapping.resource(), mapping.group(), target.name());
        return lastWriter(
            api.call(ApiRequest.get(path, Map.of(), subject), body -> Json.tree(body)));
      } catch (KubernetesApiException | IllegalArgumentException unreadable) {
        return UNKNOWN;
      }
    };
  }

  /** Times are RFC 3339 in UTC, so that they sort as text. */
  private static String lastWriter(JsonNode target) {
    return StreamSupport.stream(target.at("/metadata/managedFields").spliterator(), false)
        .filter(entry -> entry.path("fieldsV1").path("f:spec").has("f:replicas"))
        .max(Comparator.comparing(entry -> entry.path("time").asText()))
        .map(entry -> entry.path("manager").asText())
        .filter(manager -> !manager.isEmpty())
        .orElse(UNKNOWN);
  }
}
