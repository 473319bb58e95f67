package dev.hpa.kube.client;

/**
 * Size limits of the list of a resource. A larger list is rejected, so that a faulty server cannot
 * exhaust memory.
 *
 * @param pages maximum number of pages, at least 1
 * @param objects maximum number of objects on all pages, at least 1
 * @param bytes maximum size of all pages as sent, at least 1
 */
public record ListLimits(int pages, int objects, long bytes) {

  /** More than ten times the pods of the largest cluster Kubernetes supports, 150,000. */
  public static final ListLimits DEFAULT = new ListLimits(4_000, 2_000_000, 16L << 30);
}
