package dev.hpa.controller.soak;

/** The fields {@code minReplicas} and {@code maxReplicas} of an autoscaler. */
record ReplicaBounds(int min, int max) {

  boolean contain(int replicas) {
    return min <= replicas && replicas <= max;
  }

  /** Whether the bounds alone ask for this write. */
  boolean require(int from, int to) {
    return (from > max && to == max) || (from < min && to == min);
  }

  @Override
  public String toString() {
    return min + " to " + max;
  }
}
