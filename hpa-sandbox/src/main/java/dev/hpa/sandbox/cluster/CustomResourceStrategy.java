package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The strategy of custom resources: no validation; the status is reset only if it is a subresource.
 */
record CustomResourceStrategy(boolean hasStatus) implements ResourceType.Strategy {

  @Override
  public void prepareForCreate(ObjectNode object) {
    if (hasStatus) {
      object.remove("status");
    }
  }

  @Override
  public boolean tracksGeneration() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
