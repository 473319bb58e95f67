package dev.hpa.controller.shards;

import dev.hpa.controller.shards.ShardListener.Acquired;
import dev.hpa.kube.leader.LeaseClaim;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A shard from the point of view of this replica. Used by the coordinator's thread. */
final class OwnShard {

  final Shard shard;
  final LeaseClaim claim;

  /** Why the last renewal failed; empty if it did not. */
  volatile String problem = "";

  /** Who takes the shard that is being stopped; empty if no replica does. */
  String successor = "";

  /** When its reconciles were stopped for a hand-over; null if they were not. */
  @Nullable Instant stopped;

  /** From whom it was taken last. */
  Acquired acquired = Acquired.NEW;

  /** Time before which it is not taken. */
  Instant notBefore = Instant.MIN;

  private Phase phase = Phase.IDLE;
  private Instant since = Instant.MIN;

  private enum Phase {
    /** Held by another replica, or by none. */
    IDLE,
    /** Its caches are being filled or are filled. */
    PREPARING,
    /** Its Lease is taken. */
    TAKEN,
    /** Its autoscalers are reconciled. */
    STARTED,
    /** Its reconciles are ended for a hand-over. */
    STOPPING
  }

  OwnShard(Shard shard, LeaseClaim claim) {
    this.shard = shard;
    this.claim = claim;
  }

  boolean isHeld() {
    return isTaken() || isStarted() || isStopping();
  }

  boolean isTaken() {
    return phase == Phase.TAKEN;
  }

  boolean isPreparing() {
    return phase == Phase.PREPARING;
  }

  boolean isPrepared(ShardHost host) {
    return isPreparing() && host.isPrepared(shard);
  }

  boolean isStarted() {
    return phase == Phase.STARTED;
  }

  boolean isStopping() {
    return phase == Phase.STOPPING;
  }

  /** Whether it is about to change its holder. */
  boolean isMoving(Instant recently) {
    return isStopping() || isTaken() || (isPreparing() && since.isAfter(recently));
  }

  void prepare(Instant now) {
    phase = Phase.PREPARING;
    since = now;
  }

  void take() {
    phase = Phase.TAKEN;
  }

  void start() {
    phase = Phase.STARTED;
    successor = "";
    stopped = null;
  }

  void stop(String taker, Instant now) {
    phase = Phase.STOPPING;
    successor = taker;
    stopped = now;
  }

  void end() {
    phase = Phase.IDLE;
    successor = "";
    stopped = null;
  }
}
