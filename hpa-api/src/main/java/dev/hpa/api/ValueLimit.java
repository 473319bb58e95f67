package dev.hpa.api;

import java.io.IOException;

/**
 * Bounds the number of values that are kept of one response, and counts them among those of all
 * responses that are read. A limit of bytes does not: an empty item takes 2 bytes in a response and
 * 100 in memory. Used by one thread.
 */
public final class ValueLimit {

  /** The heap for each value, so that the values of one response take a sixth of it at most. */
  private static final long HEAP_PER_VALUE = 1024;

  /** Values that are counted together. */
  private static final int GROUP = 64;

  private static final int BYTES_OF_VALUE = 100;

  private final long max;
  private long count;

  private ValueLimit(long max) {
    this.max = max;
  }

  /** A limit relative to the maximum heap of the process: 300,000 values for 300 MiB. */
  public static ValueLimit ofHeap() {
    return of(maxOfHeap());
  }

  /** The values of {@link #ofHeap}. */
  public static long maxOfHeap() {
    return Runtime.getRuntime().maxMemory() / HEAP_PER_VALUE;
  }

  /**
   * A limit.
   *
   * @param max not negative
   */
  public static ValueLimit of(long max) {
    return new ValueLimit(max);
  }

  /**
   * Counts a value, before it is kept.
   *
   * @throws IOException if it exceeds the limit, or other responses take all memory for too long
   */
  public void add() throws IOException {
    if (count == max) {
      throw new IOException("the response has more than " + max + " values");
    }
    count++;
    if (count % GROUP == 0) {
      ResponseMemory.take(GROUP * BYTES_OF_VALUE);
    }
  }
}
