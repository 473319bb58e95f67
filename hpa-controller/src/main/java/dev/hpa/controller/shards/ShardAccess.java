package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.WriteFence;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What this replica may do in which namespace: keep objects (scope), begin reconciles (open), and
 * write (until the Lease of the shard may be taken by another replica). Thread-safe.
 */
public final class ShardAccess implements NamespaceAccess {

  /** How long a hand-over waits for running reconciles before it ends their writes. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private final Timeline timeline;
  private final Slot[] slots;

  /**
   * @param count the number of shards
   */
  public ShardAccess(int count, Timeline timeline) {
    this.timeline = timeline;
    this.slots = new Slot[count];
    for (int i = 0; i < count; i++) {
      slots[i] = new Slot();
    }
  }

  /** The state of a shard. */
  private static final class Slot {
    private final AtomicInteger reconciles = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private volatile boolean inScope;
    private volatile boolean open;
    private volatile boolean rejecting;
    private volatile Instant writable = Instant.MIN;
    private volatile @Nullable Instant draining;
  }

  private Slot slot(String namespace) {
    return slots[Shard.of(namespace, slots.length).index()];
  }

  private Slot slot(Shard shard) {
    return slots[shard.index()];
  }

  @Override
  public NamespaceScope scope() {
    return namespace -> namespace.isEmpty() || slot(namespace).inScope;
  }

  @Override
  public boolean enter(String namespace) {
    Slot slot = slot(namespace);
    slot.reconciles.incrementAndGet();
    if (slot.open) {
      return true;
    }
    slot.reconciles.decrementAndGet();
    return false;
  }

  @Override
  public void leave(String namespace) {
    slot(namespace).reconciles.decrementAndGet();
  }

  /** Whether reconciles of a namespace begin. */
  public boolean isOpen(String namespace) {
    return slot(namespace).open;
  }

  /** The shards that are open, by index. */
  public Set<Integer> open() {
    Set<Integer> open = new TreeSet<>();
    for (int i = 0; i < slots.length; i++) {
      if (slots[i].open) {
        open.add(i);
      }
    }
    return open;
  }

  /** Adds the namespaces of a shard to those whose objects are kept, or removes them. */
  public void keep(Shard shard, boolean kept) {
    slot(shard).inScope = kept;
  }

  /** Begins reconciles of a shard. */
  public void open(Shard shard) {
    Slot slot = slot(shard);
    slot.draining = null;
    slot.rejecting = false;
    slot.open = true;
  }

  /** Ends reconciles of a shard: none begins from now on. */
  public void close(Shard shard) {
    slot(shard).open = false;
  }

  /** Ends reconciles of a shard before a hand-over. */
  public void drain(Shard shard) {
    slot(shard).draining = timeline.now();
    close(shard);
  }

  /**
   * Whether nothing of a shard is written any more since {@link #drain}: its reconciles have ended;
   * or they have not in time, their writes are rejected from now on, and none is in flight.
   */
  public boolean isDrained(Shard shard) {
    Slot slot = slot(shard);
    Instant since = slot.draining;
    if (since == null || slot.open) {
      return false;
    }
    if (slot.reconciles.get() > 0 && timeline.now().isBefore(since.plus(GRACE))) {
      return false;
    }
    slot.rejecting = true;
    return slot.writes.get() == 0;
  }

  /** Allows writes of a shard until a time of the timeline; {@link Instant#MIN} for none. */
  void writableUntil(Shard shard, Instant until) {
    slot(shard).writable = until;
  }

  /** Open until the Lease is released, thus also after {@link #isDrained}. */
  @Override
  public WriteFence fence(Shard shard) {
    Slot slot = slot(shard);
    return namespace -> remaining(slot.writable);
  }

  private Duration remaining(Instant until) {
    return until.equals(Instant.MIN) ? Duration.ZERO : Duration.between(timeline.now(), until);
  }

  /** Objects without a namespace may be written while this replica may write in any. */
  @Override
  public Duration remaining(String namespace) {
    if (!namespace.isEmpty()) {
      Slot slot = slot(namespace);
      return slot.rejecting ? Duration.ZERO : remaining(slot.writable);
    }
    Instant latest = Instant.MIN;
    for (Slot slot : slots) {
      latest = slot.writable.isAfter(latest) ? slot.writable : latest;
    }
    return remaining(latest);
  }

  @Override
  public void begin(String namespace) {
    if (!namespace.isEmpty()) {
      slot(namespace).writes.incrementAndGet();
    }
  }

  @Override
  public void end(String namespace) {
    if (!namespace.isEmpty()) {
      slot(namespace).writes.decrementAndGet();
    }
  }
}
