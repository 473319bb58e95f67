package dev.hpa.controller.shards;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which member should hold which shard: a pure function of the members, the present holders and the
 * number of shards, so that all replicas that see the same Leases have the same plan.
 *
 * <p>Each member gets N/M shards, rounded down or up. A holder keeps its shards up to its share;
 * the others are given to members by rendezvous hashing.
 */
final class ShardPlan {

  private ShardPlan() {}

  private record Preference(String member, int shard, long score) {

    static final Comparator<Preference> BEST_FIRST =
        Comparator.<Preference>comparingLong(each -> each.score)
            .reversed()
            .thenComparing(Preference::member)
            .thenComparingInt(Preference::shard);
  }

  /**
   * Plans.
   *
   * @param members the identities of live members
   * @param holders the holders of shards, by index; those that are not members are ignored
   * @return a member for each shard, by index; empty without members
   */
  static Map<Integer, String> of(
      Collection<String> members, Map<Integer, String> holders, int count) {
    Map<Integer, String> plan = new TreeMap<>();
    if (members.isEmpty()) {
      return plan;
    }
    Shares shares = new Shares(count / members.size(), count % members.size());
    List<Preference> kept = new ArrayList<>();
    holders.forEach(
        (shard, member) -> {
          if (members.contains(member)) {
            kept.add(preference(member, shard));
          }
        });
    assign(kept, plan, shares);
    List<Preference> all = new ArrayList<>();
    for (int shard = 0; shard < count; shard++) {
      if (!plan.containsKey(shard)) {
        for (String member : members) {
          all.add(preference(member, shard));
        }
      }
    }
    assign(all, plan, shares);
    return plan;
  }

  private static void assign(
      List<Preference> preferences, Map<Integer, String> plan, Shares shares) {
    preferences.sort(Preference.BEST_FIRST);
    for (Preference each : preferences) {
      if (!plan.containsKey(each.shard) && shares.take(each.member)) {
        plan.put(each.shard, each.member);
      }
    }
  }

  private static Preference preference(String member, int shard) {
    return new Preference(member, shard, Shard.score(Shard.hash(member), shard));
  }

  /** How many shards each member has, and how many may have one more than the smallest share. */
  private static final class Shares {
    private final Map<String, Integer> taken = new HashMap<>();
    private final int smallest;
    private int larger;

    Shares(int smallest, int larger) {
      this.smallest = smallest;
      this.larger = larger;
    }

    boolean take(String member) {
      int has = taken.getOrDefault(member, 0);
      if (has > smallest || (has == smallest && larger == 0)) {
        return false;
      }
      if (has == smallest) {
        larger--;
      }
      taken.put(member, has + 1);
      return true;
    }
  }
}
