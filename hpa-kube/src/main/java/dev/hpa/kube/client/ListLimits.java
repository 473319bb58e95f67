package dev.hpa.kube.client;

import dev.hpa.kube.memory.Limit;

/**
 * Size limits of the list of a resource. A larger list is rejected, so that a faulty server cannot
 * exhaust memory.
 *
 * @param pages maximum number of pages, at least 1
 * @param objects maximum number of objects on all pages, at least 1
 * @param bytes maximum size of all pages as sent, at least 1
 */
public record ListLimits(int pages, int objects, long bytes) {

  /**
   * The limits for a heap.
   *
   * @param bytes its maximum size
   */
  static ListLimits ofHeap(long bytes) {
    return new ListLimits(
        Limit.LIST_PAGES.asInt(),
        Math.clamp(
            bytes / Limit.LIST_OBJECT_BYTES.asInt(),
            Limit.LEAST_LIST_OBJECTS.asInt(),
            Limit.MOST_LIST_OBJECTS.asInt()),
        Limit.LIST_BYTES.asLong());
  }
}
