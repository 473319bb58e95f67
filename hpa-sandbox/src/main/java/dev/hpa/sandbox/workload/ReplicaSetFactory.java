package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceTypes;

/** Creates the ReplicaSet for a Deployment's pod template. */
final class ReplicaSetFactory {

  private ReplicaSetFactory() {}

  static ObjectNode of(Rollout rollout, int replicas) {
    JsonNode spec = rollout.tree().path("spec");
    ObjectNode template = spec.path("template").deepCopy();
    ObjectNode labels = template.withObject("/metadata").withObject("/labels");
    labels.put(ReplicaSetState.HASH_LABEL, rollout.hash());
    ObjectNode replicaSet = JsonNodeFactory.instance.objectNode();
    replicaSet.put("kind", "ReplicaSet").put("apiVersion", "apps/v1");
    ObjectNode metadata = replicaSet.putObject("metadata");
    metadata.put("name", rollout.stored().name() + "-" + rollout.hash());
    metadata.set("labels", labels.deepCopy());
    OwnerReferences.set(metadata, ResourceTypes.DEPLOYMENTS, rollout.stored());
    ObjectNode ownSpec = replicaSet.putObject("spec").put("replicas", replicas);
    ObjectNode selector = spec.path("selector").deepCopy();
    selector.withObject("/matchLabels").put(ReplicaSetState.HASH_LABEL, rollout.hash());
    ownSpec.set("selector", selector);
    ownSpec.set("template", template);
    return replicaSet;
  }
}
