package dev.hpa.controller.queue;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits syncs to the memory for them. A sync that does not fit beside those of others is deferred:
 * it keeps its turn and begins when others have ended. One that would not fit even then runs as the
 * only one beyond the limits, so that each sync runs at some time. A deferred sync affects nothing
 * but its time. Thread-safe.
 *
 * <p>A sync begins with what its last attempt needed, so that it is deferred before it has read
 * anything.
 */
public final class SyncAdmission {

  private static final Logger LOG = LoggerFactory.getLogger(SyncAdmission.class);

  /** What a sync holds with the stack of its virtual thread while it waits, in bytes. */
  private static final long BYTES_OF_SYNC = 12_000;

  /** Needs that are smaller are not remembered. */
  private static final long SMALL = 64 << 10;

  private final MemoryPool pool;
  private final MemoryPart part;

  /** Of the syncs that need more than a small part, in bytes. */
  private final Map<NamespacedName, Long> needs = new HashMap<>();

  /** Those that wait for memory. */
  private final Set<NamespacedName> waiting = new TreeSet<>();

  private volatile Runnable released = () -> {};
  private @Nullable Admitted alone;
  private long deferred;

  /**
   * @param part of the pool
   */
  public SyncAdmission(MemoryPool pool, MemoryPart part) {
    this.pool = pool;
    this.part = part;
  }

  /** Runs an action from now on whenever a sync has returned its memory. */
  public void onRelease(Runnable action) {
    released = action;
  }

  /** Admits a sync; null if it does not fit now. */
  public @Nullable Admitted admit(NamespacedName key) {
    Admitted admitted = new Admitted(key);
    synchronized (this) {
      admitted.used = BYTES_OF_SYNC;
      if (!admitted.fits(needs.getOrDefault(key, BYTES_OF_SYNC))) {
        waits(key);
        return null;
      }
      waiting.remove(key);
      return admitted;
    }
  }

  private void waits(NamespacedName key) {
    if (waiting.add(key)) {
      if (++deferred == 1) {
        LOG.info(
            "the sync of {} waits for memory, which other syncs use; further ones are counted as"
                + " hpa_deferred_reconciles_total: if there are many, give the controller more"
                + " memory",
            key);
      }
    }
  }

  /** The number of syncs that were deferred. */
  public synchronized long deferred() {
    return deferred;
  }

  /** The syncs that wait for memory, sorted. */
  public synchronized Set<NamespacedName> waiting() {
    return new TreeSet<>(waiting);
  }

  /** Forgets a deleted autoscaler. */
  public synchronized void forget(NamespacedName key) {
    needs.remove(key);
    waiting.remove(key);
  }

  /** The memory of an admitted sync, until it is closed. Thread-safe. */
  public final class Admitted implements SyncMemory, AutoCloseable {

    private final NamespacedName key;
    private final MemoryPool.Account account;

    /** Guarded by the admission, as what follows: what it uses, in bytes. */
    private long used;

    /** What is used for results that have not been added yet. */
    private long expected;

    private boolean isDeferred;

    private Admitted(NamespacedName key) {
      this.key = key;
      this.account = pool.account(part, key.namespace());
    }

    @Override
    public void take(long bytes) {
      synchronized (SyncAdmission.this) {
        used += bytes;
        if (!fits(used)) {
          throw deferred();
        }
      }
    }

    @Override
    public void expect(long bytes) {
      take(bytes);
      synchronized (SyncAdmission.this) {
        expected += bytes;
      }
    }

    @Override
    public boolean add(long bytes) {
      synchronized (SyncAdmission.this) {
        long known = Math.min(expected, bytes);
        expected -= known;
        used += bytes - known;
        return fits(used);
      }
    }

    private boolean fits(long bytes) {
      long more = bytes - account.bytes();
      if (alone == this || more <= 0 || account.take(more)) {
        return true;
      }
      if (alone == null) {
        alone = this;
      }
      return alone == this;
    }

    @Override
    public DeferredSyncException deferred() {
      synchronized (SyncAdmission.this) {
        isDeferred = true;
        waits(key);
        return new DeferredSyncException(
            key + " needs " + used + " bytes of memory that others use; it is repeated later");
      }
    }

    /** Whether the sync has to be repeated. */
    public boolean isDeferred() {
      synchronized (SyncAdmission.this) {
        return isDeferred;
      }
    }

    @Override
    public void close() {
      synchronized (SyncAdmission.this) {
        if (used > SMALL) {
          needs.put(key, used);
        } else {
          needs.remove(key);
        }
        account.close();
        if (alone == this) {
          alone = null;
        }
      }
      released.run();
    }
  }
}
