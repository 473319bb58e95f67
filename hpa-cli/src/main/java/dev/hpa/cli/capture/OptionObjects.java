package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.kube.client.TreeList;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects that only options depend on: the target, the owners of pods, and what may block the
 * drain of a node.
 */
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

  /** More than a cluster has nodes. */
  private static final int MAX_OBJECTS = 20_000;

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

  /**
   * The cordoned nodes, and the disruption budgets of the namespace; those that cannot be read are
   * left out.
   */
  List<ObjectNode> drains() {
    List<ObjectNode> objects = new ArrayList<>();
    try {
      new TreeList(
              "/api/v1/nodes",
              Map.of("fieldSelector", "spec.unschedulable=true"),
              new ApiRequest.Subject("nodes", "", ""),
              MAX_OBJECTS)
          .read(cluster.reader().api(), node -> objects.add(ObjectTrimmer.node(node)));
      cluster
          .reader()
          .objects(LiveReader.BUDGETS, namespace, each -> objects.add(ObjectTrimmer.budget(each)));
    } catch (KubernetesApiException unreadable) {
      return objects;
    }
    return objects;
  }

  private ObjectNode workload(CrossVersionObjectReference reference) throws KubernetesApiException {
    return ObjectTrimmer.workload(cluster.reader().object(namespace, reference));
  }
}
