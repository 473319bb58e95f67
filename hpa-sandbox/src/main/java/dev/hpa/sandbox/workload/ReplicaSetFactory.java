package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceTypes;

/** Creates the ReplicaSet for a Deployment's pod template. */
final class ReplicaSetFactory {

  private static final String LOAD_PREFIX = "sandbox.hpa.dev/";
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private ReplicaSetFactory() {}

  static ObjectNode of(Rollout rollout, int replicas) {
    JsonNode spec = rollout.tree().path("spec");
    ObjectNode template = template(spec, rollout.spec().hash());
    ObjectNode replicaSet = JsonNodeFactory.instance.objectNode();
    replicaSet.put("kind", "ReplicaSet").put("apiVersion", "apps/v1");
    fillMetadata(replicaSet.putObject("metadata"), rollout, template);
    ObjectNode ownSpec = replicaSet.putObject("spec").put("replicas", replicas);
    if (spec.has("minReadySeconds")) {
      ownSpec.set("minReadySeconds", spec.path("minReadySeconds"));
    }
    ObjectNode selector = spec.path("selector").deepCopy();
    selector
        .withObject("/matchLabels")
        .put(DeploymentAnnotations.HASH_LABEL, rollout.spec().hash());
    ownSpec.set("selector", selector);
    ownSpec.set("template", template);
    return replicaSet;
  }

  private static ObjectNode template(JsonNode spec, String hash) {
    ObjectNode template = spec.path("template").deepCopy();
    template
        .withObject("/metadata")
        .withObject("/labels")
        .put(DeploymentAnnotations.HASH_LABEL, hash);
    return template;
  }

  private static void fillMetadata(ObjectNode metadata, Rollout rollout, ObjectNode template) {
    metadata.put("name", rollout.stored().name() + "-" + rollout.spec().hash());
    metadata.set("labels", template.path("metadata").path("labels").deepCopy());
    ObjectNode annotations = metadata.putObject("annotations");
    copyAnnotations(rollout.tree(), annotations);
    annotations.put(DeploymentAnnotations.REVISION, Long.toString(rollout.nextRevision()));
    putSizes(annotations, rollout.spec());
    OwnerReferences.set(metadata, ResourceTypes.DEPLOYMENTS, rollout.stored());
  }

  /** Load annotations apply to the Deployment only. */
  private static void copyAnnotations(ObjectNode deployment, ObjectNode annotations) {
    deployment
        .path("metadata")
        .path("annotations")
        .properties()
        .forEach(
            e -> {
              if (!e.getKey().startsWith(LOAD_PREFIX) && !e.getKey().equals(LAST_APPLIED)) {
                annotations.set(e.getKey(), e.getValue());
              }
            });
  }

  /** Annotates a ReplicaSet with the replicas of the Deployment. */
  static void putSizes(ObjectNode annotations, DeploymentSpec spec) {
    annotations
        .put(DeploymentAnnotations.DESIRED, Integer.toString(spec.replicas()))
        .put(DeploymentAnnotations.MAX_REPLICAS, Integer.toString(spec.maxPods()));
  }
}
