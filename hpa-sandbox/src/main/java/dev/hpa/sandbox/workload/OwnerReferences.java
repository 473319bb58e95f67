package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.StoredObject;

/** The metadata of objects that a controller creates. */
final class OwnerReferences {

  private OwnerReferences() {}

  /** A pod of a workload, with the labels, annotations and finalizers of its template. */
  static ObjectNode pod(ResourceType type, StoredObject owner, String name, JsonNode template) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("kind", "Pod").put("apiVersion", "v1");
    ObjectNode metadata = pod.putObject("metadata");
    metadata.put("name", name).put("generateName", owner.name() + "-");
    JsonNode given = template.path("metadata");
    for (String field : new String[] {"labels", "annotations", "finalizers"}) {
      if (given.has(field)) {
        metadata.set(field, given.path(field).deepCopy());
      }
    }
    set(metadata, type, owner);
    pod.set("spec", template.path("spec").deepCopy());
    return pod;
  }

  static void set(ObjectNode metadata, ResourceType ownerType, StoredObject owner) {
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", ownerType.storedVersion().apiVersion())
        .put("kind", ownerType.kind())
        .put("name", owner.name())
        .put("uid", owner.uid())
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }
}
