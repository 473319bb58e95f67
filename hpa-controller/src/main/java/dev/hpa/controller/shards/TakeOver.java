package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.ShardListener.Acquired;
import dev.hpa.controller.shards.ShardListener.Ended;
import dev.hpa.kube.leader.Lease;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.spi.KubernetesApiException;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the shards that are planned for this replica, in three steps: their caches are filled;
 * their Leases are written; all Leases are read again, and a shard starts only if no Lease for
 * another number of shards overlaps with it. Of two replicas that take overlapping Leases at the
 * same time, at least one sees the other. Used by the coordinator's thread.
 */
final class TakeOver {

  private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

  private final OwnShards shards;
  private final ShardOptions options;
  private final String identity;
  private final ShardLeases leases;
  private final ShardHost host;
  private final Timeline timeline;
  private final DoubleSupplier random;

  /**
   * @param random random numbers from 0 to 1
   */
  TakeOver(
      OwnShards shards,
      ShardOptions options,
      String identity,
      ShardLeases leases,
      ShardHost host,
      Timeline timeline,
      DoubleSupplier random) {
    this.shards = shards;
    this.options = options;
    this.identity = identity;
    this.leases = leases;
    this.host = host;
    this.timeline = timeline;
    this.random = random;
  }

  /** Prepares the planned shards, takes those that are free, and starts those that are safe. */
  void run(Assignment assignment) throws KubernetesApiException {
    for (OwnShard own : shards.all()) {
      if (own.isHeld()) {
        continue;
      }
      if (isWanted(own, assignment)) {
        prepare(own);
        take(own, assignment);
      } else if (own.isPreparing()) {
        own.end();
        host.drop(own.shard);
      }
    }
    if (shards.any(OwnShard::isTaken)) {
      verify();
    }
  }

  private boolean isWanted(OwnShard own, Assignment assignment) {
    Lease lease = own.claim.observed();
    boolean isLeftToMe =
        lease != null
            && lease.holder().isEmpty()
            && ShardLeases.successor(own.claim).equals(identity);
    return isLeftToMe || assignment.taker(own.shard).equals(identity);
  }

  private void prepare(OwnShard own) {
    if (!own.isPreparing()) {
      own.prepare(timeline.now());
      host.prepare(own.shard);
    }
  }

  /** Another replica may be faster, so that a rejected write is no failure. */
  private void take(OwnShard own, Assignment assignment) {
    try {
      if (own.claim.observed() == null) {
        own.claim.createFree();
      } else if (host.isPrepared(own.shard)
          && isTakeable(own, assignment)
          && leases.guard().isHeld()
          && leases.isFreeOfOthers(own.shard)) {
        own.acquired = acquisition(own.claim);
        own.claim.take(ShardLeases.naming(""));
        own.take();
        shards.all().stream()
            .filter(OwnShard::isPreparing)
            .forEach(each -> each.prepare(timeline.now()));
      }
    } catch (KubernetesApiException failure) {
      LOG.debug("shard {}: lease not taken: {}", own.shard.index(), failure.text());
    }
  }

  private boolean isTakeable(OwnShard own, Assignment assignment) {
    LeaseClaim claim = own.claim;
    Lease lease = claim.observed();
    if (lease == null || timeline.now().isBefore(own.notBefore)) {
      return false;
    }
    if (!lease.wasHeld() || !lease.holder().isEmpty()) {
      return claim.isMine() || claim.isExpired();
    }
    String successor = ShardLeases.successor(claim);
    return successor.isEmpty()
        || successor.equals(identity)
        || !assignment.isLive(successor)
        || claim.age().compareTo(options.retryPeriod().multipliedBy(2)) > 0;
  }

  private static Acquired acquisition(LeaseClaim claim) {
    Lease lease = claim.observed();
    if (lease == null || !lease.wasHeld()) {
      return Acquired.NEW;
    }
    return lease.holder().isEmpty() ? Acquired.RELEASED : Acquired.EXPIRED;
  }

  /** Starts taken shards unless a replica with another number of shards has taken an overlap. */
  private void verify() throws KubernetesApiException {
    leases.refresh();
    for (OwnShard own : shards.all()) {
      if (!own.isTaken()) {
        continue;
      }
      if (!own.claim.isMine()) {
        shards.lost(own, "the lease was taken or deleted at once");
      } else if (leases.isFreeOfOthers(own.shard) && leases.guard().isHeld()) {
        shards.begin(own);
      } else {
        withdraw(own);
      }
    }
  }

  private void withdraw(OwnShard own) throws KubernetesApiException {
    LOG.info("shard {}: waiting for replicas with another number of shards", own.shard.index());
    own.claim.release(Map.of());
    shards.ended(own, Ended.CONFLICT);
    double factor = 0.5 + random.getAsDouble();
    own.notBefore = timeline.now().plusNanos((long) (options.retryPeriod().toNanos() * factor));
  }
}
