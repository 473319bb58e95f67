package dev.hpa.controller.queue;

/** Takes the memory for syncs as others would, in the sync of a test. */
public final class TakenMemory {

  private TakenMemory() {}

  /** Takes all but less than some bytes. */
  public static void allBut(long bytes) {
    for (long next = 1L << 50; next >= Math.max(1, bytes); ) {
      next = MemoryBudget.takes(next) ? next : next / 2;
    }
  }
}
