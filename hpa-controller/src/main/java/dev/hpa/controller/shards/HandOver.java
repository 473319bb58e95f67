package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.ShardListener.Ended;
import dev.hpa.spi.KubernetesApiException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands shards over to other replicas: ends their reconciles, waits until their state is saved, and
 * releases their Leases. Used by the coordinator's thread.
 */
final class HandOver {

  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  private final OwnShards shards;
  private final String identity;
  private final ShardHost host;
  private final Timeline timeline;
  private boolean isOverShare;

  HandOver(OwnShards shards, String identity, ShardHost host, Timeline timeline) {
    this.shards = shards;
    this.identity = identity;
    this.host = host;
    this.timeline = timeline;
  }

  /** Whether this replica holds a shard for which another replica is ready. */
  boolean isOverShare() {
    return isOverShare;
  }

  /**
   * Stops shards that are planned for replicas whose caches are filled for them.
   *
   * @param isLeaving whether this replica hands over all shards
   * @param isForced whether it does not wait for replicas that fill their caches
   */
  void begin(Assignment assignment, boolean isLeaving, boolean isForced) {
    boolean isGiving = shards.any(OwnShard::isStopping);
    isOverShare = false;
    for (OwnShard own : shards.all()) {
      String taker = assignment.taker(own.shard);
      if (own.isStopping() && !isLeaving && !assignment.isLive(own.successor)) {
        resume(own);
      } else if (own.isStarted() && !taker.equals(identity)) {
        boolean isReady = assignment.isReady(taker, own.shard);
        isOverShare |= isReady;
        // One shard at a time, except at a shutdown, which does not wait for a taker forever.
        if (isLeaving ? isForced || taker.isEmpty() || isReady : !isGiving && isReady) {
          stop(own, taker);
          isGiving = true;
        }
      }
    }
  }

  private void stop(OwnShard own, String taker) {
    LOG.info(
        "shard {}: handing over to {}",
        own.shard.index(),
        taker.isEmpty() ? "any replica" : "\"" + taker + "\"");
    own.stop(taker, timeline.now());
    host.stop(own.shard);
  }

  private void resume(OwnShard own) {
    LOG.info("shard {}: not handed over, {} has ended", own.shard.index(), own.successor);
    own.start();
    host.start(own.shard);
  }

  /**
   * Releases the Leases of stopped shards. One that was deleted and is not created again yet is
   * released in a later step, or lost.
   */
  void end(boolean isLeaving) throws KubernetesApiException {
    for (OwnShard own : shards.all()) {
      if (!own.claim.isMine()) {
        continue;
      }
      if (isLeaving && own.isTaken()) {
        own.claim.release(Map.of());
        shards.ended(own, Ended.SHUTDOWN);
      } else if (own.isStopping() && host.isStopped(own.shard)) {
        own.claim.release(ShardLeases.naming(own.successor));
        shards.ended(own, isLeaving ? Ended.SHUTDOWN : Ended.REBALANCED);
      }
    }
  }
}
