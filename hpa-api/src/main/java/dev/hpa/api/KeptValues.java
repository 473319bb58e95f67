package dev.hpa.api;

import java.io.IOException;

/**
 * Counts what the values of a response take that are kept of it, in the {@link ResponseMemory}. A
 * limit of bytes does not: an empty item takes 2 bytes in a response and 100 in memory. Used by one
 * thread.
 */
public final class KeptValues {

  /** Bytes that are counted together. */
  private static final int GROUP = 8 << 10;

  private int uncounted;

  /**
   * Counts a value, when it is kept.
   *
   * @param bytes what it takes with all that it refers to; at least what it really does
   * @throws IOException if the response takes too much, or others take all memory for too long
   */
  public void add(int bytes) throws IOException {
    uncounted += bytes;
    if (uncounted >= GROUP) {
      ResponseMemory.take(uncounted);
      uncounted = 0;
    }
  }
}
