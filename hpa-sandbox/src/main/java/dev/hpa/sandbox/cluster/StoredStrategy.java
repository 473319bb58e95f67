package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is kept and looked at by nobody here; its status is for others to write. */
final class StoredStrategy implements ResourceType.Strategy {

  @Override
  public void prepareForCreate(ObjectNode object) {
    object.remove("status");
  }
}
