package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The objects that only options depend on: the target, and the owners of pods. */
final class OptionObjects {

  /** Kinds that scenarios accept as owners and targets. */
  private static final Set<String> WORKLOADS =
      Set.of(
          "Deployment",
          "ReplicaSet",
          "StatefulSet",
          "ReplicationController",
          "Job",
          "CronJob",
          "DaemonSet");

  private final KubernetesApi api;
  private final RestMapper mapper;
  private final String namespace;
  private final Set<String> known = new HashSet<>();

  OptionObjects(KubernetesApi api, RestMapper mapper, String namespace) {
    this.api = api;
    this.mapper = mapper;
    this.namespace = namespace;
  }

  /** The target of an autoscaler; empty for a kind whose rollout only its scale shows. */
  Optional<ObjectNode> target(CrossVersionObjectReference reference) throws KubernetesApiException {
    return WORKLOADS.contains(reference.kind())
        ? Optional.of(workload(reference.apiVersionOrEmpty(), reference.kind(), reference.name()))
        : Optional.empty();
  }

  /**
   * The owners of a pod that were not returned before. An owner that cannot be read is left out: it
   * is unknown in the scenario too.
   */
  List<ObjectNode> owners(JsonNode pod) {
    List<ObjectNode> owners = new ArrayList<>();
    JsonNode reference = pod.path("metadata").path("ownerReferences").path(0);
    while (WORKLOADS.contains(reference.path("kind").asText())
        && known.add(reference.path("uid").asText())) {
      try {
        ObjectNode owner =
            workload(
                reference.path("apiVersion").asText(),
                reference.path("kind").asText(),
                reference.path("name").asText());
        owners.add(owner);
        reference = owner.path("metadata").path("ownerReferences").path(0);
      } catch (KubernetesApiException unreadable) {
        return owners;
      }
    }
    return owners;
  }

  private ObjectNode workload(String apiVersion, String kind, String name)
      throws KubernetesApiException {
    ResourceMapping mapping = mapper.preferred(ApiGroupVersion.parse(apiVersion).group(), kind);
    JsonNode object =
        get(
            ApiRequest.pathOf(mapping.base(), namespace, mapping.resource(), name),
            new ApiRequest.Subject(mapping.resource(), mapping.group(), name));
    return ObjectTrimmer.workload(object);
  }

  private JsonNode get(String path, ApiRequest.Subject subject) throws KubernetesApiException {
    return api.call(ApiRequest.get(path, Map.of(), subject), body -> Json.mapper().readTree(body));
  }
}
