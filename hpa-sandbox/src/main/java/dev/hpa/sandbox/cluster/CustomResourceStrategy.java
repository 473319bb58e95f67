package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Custom resources: nothing is checked, and the status is their own only where they have one. */
record CustomResourceStrategy(boolean hasStatus) implements ResourceType.Rules {

  @Override
  public void onCreate(ObjectNode object) {
    if (hasStatus) {
      object.remove("status");
    }
  }

  @Override
  public boolean countsGenerations() {
    return true;
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
