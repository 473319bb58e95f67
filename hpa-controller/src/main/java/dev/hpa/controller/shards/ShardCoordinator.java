package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.leader.LeaseNamespace;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes, keeps and hands over the shards of this replica. {@link #step} does what is due and
 * returns; one thread calls it, again after the returned time.
 *
 * <p>In each round it renews the Leases that it holds, reads all Leases, plans which replica should
 * hold which shard ({@link ShardPlan}), hands over what is planned for others ({@link HandOver}),
 * and takes what is planned for itself ({@link TakeOver}).
 */
public final class ShardCoordinator {

  private static final Logger LOG = LoggerFactory.getLogger(ShardCoordinator.class);

  /** Time between two steps while a hand-over is in progress: it bounds the time without holder. */
  private static final Duration FAST = Duration.ofMillis(200);

  private static final Duration SHORTEST = Duration.ofMillis(1);

  /** How long a prepared replica expects the hand-over with fast steps. */
  private static final Duration EXPECTED = Duration.ofSeconds(10);

  private final ShardOptions options;
  private final String identity;
  private final Timeline timeline;
  private final ShardLeases leases;
  private final OwnShards shards;
  private final HandOver handOver;
  private final TakeOver takeOver;
  private final OutageLog outages;
  private Instant nextRound = Instant.MIN;
  private volatile Map<String, Set<Integer>> others = Map.of();
  private volatile Instant lastPart;
  private volatile boolean leaving;
  private volatile boolean left;
  private volatile boolean isForced;

  /**
   * @param identity unique among all processes and runs
   * @param parallel runs tasks and returns when all have ended; they do not depend on each other
   * @param random random numbers from 0 to 1
   */
  public ShardCoordinator(
      LeaseNamespace namespace,
      ShardOptions options,
      String identity,
      Timeline timeline,
      ShardHost host,
      ShardAccess access,
      ShardListener listener,
      Consumer<List<Runnable>> parallel,
      DoubleSupplier random) {
    this.options = options;
    this.identity = identity;
    this.timeline = timeline;
    this.leases = new ShardLeases(namespace, options, identity, timeline);
    this.shards = new OwnShards(options, timeline, leases, host, access, listener, parallel);
    this.handOver = new HandOver(shards, identity, host, timeline);
    this.takeOver = new TakeOver(shards, options, identity, leases, host, timeline, random);
    this.outages = new OutageLog(LOG, "shards", timeline::now);
    this.lastPart = timeline.now();
  }

  /** Begins to hand over all shards; {@link #hasLeft} reports the end. Thread-safe. */
  public void leave() {
    leaving = true;
  }

  /** Hands over without waiting for replicas that fill their caches. Thread-safe. */
  public void hurry() {
    isForced = true;
  }

  /** Whether this replica holds no shard and has deleted its Lease. */
  public boolean hasLeft() {
    return left;
  }

  /** The number of live replicas with the same number of shards, with this one. Thread-safe. */
  public int members() {
    return others.size() + 1;
  }

  /**
   * Time since this replica last renewed its own Lease and read those of the others, without which
   * it takes no shard. Thread-safe.
   */
  public Duration apartFor() {
    return Duration.between(lastPart, timeline.now());
  }

  /** Does what is due; returns the time until the next step. */
  public Duration step() {
    Instant now = timeline.now();
    boolean isRound = !now.isBefore(nextRound);
    if (isRound) {
      nextRound = now.plus(options.retryPeriod());
      shards.renew();
    }
    if (isRound || needsFastSteps()) {
      try {
        leases.refresh();
        coordinate(isRound, leaving);
        outages.over();
      } catch (KubernetesApiException failure) {
        outages.met("leases: " + failure.text());
      }
    }
    shards.endOverdue();
    return needsFastSteps() ? FAST : untilNextRound();
  }

  private Duration untilNextRound() {
    Duration left = Duration.between(timeline.now(), nextRound);
    return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
  }

  private boolean needsFastSteps() {
    Instant recently = timeline.now().minus(EXPECTED);
    return leaving || handOver.isOverShare() || shards.any(each -> each.isMoving(recently));
  }

  private void coordinate(boolean isRound, boolean isLeaving) throws KubernetesApiException {
    holdGuard();
    shards.repair();
    leases.members().publish(shards.prepared(), isLeaving);
    shards.allowWrites();
    if (leases.members().isMember()) {
      lastPart = timeline.now();
    }
    Assignment assignment = assignment(isLeaving);
    handOver.begin(assignment, isLeaving, isForced);
    handOver.end(isLeaving);
    if (!isLeaving) {
      takeOver.run(assignment);
    }
    if (isRound) {
      leases.deleteExpired();
    }
    if (isLeaving && !left && !shards.any(OwnShard::isHeld)) {
      leases.leave();
      left = true;
    }
  }

  private void holdGuard() throws KubernetesApiException {
    String holder = leases.guard().hold();
    if (!holder.isEmpty() && !leases.guard().isHeld()) {
      LOG.debug("lease {} is held by {}", options.election().name(), holder);
      shards.loseAll("lease " + options.election().name() + " is held by \"" + holder + "\"");
    }
  }

  private Assignment assignment(boolean isLeaving) {
    others = leases.members().live();
    Set<String> members = new TreeSet<>(others.keySet());
    if (!isLeaving && leases.members().isMember()) {
      members.add(identity);
    }
    return new Assignment(ShardPlan.of(members, shards.holders(), options.count()), others);
  }
}
