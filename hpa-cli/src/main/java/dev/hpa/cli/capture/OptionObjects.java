package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  private final LiveCluster cluster;
  private final String namespace;
  private final Set<String> known = new HashSet<>();

  OptionObjects(LiveCluster cluster, String namespace) {
    this.cluster = cluster;
    this.namespace = namespace;
  }

  /** The target of an autoscaler; empty for a kind whose rollout only its scale shows. */
  Optional<ObjectNode> target(CrossVersionObjectReference reference) throws KubernetesApiException {
    return WORKLOADS.contains(reference.kind())
        ? Optional.of(workload(reference))
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
                new CrossVersionObjectReference(
                    reference.path("kind").asText(),
                    reference.path("name").asText(),
                    reference.path("apiVersion").asText()));
        owners.add(owner);
        reference = owner.path("metadata").path("ownerReferences").path(0);
      } catch (KubernetesApiException unreadable) {
        return owners;
      }
    }
    return owners;
  }

  private ObjectNode workload(CrossVersionObjectReference reference) throws KubernetesApiException {
    return ObjectTrimmer.workload(cluster.object(namespace, reference));
  }
}
