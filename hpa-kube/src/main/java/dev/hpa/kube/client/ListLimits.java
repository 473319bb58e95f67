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

  private static final int MOST_OBJECTS = 2_000_000;
  private static final int FEWEST_OBJECTS = 200_000;

  /** An object in a cache takes 250 bytes and more. */
  private static final int HEAP_OF_OBJECT = 1 << 10;

  /**
   * The limits for a heap: one object for each KiB, from 200,000, more than the pods of the largest
   * cluster that Kubernetes supports (150,000), up to 2,000,000.
   *
   * @param bytes its maximum size
   */
  static ListLimits ofHeap(long bytes) {
    return new ListLimits(
        4_000, Math.clamp(bytes / HEAP_OF_OBJECT, FEWEST_OBJECTS, MOST_OBJECTS), 16L << 30);
  }
}
