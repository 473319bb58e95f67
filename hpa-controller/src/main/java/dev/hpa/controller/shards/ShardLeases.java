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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Leases of shards, as this replica observes them. Beside one Lease for each shard there are
 * one for each replica (member), and the Lease of the election without shards (guard), which all
 * replicas with shards hold together: it keeps a controller without shards from deciding.
 *
 * <p>Used by one thread, except {@link LeaseClaim#remaining}.
 */
final class ShardLeases {

  private static final Logger LOG = LoggerFactory.getLogger(ShardLeases.class);

  /** The holder of the guard. */
  static final String GROUP = "hpa-controller-shards";

  private static final String COUNT = "hpa.dev/shards";
  private static final String PREPARED = "hpa.dev/prepared";
  private static final String LEAVING = "hpa.dev/leaving";
  private static final String SUCCESSOR = "hpa.dev/successor";
  private static final int LONGEST_NAME = 253;
  private static final int CONFLICT = 409;

  /** Lease durations after which free Leases of another number of shards are deleted. */
  private static final int FORGOTTEN = 20;

  private final LeaseNamespace namespace;
  private final ShardOptions options;
  private final String identity;
  private final Timeline timeline;
  private final Pattern shardName;
  private final String memberPrefix;
  private final LeaseClaim guard;
  private final LeaseClaim self;
  private final String selfName;
  private final List<LeaseClaim> shards = new ArrayList<>();
  private final Map<Shard, LeaseClaim> others = new HashMap<>();
  private final Map<String, LeaseClaim> members = new HashMap<>();
  private Instant listed = Instant.MIN;
  private Instant guarded = Instant.MIN;
  private String guardVersion = "";
  private String published = "";

  ShardLeases(LeaseNamespace namespace, ShardOptions options, String identity, Timeline timeline) {
    this.namespace = namespace;
    this.options = options;
    this.identity = identity;
    this.timeline = timeline;
    String name = options.election().name();
    this.shardName = Pattern.compile(Pattern.quote(name) + "-shard-(\\d{1,4})-of-(\\d{1,4})");
    this.memberPrefix = name + "-member-";
    this.selfName = memberName(identity);
    this.guard = claim(name, GROUP);
    this.self = claim(selfName, identity);
    for (int i = 0; i < options.count(); i++) {
      shards.add(claim(name + "-shard-" + i + "-of-" + options.count(), identity));
    }
  }

  private LeaseClaim claim(String name, String holder) {
    return new LeaseClaim(
        namespace.lock(name), holder, options.election().leaseDuration(), timeline);
  }

  private String memberName(String member) {
    String name = memberPrefix + member.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    return name.length() > LONGEST_NAME ? name.substring(name.length() - LONGEST_NAME) : name;
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
    observeGuard(all.get(options.election().name()));
    self.observe(all.get(selfName));
    for (int i = 0; i < shards.size(); i++) {
      shards
          .get(i)
          .observe(all.get(options.election().name() + "-shard-" + i + "-of-" + options.count()));
    }
    observeOthers(all);
    observeMembers(all);
    listed = sent;
  }

  private void observeGuard(@Nullable Lease lease) {
    String version = version(lease);
    guard.observe(lease);
    if (lease != null && !version.equals(guardVersion)) {
      // Renewed after the list before this one, possibly by another replica.
      guarded = guard.isMine() ? latest(guarded, listed) : Instant.MIN;
      guardVersion = version;
    }
  }

  private static Instant latest(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private void observeOthers(Map<String, Lease> all) {
    Set<Shard> seen = new HashSet<>();
    all.forEach(
        (name, lease) -> {
          Shard shard = shardOf(name);
          if (shard != null && shard.count() != options.count()) {
            seen.add(shard);
            others.computeIfAbsent(shard, any -> claim(name, identity)).observe(lease);
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

  private void observeMembers(Map<String, Lease> all) {
    all.forEach(
        (name, lease) -> {
          if (name.startsWith(memberPrefix) && !name.equals(selfName)) {
            members.computeIfAbsent(name, any -> claim(name, lease.holder())).observe(lease);
          }
        });
    members.keySet().retainAll(all.keySet());
  }

  /**
   * Renews the Lease of this replica, or creates it; at once if what it publishes has changed.
   *
   * @param prepared the shards whose caches are filled and that this replica does not hold
   */
  void publish(Set<Integer> prepared, boolean isLeaving) throws KubernetesApiException {
    String text = prepared.stream().map(String::valueOf).collect(Collectors.joining(","));
    String now = text + (isLeaving ? "-" : "");
    boolean isDue = self.observed() == null || self.age().compareTo(renewalAge()) >= 0;
    if (!isDue && now.equals(published)) {
      return;
    }
    Map<String, String> annotations =
        Map.of(
            COUNT,
            String.valueOf(options.count()),
            PREPARED,
            text,
            LEAVING,
            isLeaving ? "true" : "");
    if (self.observed() == null) {
      self.create(annotations);
    } else {
      self.take(annotations);
    }
    published = now;
  }

  private Duration renewalAge() {
    return options.retryPeriod().multipliedBy(3).dividedBy(4);
  }

  /** Whether the Lease of this replica was renewed lately. */
  boolean isMember() {
    return self.isMine() && self.age().compareTo(options.election().renewDeadline()) < 0;
  }

  /** The other live replicas with the same number of shards, with the shards they are ready for. */
  Map<String, Set<Integer>> live() {
    Map<String, Set<Integer>> live = new TreeMap<>();
    for (LeaseClaim claim : members.values()) {
      Lease lease = claim.observed();
      if (lease != null
          && !lease.holder().isEmpty()
          && lease.annotation(COUNT).equals(String.valueOf(options.count()))
          && lease.annotation(LEAVING).isEmpty()
          && claim.age().compareTo(options.election().renewDeadline()) < 0) {
        live.put(lease.holder(), numbers(lease.annotation(PREPARED)));
      }
    }
    return live;
  }

  private static Set<Integer> numbers(String text) {
    Set<Integer> numbers = new HashSet<>();
    for (String each : text.split(",")) {
      if (each.matches("\\d{1,4}")) {
        numbers.add(Integer.parseInt(each));
      }
    }
    return numbers;
  }

  /**
   * Deletes the Leases of replicas that have ended without deleting their own, and unused ones of
   * another number of shards.
   */
  void deleteExpired() {
    Duration limit = options.election().leaseDuration().multipliedBy(2);
    members.values().forEach(claim -> deleteIfOlder(claim, limit));
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
    if (self.observed() != null) {
      self.delete();
    }
    boolean isLast =
        members.values().stream()
            .allMatch(each -> each.age().compareTo(options.election().renewDeadline()) >= 0);
    if (isLast && guard.isMine()) {
      guard.release(Map.of());
    }
  }

  /**
   * Renews or takes the guard for the replicas with shards.
   *
   * @return the other process that holds it; empty if the replicas with shards do
   */
  String guard() throws KubernetesApiException {
    Lease lease = guard.observed();
    boolean isFree =
        lease == null
            ? isGuarded() || guard.isExpired()
            : lease.holder().isEmpty() || guard.isExpired();
    if (!guard.isMine() && !isFree) {
      return lease == null ? "an unknown process" : lease.holder();
    }
    boolean isDue = guard.age().compareTo(renewalAge()) >= 0 || guarded.equals(Instant.MIN);
    if (!guard.isMine() || isDue) {
      renewGuard(lease == null);
    }
    return "";
  }

  /** Another replica may renew it at the same time. */
  private void renewGuard(boolean isAbsent) throws KubernetesApiException {
    Instant sent = timeline.now();
    try {
      if (isAbsent) {
        guard.create(Map.of());
      } else {
        guard.take();
      }
      guarded = sent;
      guardVersion = version(guard.observed());
    } catch (KubernetesApiException failure) {
      if (failure.code() != CONFLICT) {
        throw failure;
      }
    }
  }

  private static String version(@Nullable Lease lease) {
    return lease == null ? "" : String.valueOf(lease.metadata().resourceVersion());
  }

  /** Whether the replicas with shards hold the guard, for as long as writes of this one last. */
  boolean isGuarded() {
    return guardedUntil().isAfter(timeline.now());
  }

  Instant guardedUntil() {
    return guarded.equals(Instant.MIN) ? Instant.MIN : guarded.plus(options.writeTime());
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
