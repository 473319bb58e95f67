package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.ShardListener.Ended;
import dev.hpa.kube.leader.Lease;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All shards from the point of view of this replica. Renews the Leases of held ones, bounds their
 * writes, and ends them. Used by the coordinator's thread.
 */
final class OwnShards {

  private static final Logger LOG = LoggerFactory.getLogger(OwnShards.class);

  private final ShardOptions options;
  private final Timeline timeline;
  private final ShardLeases leases;
  private final ShardHost host;
  private final ShardAccess access;
  private final ShardListener listener;
  private final Consumer<List<Runnable>> parallel;
  private final List<OwnShard> shards = new ArrayList<>();

  /**
   * @param parallel runs tasks and returns when all have ended; they do not depend on each other
   */
  OwnShards(
      ShardOptions options,
      Timeline timeline,
      ShardLeases leases,
      ShardHost host,
      ShardAccess access,
      ShardListener listener,
      Consumer<List<Runnable>> parallel) {
    this.options = options;
    this.timeline = timeline;
    this.leases = leases;
    this.host = host;
    this.access = access;
    this.listener = listener;
    this.parallel = parallel;
    for (int i = 0; i < options.count(); i++) {
      Shard shard = new Shard(i, options.count());
      shards.add(new OwnShard(shard, leases.shard(shard)));
    }
  }

  /** By index. */
  List<OwnShard> all() {
    return shards;
  }

  boolean any(Predicate<OwnShard> condition) {
    return shards.stream().anyMatch(condition);
  }

  /** Renews the Leases of held shards, before anything that may take long. */
  void renew() {
    List<Runnable> renewals = new ArrayList<>();
    for (OwnShard each : shards) {
      if (each.isHeld()) {
        renewals.add(() -> renew(each));
      }
    }
    parallel.accept(renewals);
    allowWrites();
  }

  /**
   * A Lease whose time is over is not renewed, even if it is unchanged: a replica with another
   * number of shards may have found it expired.
   */
  private static void renew(OwnShard own) {
    if (!own.claim.remaining().isPositive() || !own.claim.isMine()) {
      return;
    }
    try {
      own.claim.take();
      own.problem = "";
    } catch (KubernetesApiException failure) {
      own.problem = failure.text();
    }
  }

  /** Bounds the writes of all shards by their Leases and by the guard. */
  void allowWrites() {
    shards.forEach(this::allowWrites);
  }

  private void allowWrites(OwnShard own) {
    Instant renewed = own.claim.renewed();
    Instant until =
        renewed == null || !(own.isStarted() || own.isStopping())
            ? Instant.MIN
            : earliest(renewed.plus(options.writeTime()), leases.guard().heldUntil());
    access.writableUntil(own.shard, until);
  }

  private static Instant earliest(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /** Repairs the Leases that could not be renewed, if they are still those of this replica. */
  void repair() {
    shards.stream().filter(OwnShard::isHeld).forEach(this::repair);
  }

  private void repair(OwnShard own) {
    Lease lease = own.claim.observed();
    boolean isInTime = own.claim.remaining().isPositive();
    try {
      if (lease == null && isInTime) {
        LOG.warn("shard {}: its lease was deleted; creating it again", own.shard.index());
        own.claim.create(Map.of());
      } else if (lease != null && !lease.wasHeld() && isInTime) {
        // Deleted, and created again by a replica that waits until it is safe to take it.
        own.claim.take();
      } else if (lease == null || !own.claim.isMine()) {
        String holder = lease == null ? "" : lease.holder();
        lost(own, "the lease is held by \"" + holder + "\"");
      } else if (!own.problem.isEmpty() && isInTime) {
        own.claim.take();
        own.problem = "";
      }
    } catch (KubernetesApiException failure) {
      own.problem = failure.text();
    }
  }

  /** Begins the reconciles of a shard whose Lease was taken. */
  void begin(OwnShard own) {
    own.start();
    allowWrites(own);
    host.start(own.shard);
    LOG.info("shard {}: successfully acquired its lease", own.shard.index());
    listener.acquired(own.shard, own.acquired, Objects.requireNonNull(own.claim.observed()));
  }

  /** Gives up the shards whose Leases were not renewed in time. */
  void endOverdue() {
    Duration deadline = options.election().renewDeadline();
    for (OwnShard own : shards) {
      Instant renewed = own.claim.renewed();
      if (own.isHeld()
          && (renewed == null
              || Duration.between(renewed, timeline.now()).compareTo(deadline) >= 0)) {
        lost(own, "not renewed in time" + (own.problem.isEmpty() ? "" : ": " + own.problem));
      }
    }
  }

  /** Gives up all held shards, whose Leases stay as they are. */
  void loseAll(String why) {
    shards.stream().filter(OwnShard::isHeld).forEach(own -> lost(own, why));
  }

  /** Gives up a shard, whose Lease stays as it is. */
  void lost(OwnShard own, String why) {
    LOG.error("shard {}: leader election lost: {}", own.shard.index(), why);
    own.claim.abandon();
    ended(own, Ended.LOST);
  }

  /** Drops a shard whose Lease this replica does not hold any more. */
  void ended(OwnShard own, Ended reason) {
    Duration took =
        own.stopped == null ? Duration.ZERO : Duration.between(own.stopped, timeline.now());
    access.close(own.shard);
    access.writableUntil(own.shard, Instant.MIN);
    own.end();
    host.drop(own.shard);
    listener.ended(own.shard, reason, took);
  }

  /** The shards whose caches are filled and that this replica does not hold. */
  Set<Integer> prepared() {
    Set<Integer> prepared = new TreeSet<>();
    for (OwnShard own : shards) {
      if (own.isPrepared(host)) {
        prepared.add(own.shard.index());
      }
    }
    return prepared;
  }

  /** The replicas that hold shards, or to which they are being handed over. */
  Map<Integer, String> holders() {
    Map<Integer, String> holders = new TreeMap<>();
    for (OwnShard own : shards) {
      Lease lease = own.claim.observed();
      if (lease != null && !lease.holder().isEmpty()) {
        holders.put(own.shard.index(), lease.holder());
      } else if (lease != null && !ShardLeases.successor(own.claim).isEmpty()) {
        holders.put(own.shard.index(), ShardLeases.successor(own.claim));
      }
    }
    return holders;
  }
}
