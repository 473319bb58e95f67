package dev.hpa.kube.memory;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The memory for what others determine the size of: parts of the heap, and in each part the
 * accounts of its owners, such as namespaces. One rule for all: an owner takes at most a fixed
 * fraction of a part, and all owners at most the part. So no owner takes what a few others need.
 * Thread-safe; the methods return at once.
 */
public final class MemoryPool {

  private final long heap;
  private final Map<MemoryPart, Long> taken = new EnumMap<>(MemoryPart.class);
  private final Map<MemoryPart, Map<String, Long>> byOwner = new EnumMap<>(MemoryPart.class);

  /**
   * @param heap the maximum size of the heap that the pool divides, in bytes
   */
  public MemoryPool(long heap) {
    this.heap = heap;
  }

  /** A pool of the heap of this process. */
  public static MemoryPool ofHeap() {
    return new MemoryPool(Runtime.getRuntime().maxMemory());
  }

  /** The maximum size of the heap, in bytes. */
  public long heap() {
    return heap;
  }

  /** The size of a part, in bytes. */
  public long size(MemoryPart part) {
    return part.of(heap);
  }

  /**
   * What each of several owners may take at most, if those that need less leave the rest to the
   * others; {@link Long#MAX_VALUE} if there is enough for all.
   *
   * @param sizes what each needs, in bytes
   * @param bytes of all together
   */
  public static long share(Stream<Long> sizes, long bytes) {
    List<Long> ascending = sizes.sorted().toList();
    long left = bytes;
    for (int i = 0; i < ascending.size(); i++) {
      long equal = left / (ascending.size() - i);
      if (ascending.get(i) > equal) {
        return equal;
      }
      left -= ascending.get(i);
    }
    return Long.MAX_VALUE;
  }

  /** An account of an owner of a part, which may have several. */
  public Account account(MemoryPart part, String owner) {
    return new Account(part, owner);
  }

  /** What is taken for one purpose. Thread-safe. */
  public final class Account implements AutoCloseable {

    private final MemoryPart part;
    private final String owner;

    /** Guarded by the pool. */
    private long bytes;

    private boolean isClosed;

    private Account(MemoryPart part, String owner) {
      this.part = part;
      this.owner = owner;
    }

    /**
     * Takes memory.
     *
     * @param more at least what something takes, in bytes
     * @return false if there is not as much, or the account is closed: then it has taken no more
     */
    public boolean take(long more) {
      return taken(this, more);
    }

    /**
     * Returns memory.
     *
     * @param less at most what it has taken, in bytes
     */
    public void giveBack(long less) {
      returned(this, less);
    }

    /** Takes memory in place of what it has taken; if there is not as much, it has nothing. */
    public boolean replace(long all) {
      giveBack(bytes());
      return take(all);
    }

    /** What it has taken, in bytes. */
    public long bytes() {
      return taken(this);
    }

    /** Returns what it has taken; it takes nothing afterwards. */
    @Override
    public void close() {
      closed(this);
    }
  }

  private synchronized boolean taken(Account account, long more) {
    MemoryPart part = account.part;
    Map<String, Long> owners = byOwner.computeIfAbsent(part, any -> new HashMap<>());
    long ofPart = taken.getOrDefault(part, 0L) + more;
    long ofOwner = owners.getOrDefault(account.owner, 0L) + more;
    if (account.isClosed || ofPart > part.of(heap) || ofOwner > part.ofOwner(heap)) {
      return false;
    }
    account.bytes += more;
    taken.put(part, ofPart);
    owners.put(account.owner, ofOwner);
    return true;
  }

  private synchronized long taken(Account account) {
    return account.bytes;
  }

  private synchronized void returned(Account account, long less) {
    if (account.isClosed || less == 0) {
      return;
    }
    account.bytes -= less;
    taken.merge(account.part, -less, Long::sum);
    byOwner
        .computeIfAbsent(account.part, any -> new HashMap<>())
        .computeIfPresent(
            account.owner, (owner, all) -> all == less ? null : Long.valueOf(all - less));
  }

  private synchronized void closed(Account account) {
    returned(account, account.bytes);
    account.isClosed = true;
  }
}
