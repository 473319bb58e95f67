package dev.hpa.controller.shards;

import dev.hpa.kube.leader.Lease;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApiException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The Leases of replicas (members), one for each, which show that they are alive and for which
 * shards they are ready. Used by one thread.
 */
final class MemberLeases {

  private static final String COUNT = "hpa.dev/shards";
  private static final String PREPARED = "hpa.dev/prepared";
  private static final String LEAVING = "hpa.dev/leaving";

  private final LeaseClaims claims;
  private final ShardOptions options;
  private final String prefix;
  private final String ownName;
  private final LeaseClaim own;
  private final Map<String, LeaseClaim> others = new HashMap<>();
  private String published = "";

  MemberLeases(LeaseClaims claims, String identity) {
    this.claims = claims;
    this.options = claims.options();
    this.prefix = options.election().name() + "-member-";
    this.ownName = name(identity);
    this.own = claims.of(ownName, identity);
  }

  private String name(String member) {
    String suffix = member.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    int room = Math.max(1, Limit.NAME_CHARS.asInt() - prefix.length());
    // The end of an identity is a UUID.
    return prefix + suffix.substring(Math.max(0, suffix.length() - room));
  }

  /** Notes the current Leases, by name. */
  void observe(Map<String, Lease> all) {
    own.observe(all.get(ownName));
    all.forEach(
        (name, lease) -> {
          if (isOther(name, lease.holder())) {
            others.computeIfAbsent(name, any -> claims.of(name, lease.holder())).observe(lease);
          }
        });
    others.keySet().retainAll(all.keySet());
  }

  /** The Leases of another election may have the prefix, too: its name may begin with it. */
  private boolean isOther(String name, String holder) {
    return name.startsWith(prefix) && !name.equals(ownName) && name.equals(name(holder));
  }

  /**
   * Renews the Lease of this replica, or creates it; at once if what it publishes has changed.
   *
   * @param prepared the shards whose caches are filled and that this replica does not hold
   */
  void publish(Set<Integer> prepared, boolean isLeaving) throws KubernetesApiException {
    String text = prepared.stream().map(String::valueOf).collect(Collectors.joining(","));
    String now = text + (isLeaving ? "-" : "");
    boolean isDue = own.observed() == null || own.age().compareTo(options.renewalAge()) >= 0;
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
    if (own.observed() == null) {
      own.create(annotations);
    } else {
      own.take(annotations);
    }
    published = now;
  }

  /** Whether the Lease of this replica was renewed lately. */
  boolean isMember() {
    return own.isMine() && isAlive(own);
  }

  /** The other live replicas with the same number of shards, with the shards they are ready for. */
  Map<String, Set<Integer>> live() {
    Map<String, Set<Integer>> live = new TreeMap<>();
    for (LeaseClaim claim : others.values()) {
      Lease lease = claim.observed();
      if (lease != null
          && !lease.holder().isEmpty()
          && lease.annotation(COUNT).equals(String.valueOf(options.count()))
          && lease.annotation(LEAVING).isEmpty()
          && isAlive(claim)) {
        live.put(lease.holder(), numbers(lease.annotation(PREPARED)));
      }
    }
    return live;
  }

  private boolean isAlive(LeaseClaim claim) {
    return claim.age().compareTo(options.election().renewDeadline()) < 0;
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

  /** The Leases of the other replicas, with any number of shards. */
  Collection<LeaseClaim> others() {
    return others.values();
  }

  /**
   * Deletes the Lease of this replica.
   *
   * @return whether no other replica is alive, with any number of shards
   */
  boolean leave() throws KubernetesApiException {
    if (own.observed() != null) {
      own.delete();
    }
    return others.values().stream().noneMatch(this::isAlive);
  }
}
