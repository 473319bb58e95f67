package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The strategy of resources that the sandbox stores without interpreting them; clients write the
 * status.
 */
final class StoredStrategy implements ResourceType.Strategy {

  @Override
  public void prepareForCreate(ObjectNode object) {
    object.remove("status");
  }
}
