package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of plans, for random members, holders and numbers of shards. */
class ShardPlanTest {

  /** A random situation. */
  record Situation(Set<String> members, Map<Integer, String> holders, int count) {

    Map<Integer, String> plan() {
      return ShardPlan.of(members, holders, count);
    }
  }

  static List<Situation> situations() {
    List<Situation> all = new ArrayList<>();
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int count = 1 + random.nextInt(ShardOptions.MAX);
      Set<String> members = members(random, 1 + random.nextInt(12));
      List<String> possible = new ArrayList<>(members);
      possible.add("ended-1");
      possible.add("ended-2");
      Map<Integer, String> holders = new HashMap<>();
      for (int shard = 0; shard < count; shard++) {
        if (random.nextInt(3) > 0) {
          // The lower half of the members has most shards.
          int last = random.nextBoolean() ? possible.size() : Math.max(1, possible.size() / 2);
          holders.put(shard, possible.get(random.nextInt(last)));
        }
      }
      all.add(new Situation(members, holders, count));
    }
    return all;
  }

  private static Set<String> members(Random random, int size) {
    Set<String> members = new TreeSet<>();
    while (members.size() < size) {
      members.add("hpa-controller-" + Integer.toString(random.nextInt(1 << 24), 36) + "_x");
    }
    return members;
  }

  private static Map<String, Integer> shares(Set<String> members, Map<Integer, String> plan) {
    Map<String, Integer> shares = new TreeMap<>();
    members.forEach(each -> shares.put(each, 0));
    plan.values().forEach(each -> shares.merge(each, 1, Integer::sum));
    return shares;
  }

  private static long moved(Map<Integer, String> before, Map<Integer, String> after) {
    return before.entrySet().stream()
        .filter(each -> !each.getValue().equals(after.get(each.getKey())))
        .count();
  }

  @ParameterizedTest
  @MethodSource("situations")
  void everyShardHasOneMemberAndSharesAreFair(Situation situation) {
    Map<Integer, String> plan = situation.plan();
    assertEquals(IntStream.range(0, situation.count).boxed().toList(), List.copyOf(plan.keySet()));
    assertTrue(situation.members.containsAll(plan.values()));
    int least = situation.count / situation.members.size();
    shares(situation.members, plan)
        .forEach(
            (member, share) ->
                assertTrue(share == least || share == least + 1, member + " has " + share));
    assertEquals(
        situation.count % situation.members.size(),
        shares(situation.members, plan).values().stream().filter(each -> each > least).count());
  }

  /** A holder gives away no more than it has above its share. */
  @ParameterizedTest
  @MethodSource("situations")
  void aHolderKeepsItsShardsUpToItsShare(Situation situation) {
    Map<Integer, String> plan = situation.plan();
    Map<String, Integer> had = shares(Set.of(), situation.holders);
    int least = situation.count / situation.members.size();
    Map<String, Integer> kept = new TreeMap<>();
    situation.holders.forEach(
        (shard, holder) ->
            kept.merge(holder, holder.equals(plan.get(shard)) ? 1 : 0, Integer::sum));
    situation.members.forEach(
        member ->
            assertTrue(
                kept.getOrDefault(member, 0) >= Math.min(had.getOrDefault(member, 0), least),
                () -> member + " had " + had.get(member) + " and keeps " + kept.get(member)));
  }

  /** Replicas see members and holders in another order. */
  @ParameterizedTest
  @MethodSource("situations")
  void thePlanDoesNotDependOnTheOrder(Situation situation) {
    List<String> members = new ArrayList<>(situation.members);
    Collections.shuffle(members, new Random(1));
    List<Integer> shards = new ArrayList<>(situation.holders.keySet());
    Collections.shuffle(shards, new Random(2));
    Map<Integer, String> holders = new LinkedHashMap<>();
    shards.forEach(each -> holders.put(each, situation.holders.get(each)));
    assertEquals(
        situation.plan(), ShardPlan.of(new LinkedHashSet<>(members), holders, situation.count));
  }

  @ParameterizedTest
  @MethodSource("situations")
  void aPlanThatIsCarriedOutIsKept(Situation situation) {
    Map<Integer, String> plan = situation.plan();
    assertEquals(plan, ShardPlan.of(situation.members, plan, situation.count));
  }

  @ParameterizedTest
  @MethodSource("situations")
  void aJoiningMemberTakesItsShareAndNothingElseMoves(Situation situation) {
    Map<Integer, String> before = situation.plan();
    Set<String> members = new TreeSet<>(situation.members);
    members.add("hpa-controller-new_y");
    Map<Integer, String> after = ShardPlan.of(members, before, situation.count);
    long share = shares(members, after).getOrDefault("hpa-controller-new_y", 0);
    assertEquals(share, moved(before, after));
  }

  @ParameterizedTest
  @MethodSource("situations")
  void theShardsOfALeavingMemberMoveAndNothingElse(Situation situation) {
    Map<Integer, String> before = situation.plan();
    for (String leaving : situation.members) {
      Set<String> members = new TreeSet<>(situation.members);
      members.remove(leaving);
      Map<Integer, String> after = ShardPlan.of(members, before, situation.count);
      if (!members.isEmpty()) {
        before.forEach(
            (shard, holder) -> {
              if (!holder.equals(leaving)) {
                assertEquals(holder, after.get(shard), () -> "shard " + shard);
              }
            });
      }
    }
  }

  @Test
  void withoutMembersThereIsNoPlan() {
    assertEquals(Map.of(), ShardPlan.of(Set.of(), Map.of(0, "a"), 4));
  }

  /** Replicas of different versions must agree, so that this plan never changes. */
  @Test
  void thePlanNeverChanges() {
    assertEquals(
        Map.of(0, "a", 1, "a", 2, "a", 3, "b", 4, "b", 5, "c", 6, "b", 7, "c"),
        ShardPlan.of(Set.of("a", "b", "c"), Map.of(0, "a", 1, "a", 2, "a", 3, "z"), 8));
  }
}
