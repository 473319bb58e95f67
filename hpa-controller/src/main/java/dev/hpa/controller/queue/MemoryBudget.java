package dev.hpa.controller.queue;

import dev.hpa.api.NamespacedName;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Bounds the memory that something takes for autoscalers, so that no tenant can exhaust it: the
 * results of metrics until the syncs and explanations that read them have ended, or what is
 * recorded of their loads. Thread-safe.
 *
 * <p>Memory is taken if as much remains free as it, the autoscaler and its namespace have taken: an
 * autoscaler takes a third at most (one alone a half), those of a namespace a half, and those of
 * each further namespace a half of what is left. So that others, which each take what they can,
 * leave something to a namespace, each can have a small part besides.
 */
public final class MemoryBudget {

  /** The part of the heap for the results of all syncs. */
  private static final int PART_OF_HEAP = 3;

  /** That of all controllers of the process, as they share its heap. */
  private static final MemoryBudget OF_PROCESS =
      new MemoryBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);

  private static final ScopedValue<Share> CURRENT = ScopedValue.newInstance();

  private static final MetricFailure TOO_LARGE =
      new MetricFailure(
          MetricFailure.Category.SOURCE_FAILED,
          "the values of this HPA's metrics take more memory than is free for them; read"
              + " fewer metrics, pods or series, or give the controller more memory");

  /** Of the limit, what each namespace may have besides, and what all may. */
  private static final int PART_OF_LEAST = 256;

  private static final int PART_OF_ALL_LEAST = 8;

  private final Map<String, Long> byNamespace = new HashMap<>();
  private final long least;
  private long freeLeast;
  private long free;

  /**
   * @param limit for all autoscalers, in bytes
   */
  public MemoryBudget(long limit) {
    this.free = limit;
    this.least = limit / PART_OF_LEAST;
    this.freeLeast = limit / PART_OF_ALL_LEAST;
  }

  /** Runs a sync or an explanation, whose results count until it has ended. */
  public static <T> T during(NamespacedName autoscaler, Supplier<T> work) {
    try (Share share = OF_PROCESS.share(autoscaler)) {
      return ScopedValue.where(CURRENT, share).call(work::get);
    }
  }

  /**
   * Takes memory for what the caller's sync holds while it waits for results; outside of one
   * nothing is counted.
   *
   * @param bytes at least what it takes
   * @return false if there is not as much
   */
  public static boolean takes(long bytes) {
    return !CURRENT.isBound() || CURRENT.get().takes(bytes);
  }

  /**
   * Takes memory for results before the caller's sync reads them, as a source can build those of
   * many autoscalers at once; what each takes counts in place of its part. Outside of a sync
   * nothing is counted.
   *
   * @param results the number of results
   * @param bytesEach about what a result takes
   * @return false if there is not as much
   */
  public static boolean reserves(long results, long bytesEach) {
    return !CURRENT.isBound() || CURRENT.get().reserve(results, bytesEach);
  }

  /** Reads in the share of the caller's sync; outside of one, in a share that ends afterwards. */
  public static <T> T reading(NamespacedName autoscaler, Function<Share, T> read) {
    if (CURRENT.isBound()) {
      return read.apply(CURRENT.get());
    }
    try (Share alone = OF_PROCESS.share(autoscaler)) {
      return read.apply(alone);
    }
  }

  /** A share of an autoscaler. */
  public Share share(NamespacedName autoscaler) {
    return new Share(autoscaler.namespace());
  }

  /** What an autoscaler takes. Thread-safe. */
  public final class Share implements AutoCloseable {

    private final String namespace;

    /** Guarded by the budget. */
    private long taken;

    /** Of what is taken, besides the common part. */
    private long ofLeast;

    /** Results that are not known yet, and what is taken for each of them. */
    private long reserved;

    private long reservedEach;

    private boolean isClosed;

    private Share(String namespace) {
      this.namespace = namespace;
    }

    /**
     * Takes memory.
     *
     * @return false if there is not as much: then it has taken no more
     */
    public boolean takes(long bytes) {
      return take(this, bytes);
    }

    /**
     * Returns memory.
     *
     * @param bytes at most what it has taken
     */
    public void returns(long bytes) {
      returned(this, bytes);
    }

    /** Takes memory for results that follow. */
    boolean reserve(long results, long bytesEach) {
      return reserved(this, results, bytesEach);
    }

    /** Takes the memory of a result; returns a failure in its place if there is not as much. */
    public MetricResult keep(MetricResult result) {
      return take(this, result.memory()) ? result : TOO_LARGE;
    }

    /** As {@link #keep}, in place of what is reserved for it. */
    public MetricResult keepReserved(MetricResult result) {
      return takeReserved(this, result.memory()) ? result : TOO_LARGE;
    }

    /**
     * Takes memory in place of what it has taken.
     *
     * @return false if there is not as much: then it has taken nothing
     */
    public boolean replace(long bytes) {
      return replaced(this, bytes);
    }

    /** Returns what it has taken; it takes nothing afterwards. */
    @Override
    public void close() {
      release(this);
    }
  }

  private synchronized boolean take(Share share, long bytes) {
    if (share.isClosed || bytes == 0) {
      return !share.isClosed;
    }
    long ofNamespace = byNamespace.getOrDefault(share.namespace, 0L);
    if (bytes + share.taken + ofNamespace <= free - bytes) {
      free -= bytes;
    } else if (ofNamespace + bytes <= least && bytes <= freeLeast) {
      freeLeast -= bytes;
      share.ofLeast += bytes;
    } else {
      return false;
    }
    share.taken += bytes;
    byNamespace.put(share.namespace, ofNamespace + bytes);
    return true;
  }

  private synchronized boolean reserved(Share share, long results, long bytesEach) {
    if (!take(share, results * bytesEach)) {
      return false;
    }
    share.reserved = results;
    share.reservedEach = bytesEach;
    return true;
  }

  private synchronized boolean takeReserved(Share share, long bytes) {
    if (share.reserved == 0) {
      return take(share, bytes);
    }
    share.reserved--;
    boolean isKept = bytes <= share.reservedEach || take(share, bytes - share.reservedEach);
    takeBack(share, share.reservedEach - (isKept ? Math.min(bytes, share.reservedEach) : 0));
    return isKept;
  }

  private synchronized boolean replaced(Share share, long bytes) {
    takeBack(share, share.taken);
    return take(share, bytes);
  }

  private synchronized void release(Share share) {
    takeBack(share, share.taken);
    share.reserved = 0;
    share.isClosed = true;
  }

  private synchronized void returned(Share share, long bytes) {
    if (!share.isClosed) {
      takeBack(share, bytes);
    }
  }

  private void takeBack(Share share, long returned) {
    long besides = Math.min(returned, share.ofLeast);
    share.ofLeast -= besides;
    freeLeast += besides;
    free += returned - besides;
    share.taken -= returned;
    byNamespace.computeIfPresent(
        share.namespace, (any, taken) -> taken == returned ? null : Long.valueOf(taken - returned));
  }

  /** The size of results in memory, in bytes. */
  public static long bytes(List<MetricResult> results) {
    return results.stream().mapToLong(MetricResult::memory).sum();
  }
}
