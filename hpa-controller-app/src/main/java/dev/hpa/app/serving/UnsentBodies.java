package dev.hpa.app.serving;

import java.util.concurrent.Semaphore;

/**
 * Bounds the bodies of responses that wait for slow clients, relative to the heap: all together,
 * and without those of a few KB. Thread-safe.
 */
final class UnsentBodies {

  /** In bytes; the number of connections limits smaller ones. */
  private static final int SMALL = 1 << 16;

  private static final int KIB = 1 << 10;
  private static final int PART_OF_HEAP = 16;

  private final int most;
  private final Semaphore free;

  UnsentBodies(long bytes) {
    this.most = Math.clamp(bytes / KIB, 1, Integer.MAX_VALUE);
    this.free = new Semaphore(most);
  }

  static UnsentBodies ofHeap() {
    return new UnsentBodies(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  /** Adds a body; false if there are too many. One alone is added whatever its size. */
  boolean add(byte[] body) {
    return free.tryAcquire(kib(body));
  }

  /** Removes a body that was added. */
  void remove(byte[] body) {
    free.release(kib(body));
  }

  private int kib(byte[] body) {
    return body.length <= SMALL ? 0 : Math.min(most, Math.ceilDiv(body.length, KIB));
  }
}
