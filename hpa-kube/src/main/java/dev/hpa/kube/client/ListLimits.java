package dev.hpa.kube.client;

/**
 * How large the list of a resource may be. A larger one is refused, so that a faulty server cannot
 * fill the memory.
 *
 * @param pages requests that one list takes, at least 1
 * @param objects objects on all pages, at least 1
 * @param bytes of all pages as they are sent, at least 1
 */
record ListLimits(int pages, int objects, long bytes) {

  /** More than ten times the pods of the largest cluster Kubernetes supports, 150,000. */
  static final ListLimits DEFAULT = new ListLimits(4_000, 2_000_000, 16L << 30);
}
