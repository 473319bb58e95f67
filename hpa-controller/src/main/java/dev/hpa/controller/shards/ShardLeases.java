package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.leader.Lease;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.kube.leader.LeaseNamespace;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Leases of shards, of this and of other numbers of shards, as this replica observes them,
 * together with the Leases of the replicas and the guard.
 *
 * <p>Used by one thread, except {@link LeaseClaim#remaining}.
 */
final class ShardLeases {

  private static final Logger LOG = LoggerFactory.getLogger(ShardLeases.class);

  private static final String SUCCESSOR = "hpa.dev/successor";

  /** Lease durations after which free Leases of another number of shards are deleted. */
  private static final int FORGOTTEN = 20;

  private final LeaseNamespace namespace;
  private final LeaseClaims claims;
  private final ShardOptions options;
  private final String identity;
  private final Timeline timeline;
  private final Pattern shardName;
  private final GuardLease guard;
  private final MemberLeases members;
  private final List<LeaseClaim> shards = new ArrayList<>();
  private final Map<Shard, LeaseClaim> others = new HashMap<>();
  private Instant listed = Instant.MIN;

  ShardLeases(LeaseNamespace namespace, ShardOptions options, String identity, Timeline timeline) {
    this.namespace = namespace;
    this.options = options;
    this.identity = identity;
    this.timeline = timeline;
    this.claims = new LeaseClaims(namespace, options, timeline);
    this.shardName =
        Pattern.compile(
            Pattern.quote(options.election().name()) + "-shard-(\\d{1,4})-of-(\\d{1,4})");
    this.guard = new GuardLease(claims);
    this.members = new MemberLeases(claims, identity);
    for (int i = 0; i < options.count(); i++) {
      shards.add(claims.of(name(i), identity));
    }
  }

  private String name(int index) {
    return options.election().name() + "-shard-" + index + "-of-" + options.count();
  }

  /** The Lease of the election without shards. */
  GuardLease guard() {
    return guard;
  }

  /** The Leases of replicas. */
  MemberLeases members() {
    return members;
  }

  LeaseClaim shard(Shard shard) {
    return shards.get(shard.index());
  }

  /** The replica that a released Lease names as its next holder; empty for none. */
  static String successor(LeaseClaim claim) {
    Lease lease = claim.observed();
    return lease == null ? "" : lease.annotation(SUCCESSOR);
  }

  /** The annotations of a Lease that is released for a successor, or taken by one (empty). */
  static Map<String, String> naming(String successor) {
    return Map.of(SUCCESSOR, successor);
  }

  /** Observes all Leases. */
  void refresh() throws KubernetesApiException {
    Instant sent = timeline.now();
    Map<String, Lease> all = new HashMap<>();
    namespace.list().forEach(lease -> all.put(lease.name(), lease));
    guard.observe(all.get(options.election().name()), listed);
    members.observe(all);
    for (int i = 0; i < shards.size(); i++) {
      shards.get(i).observe(all.get(name(i)));
    }
    observeOthers(all);
    listed = sent;
  }

  private void observeOthers(Map<String, Lease> all) {
    Set<Shard> seen = new HashSet<>();
    all.forEach(
        (name, lease) -> {
          Shard shard = shardOf(name);
          if (shard != null && shard.count() != options.count()) {
            seen.add(shard);
            others.computeIfAbsent(shard, any -> claims.of(name, identity)).observe(lease);
          }
        });
    others.forEach(
        (shard, claim) -> {
          if (!seen.contains(shard)) {
            claim.observe(null);
          }
        });
    others.values().removeIf(claim -> claim.observed() == null && claim.isExpired());
  }

  private @Nullable Shard shardOf(String name) {
    Matcher matcher = shardName.matcher(name);
    if (!matcher.matches()) {
      return null;
    }
    int index = Integer.parseInt(matcher.group(1));
    int count = Integer.parseInt(matcher.group(2));
    return index < count ? new Shard(index, count) : null;
  }

  /**
   * Deletes the Leases of replicas that have ended without deleting their own, and unused ones of
   * another number of shards.
   */
  void deleteExpired() {
    Duration limit = options.election().leaseDuration().multipliedBy(2);
    members.others().forEach(claim -> deleteIfOlder(claim, limit));
    for (LeaseClaim claim : others.values()) {
      Lease lease = claim.observed();
      if (lease != null && lease.holder().isEmpty()) {
        deleteIfOlder(claim, options.election().leaseDuration().multipliedBy(FORGOTTEN));
      }
    }
  }

  private static void deleteIfOlder(LeaseClaim claim, Duration limit) {
    if (claim.observed() != null && claim.age().compareTo(limit) > 0) {
      try {
        claim.delete();
      } catch (KubernetesApiException failure) {
        LOG.debug("lease not deleted: {}", failure.text());
      }
    }
  }

  /** Deletes the Lease of this replica, and releases the guard if it is the last one. */
  void leave() throws KubernetesApiException {
    if (members.leave()) {
      guard.release();
    }
  }

  /**
   * Frees the expired Leases of another number of shards that overlap with a shard, so that their
   * holders cannot renew them.
   *
   * @return whether none of them is held any more
   */
  boolean isFreeOfOthers(Shard shard) throws KubernetesApiException {
    boolean isFree = true;
    for (Map.Entry<Shard, LeaseClaim> each : others.entrySet()) {
      LeaseClaim claim = each.getValue();
      Lease lease = claim.observed();
      boolean isIdle =
          lease != null && lease.holder().isEmpty() && (lease.wasHeld() || claim.isExpired());
      if (!each.getKey().overlaps(shard) || isIdle) {
        continue;
      }
      if (lease != null && !lease.holder().isEmpty() && claim.isExpired()) {
        claim.release(Map.of());
      } else {
        isFree = false;
      }
    }
    return isFree;
  }
}
