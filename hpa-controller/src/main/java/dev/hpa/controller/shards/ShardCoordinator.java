package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.ShardListener.Acquired;
import dev.hpa.controller.shards.ShardListener.Ended;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.leader.Lease;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.kube.leader.LeaseNamespace;
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
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes, keeps and hands over the shards of this replica. {@link #step} does what is due and
 * returns; one thread calls it, again after the returned time.
 *
 * <p>A shard is taken in three steps: its caches are filled; its Lease is written; all Leases are
 * read again, and the shard starts only if no Lease for another number of shards overlaps with it.
 * Of two replicas that take overlapping Leases at the same time, at least one sees the other.
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
  private final ShardHost host;
  private final ShardGate gate;
  private final ShardListener listener;
  private final Consumer<List<Runnable>> parallel;
  private final DoubleSupplier random;
  private final OutageLog outages;
  private final List<OwnShard> shards = new ArrayList<>();
  private Instant nextRound = Instant.MIN;
  private volatile Map<String, Set<Integer>> others = Map.of();
  private Map<Integer, String> plan = Map.of();
  private boolean isOverShare;
  private volatile boolean leaving;
  private volatile boolean left;
  private volatile boolean hurried;

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
      ShardGate gate,
      ShardListener listener,
      Consumer<List<Runnable>> parallel,
      DoubleSupplier random) {
    this.options = options;
    this.identity = identity;
    this.timeline = timeline;
    this.leases = new ShardLeases(namespace, options, identity, timeline);
    this.host = host;
    this.gate = gate;
    this.listener = listener;
    this.parallel = parallel;
    this.random = random;
    this.outages = new OutageLog(LOG, "shards", timeline::now);
    for (int i = 0; i < options.count(); i++) {
      Shard shard = new Shard(i, options.count());
      shards.add(new OwnShard(shard, leases.shard(shard)));
    }
  }

  /** Begins to hand over all shards; {@link #hasLeft} reports the end. Thread-safe. */
  public void leave() {
    leaving = true;
  }

  /** Hands over without waiting for replicas that fill their caches. Thread-safe. */
  public void hurry() {
    hurried = true;
  }

  /** Whether this replica holds no shard and has deleted its Lease. */
  public boolean hasLeft() {
    return left;
  }

  /** The number of live replicas with the same number of shards, with this one. Thread-safe. */
  public int members() {
    return others.size() + 1;
  }

  /** Does what is due; returns the time until the next step. */
  public Duration step() {
    Instant now = timeline.now();
    boolean isRound = !now.isBefore(nextRound);
    if (isRound) {
      nextRound = now.plus(options.retryPeriod());
      renew();
    }
    if (isRound || needsFastSteps()) {
      try {
        leases.refresh();
        coordinate(isRound);
        outages.over();
      } catch (KubernetesApiException failure) {
        outages.met("leases: " + failure.text());
      }
    }
    endOverdue();
    return needsFastSteps() ? FAST : untilNextRound();
  }

  private Duration untilNextRound() {
    Duration left = Duration.between(timeline.now(), nextRound);
    return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
  }

  private boolean needsFastSteps() {
    Instant recently = timeline.now().minus(EXPECTED);
    return leaving || isOverShare || shards.stream().anyMatch(each -> each.isMoving(recently));
  }

  /** Renews the Leases of held shards, before anything that may take long. */
  private void renew() {
    List<Runnable> renewals = new ArrayList<>();
    for (OwnShard each : shards) {
      if (each.isHeld()) {
        renewals.add(() -> renew(each));
      }
    }
    parallel.accept(renewals);
    shards.forEach(this::allowWrites);
  }

  /**
   * A Lease whose time is over is not renewed, even if it is unchanged: a replica with another
   * number of shards may have found it expired.
   */
  private void renew(OwnShard own) {
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

  private void allowWrites(OwnShard own) {
    Instant renewed = own.claim.renewed();
    Instant until =
        renewed == null || !(own.isStarted() || own.isStopping())
            ? Instant.MIN
            : earliest(renewed.plus(options.writeTime()), leases.guardedUntil());
    gate.writableUntil(own.shard, until);
  }

  private static Instant earliest(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /** Gives up the shards whose Leases were not renewed in time. */
  private void endOverdue() {
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

  private void coordinate(boolean isRound) throws KubernetesApiException {
    String holder = leases.guard();
    if (!holder.isEmpty() && !leases.isGuarded()) {
      LOG.debug("lease {} is held by {}", options.election().name(), holder);
      for (OwnShard own : shards) {
        if (own.isHeld()) {
          lost(own, "lease " + options.election().name() + " is held by \"" + holder + "\"");
        }
      }
    }
    shards.forEach(this::checkHeld);
    leases.publish(prepared(), leaving);
    shards.forEach(this::allowWrites);
    others = leases.live();
    plan = ShardPlan.of(members(leases.isMember() && !leaving), holders(), options.count());
    giveBack();
    endStopped();
    if (!leaving) {
      prepareAndTake();
    }
    if (isRound) {
      leases.deleteExpired();
    }
    if (leaving && !left && shards.stream().noneMatch(OwnShard::isHeld)) {
      leases.leave();
      left = true;
    }
  }

  private Set<String> members(boolean withSelf) {
    Set<String> members = new TreeSet<>(others.keySet());
    if (withSelf) {
      members.add(identity);
    }
    return members;
  }

  private Map<Integer, String> holders() {
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

  private Set<Integer> prepared() {
    Set<Integer> prepared = new TreeSet<>();
    for (OwnShard own : shards) {
      if (own.isPrepared(host)) {
        prepared.add(own.shard.index());
      }
    }
    return prepared;
  }

  /** Repairs the Leases that could not be renewed, if they are still those of this replica. */
  private void checkHeld(OwnShard own) {
    if (!own.isHeld()) {
      return;
    }
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

  /** Stops shards that are planned for replicas whose caches are filled for them. */
  private void giveBack() {
    boolean isGiving = shards.stream().anyMatch(OwnShard::isStopping);
    isOverShare = false;
    for (OwnShard own : shards) {
      String taker = plan.getOrDefault(own.shard.index(), "");
      if (own.isStopping() && !leaving && !others.containsKey(own.successor)) {
        resume(own);
      } else if (own.isStarted() && !taker.equals(identity)) {
        isOverShare |= isReady(taker, own.shard);
        if (mayStop(own.shard, taker, isGiving)) {
          stop(own, taker);
          isGiving = true;
        }
      }
    }
  }

  /** One shard at a time, except at a shutdown, which does not wait for a taker forever. */
  private boolean mayStop(Shard shard, String taker, boolean isGiving) {
    return leaving
        ? hurried || taker.isEmpty() || isReady(taker, shard)
        : !isGiving && isReady(taker, shard);
  }

  private void stop(OwnShard own, String taker) {
    LOG.info(
        "shard {}: handing over to {}",
        own.shard.index(),
        taker.isEmpty() ? "any replica" : "\"" + taker + "\"");
    own.stop(taker, timeline.now());
    host.stop(own.shard);
  }

  private boolean isReady(String taker, Shard shard) {
    return others.getOrDefault(taker, Set.of()).contains(shard.index());
  }

  private void resume(OwnShard own) {
    LOG.info("shard {}: not handed over, {} has ended", own.shard.index(), own.successor);
    own.start();
    host.resume(own.shard);
  }

  /** Releases the Leases of stopped shards. */
  private void endStopped() throws KubernetesApiException {
    for (OwnShard own : shards) {
      if (leaving && own.isTaken()) {
        own.claim.release(Map.of());
        ended(own, Ended.SHUTDOWN);
      } else if (own.isStopping() && host.isStopped(own.shard)) {
        own.claim.release(ShardLeases.naming(own.successor));
        ended(own, leaving ? Ended.SHUTDOWN : Ended.REBALANCED);
      }
    }
  }

  private void lost(OwnShard own, String why) {
    LOG.error("shard {}: leader election lost: {}", own.shard.index(), why);
    own.claim.abandon();
    ended(own, Ended.LOST);
  }

  private void ended(OwnShard own, Ended reason) {
    Duration took =
        own.stopped == null ? Duration.ZERO : Duration.between(own.stopped, timeline.now());
    gate.close(own.shard);
    gate.writableUntil(own.shard, Instant.MIN);
    own.end();
    host.drop(own.shard);
    listener.ended(own.shard, reason, took);
  }

  private void prepareAndTake() throws KubernetesApiException {
    for (OwnShard own : shards) {
      if (own.isHeld()) {
        continue;
      }
      if (isWanted(own)) {
        prepare(own);
        take(own);
      } else if (own.isPreparing()) {
        own.end();
        host.drop(own.shard);
      }
    }
    if (shards.stream().anyMatch(OwnShard::isTaken)) {
      verify();
    }
  }

  private void prepare(OwnShard own) {
    if (!own.isPreparing()) {
      own.prepare(timeline.now());
      host.prepare(own.shard);
    }
  }

  /** Another replica may be faster, so that a rejected write is no failure. */
  private void take(OwnShard own) {
    try {
      if (own.claim.observed() == null) {
        own.claim.createFree();
      } else if (host.isPrepared(own.shard)
          && isTakeable(own)
          && leases.isGuarded()
          && leases.isFreeOfOthers(own.shard)) {
        own.acquired = acquisition(own.claim);
        own.claim.take(ShardLeases.naming(""));
        own.take();
        shards.stream().filter(OwnShard::isPreparing).forEach(each -> each.prepare(timeline.now()));
      }
    } catch (KubernetesApiException failure) {
      LOG.debug("shard {}: lease not taken: {}", own.shard.index(), failure.text());
    }
  }

  private boolean isWanted(OwnShard own) {
    Lease lease = own.claim.observed();
    boolean isLeftToMe =
        lease != null
            && lease.holder().isEmpty()
            && ShardLeases.successor(own.claim).equals(identity);
    return isLeftToMe || identity.equals(plan.get(own.shard.index()));
  }

  private boolean isTakeable(OwnShard own) {
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
        || !others.containsKey(successor)
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
    for (OwnShard own : shards) {
      if (!own.isTaken()) {
        continue;
      }
      if (!own.claim.isMine()) {
        lost(own, "the lease was taken or deleted at once");
      } else if (leases.isFreeOfOthers(own.shard) && leases.isGuarded()) {
        begin(own);
      } else {
        withdraw(own);
      }
    }
  }

  private void begin(OwnShard own) {
    own.start();
    allowWrites(own);
    host.start(own.shard);
    LOG.info("shard {}: successfully acquired its lease", own.shard.index());
    listener.acquired(own.shard, own.acquired, Objects.requireNonNull(own.claim.observed()));
  }

  private void withdraw(OwnShard own) throws KubernetesApiException {
    LOG.info("shard {}: waiting for replicas with another number of shards", own.shard.index());
    own.claim.release(Map.of());
    ended(own, Ended.CONFLICT);
    double factor = 0.5 + random.getAsDouble();
    own.notBefore = timeline.now().plusNanos((long) (options.retryPeriod().toNanos() * factor));
  }
}
