package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Custom resources: nothing is checked, and the status is their own only where they have one. */
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
