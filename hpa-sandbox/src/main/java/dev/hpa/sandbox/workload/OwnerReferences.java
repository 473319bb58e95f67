package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.StoredObject;

/** Sets the controller reference of objects that a controller creates. */
final class OwnerReferences {

  private OwnerReferences() {}

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
