package dev.hpa.app.serving;

import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.util.concurrent.Semaphore;

/**
 * Bounds the bodies of responses that wait for slow clients, relative to the heap: all together,
 * and without those of a few KB. Thread-safe.
 */
final class UnsentBodies {

  private static final int KIB = 1 << 10;

  private final int most;
  private final Semaphore free;

  UnsentBodies(long bytes) {
    this.most = Math.clamp(bytes / KIB, 1, Integer.MAX_VALUE);
    this.free = new Semaphore(most);
  }

  /** Those of one of two kinds. */
  static UnsentBodies ofHeap() {
    return new UnsentBodies(MemoryPool.ofHeap().size(MemoryPart.PORT) / 2);
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
    return body.length <= Limit.SMALL_BODY_BYTES.asInt()
        ? 0
        : Math.min(most, Math.ceilDiv(body.length, KIB));
  }
}
