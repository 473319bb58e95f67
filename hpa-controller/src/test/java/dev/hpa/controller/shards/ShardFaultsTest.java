package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.shards.SimulatedCluster.Fault;
import dev.hpa.controller.shards.SimulatedCluster.ReplicaClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The faults of docs/shards.md, one by one, in virtual time. */
class ShardFaultsTest {

  private static final int SHARDS = 12;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Random random = new Random(26);
  private SimulatedCluster cluster = new SimulatedCluster(Fault.NONE);

  private SimulatedReplica join() {
    return cluster.join(SHARDS, random);
  }

  /** Three replicas that share the shards. */
  private List<SimulatedReplica> three() {
    List<SimulatedReplica> replicas = List.of(join(), join(), join());
    run(MINUTE);
    replicas.forEach(each -> assertEquals(4, each.held(), each.identity));
    return replicas;
  }

  private void run(Duration duration) {
    cluster.time.runUntil(Duration.ofNanos(cluster.time.now()).plus(duration));
  }

  private void assertNoViolation(int shards) {
    List<String> violations = cluster.violations(shards);
    assertTrue(violations.isEmpty(), () -> cluster.report(violations));
  }

  /** The holders of the Leases of shards, by name. */
  private Map<String, String> holders(String election) {
    Map<String, String> holders = new TreeMap<>();
    for (String name : cluster.server().names()) {
      if (name.startsWith(election + "-shard-")) {
        holders.put(name, cluster.server().holder(name));
      }
    }
    return holders;
  }

  private List<String> undecided() {
    return cluster.namespaces.stream()
        .filter(each -> cluster.alive().stream().noneMatch(replica -> replica.decides(each)))
        .toList();
  }

  @Test
  void aPlannedHandOverTakesLessThanASecondForAFewShardsAtATime() {
    join();
    run(MINUTE);
    SimulatedReplica second = join();
    Map<String, Integer> samples = new TreeMap<>();
    int most = 0;
    for (int i = 0; i < 600; i++) {
      run(Duration.ofMillis(100));
      List<String> now = undecided();
      samples.keySet().retainAll(now);
      now.forEach(each -> samples.merge(each, 1, Integer::sum));
      assertTrue(samples.values().stream().allMatch(each -> each < 10), samples::toString);
      most =
          Math.max(most, (int) now.stream().map(each -> Shard.of(each, SHARDS)).distinct().count());
    }
    assertEquals(6, second.held());
    assertTrue(most <= 2, most + " shards were handed over at once");
    assertNoViolation(SHARDS);
  }

  private void suspendEachInTurn() {
    List<SimulatedReplica> replicas = three();
    for (int i = 0; i < 9; i++) {
      SimulatedReplica one = replicas.get(i % 3);
      one.pause(Duration.ofSeconds(40));
      run(Duration.ofSeconds(20));
      assertFalse(
          holders(SimulatedCluster.ELECTION).containsValue(one.identity),
          "its shards are taken while it is suspended");
      run(MINUTE);
    }
  }

  @Test
  void aReplicaThatIsSuspendedForLongerThanItsLeasesLosesThemAndWritesNothingLate() {
    suspendEachInTurn();
    assertNoViolation(SHARDS);
  }

  @Test
  void withoutTheFenceASuspendedReplicaWritesLate() {
    cluster = new SimulatedCluster(Fault.NO_FENCE);
    suspendEachInTurn();
    assertNotEquals(List.of(), cluster.history.violations());
  }

  @Test
  void aReplicaWithoutNetworkLosesItsShardsAndTakesPartAgain() {
    List<SimulatedReplica> replicas = three();
    for (SimulatedReplica one : replicas) {
      one.cutOff(Duration.ofSeconds(40));
      run(Duration.ofSeconds(20));
      assertFalse(holders(SimulatedCluster.ELECTION).containsValue(one.identity));
      run(MINUTE);
      assertEquals(4, one.held());
    }
    assertNoViolation(SHARDS);
  }

  /** For the readiness of its pod. */
  @Test
  void aReplicaReportsThatItsLeasesAreRefused() {
    List<SimulatedReplica> replicas = three();
    SimulatedReplica one = replicas.getFirst();
    one.rejectLeases(Duration.ofMinutes(2));
    run(Duration.ofSeconds(100));
    assertTrue(one.apartFor().compareTo(Duration.ofSeconds(95)) > 0);
    assertTrue(replicas.getLast().apartFor().compareTo(Duration.ofSeconds(5)) < 0);
    run(Duration.ofSeconds(30));
    assertTrue(one.apartFor().compareTo(Duration.ofSeconds(5)) < 0);
    assertNoViolation(SHARDS);
  }

  @Test
  void allReplicasWithoutNetworkContinueAfterwards() {
    List<SimulatedReplica> replicas = three();
    replicas.forEach(each -> each.cutOff(Duration.ofSeconds(30)));
    run(Duration.ofSeconds(29));
    replicas.forEach(each -> assertEquals(0, each.held()));
    run(MINUTE);
    assertNoViolation(SHARDS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.014, 0.014})
  void clocksMayDifferByHoursAndInSpeed(double faster) {
    for (int i = 0; i < 3; i++) {
      cluster.join(
          SimulatedCluster.ELECTION,
          SHARDS,
          random,
          new ReplicaClock(1 + (i - 1) * faster, (i - 1) * 7200));
    }
    run(MINUTE);
    for (int i = 0; i < 15; i++) {
      // The one whose clock is slowest and the one whose clock is fastest, in turn.
      cluster.alive().get(2 * (i % 2)).pause(Duration.ofSeconds(25));
      run(MINUTE);
    }
    assertNoViolation(SHARDS);
  }

  /** A rolling update with one more replica at a time. */
  @ParameterizedTest
  @ValueSource(ints = {16, 8, 1})
  void theNumberOfShardsChangesInARollingUpdate(int shards) {
    List<SimulatedReplica> old = three();
    List<SimulatedReplica> updated = new ArrayList<>();
    for (SimulatedReplica each : old) {
      updated.add(cluster.join(shards, random));
      run(Duration.ofSeconds(10));
      each.leave();
      run(Duration.ofSeconds(20));
    }
    run(MINUTE);
    assertEquals(updated, cluster.alive());
    assertEquals(
        shards, updated.stream().mapToInt(SimulatedReplica::held).sum(), cluster.log()::toString);
    assertNoViolation(shards);
    run(Duration.ofMinutes(6));
    assertEquals(
        List.of(),
        cluster.server().names().stream().filter(each -> each.endsWith("-of-12")).toList(),
        "Leases that are not used any more");
    assertNoViolation(shards);
  }

  /** Such an update is interrupted: replicas with both numbers stay. */
  @Test
  void replicasWithANewNumberOfShardsWaitForThoseWithTheOld() {
    List<SimulatedReplica> old = three();
    SimulatedReplica updated = cluster.join(16, random);
    run(Duration.ofMinutes(3));
    assertEquals(0, updated.held());
    old.forEach(each -> assertEquals(4, each.held()));
    assertNoViolation(SHARDS);
  }

  @Test
  void aLeaseThatIsDeletedByHandIsCreatedAgainByItsHolder() {
    three();
    Map<String, String> before = holders(SimulatedCluster.ELECTION);
    for (String name : cluster.server().names()) {
      cluster.disturbed("delete " + name);
      cluster.server().delete(name);
      for (int i = 0; i < 25; i++) {
        run(Duration.ofMillis(200));
        assertEquals(List.of(), undecided(), "after the deletion of " + name);
      }
      assertEquals(before, holders(SimulatedCluster.ELECTION), "after the deletion of " + name);
    }
    assertNoViolation(SHARDS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLeaseThatIsDeletedWhileItsHolderIsSuspendedIsNotTakenBeforeItsWritesEnd(boolean cutOff) {
    List<SimulatedReplica> replicas = three();
    for (int i = 0; i < 6; i++) {
      SimulatedReplica one = replicas.get(i % 3);
      Duration length = Duration.ofSeconds(9);
      if (cutOff) {
        one.cutOff(length);
      } else {
        one.pause(length);
      }
      cluster.disturbed("delete the Leases of " + one.identity);
      holders(SimulatedCluster.ELECTION)
          .forEach(
              (name, holder) -> {
                if (holder.equals(one.identity)) {
                  cluster.server().delete(name);
                }
              });
      run(MINUTE);
    }
    assertNoViolation(SHARDS);
  }

  /** Its request hangs for 5 s, and an absent Lease counts as held for 15 s. */
  @Test
  void aLeaseThatIsDeletedWhileAllReplicasAreWithoutNetworkIsTakenAfterOneLeaseDuration() {
    SimulatedReplica one = join();
    run(MINUTE);
    one.cutOff(Duration.ofSeconds(30));
    run(Duration.ofSeconds(20));
    List.copyOf(cluster.server().names()).forEach(cluster.server()::delete);
    run(Duration.ofSeconds(10 + 5 + 15 + 2 + 2));
    assertEquals(List.of(), undecided());
    assertNoViolation(SHARDS);
  }

  /** Both find all Leases free, so that each has to check again what the other has taken. */
  @Test
  void ofReplicasWithDifferentNumbersOfShardsThatStartAtTheSameTimeOneWaits() {
    for (int seed = 0; seed < 30; seed++) {
      cluster = new SimulatedCluster(Fault.NONE);
      Random own = new Random(seed);
      cluster.join(3, own);
      cluster.join(4, own);
      run(MINUTE);
      assertEquals(List.of(), undecided());
      assertNoViolation(0);
    }
  }

  /** The holder cannot create it again, because another replica has done so. */
  @Test
  void leasesMayBeDeletedDuringAHandOver() {
    for (int seed = 0; seed < 20; seed++) {
      cluster = new SimulatedCluster(Fault.NONE);
      Random own = new Random(seed);
      cluster.join(SHARDS, own);
      run(MINUTE);
      cluster.join(SHARDS, own);
      for (int i = 0; i < 60; i++) {
        run(Duration.ofMillis(50 + own.nextInt(200)));
        cluster.disturbed("delete Leases");
        holders(SimulatedCluster.ELECTION).keySet().forEach(cluster.server()::delete);
      }
      run(MINUTE);
      assertNoViolation(SHARDS);
    }
  }

  @Test
  void allLeasesMayBeDeletedAtOnce() {
    three();
    cluster.disturbed("delete all");
    List.copyOf(cluster.server().names()).forEach(cluster.server()::delete);
    run(MINUTE);
    assertNoViolation(SHARDS);
  }

  /** The Leases of one begin with the name of another. */
  @ParameterizedTest
  @ValueSource(strings = {"other", "hpa-2", "hpa-member-b"})
  void deploymentsWithOtherNamesInTheSameNamespaceAreIndependent(String name) {
    List<SimulatedReplica> first = three();
    List<SimulatedReplica> second =
        IntStream.range(0, 2)
            .mapToObj(each -> cluster.join(name, SHARDS, random, ReplicaClock.EXACT))
            .toList();
    run(MINUTE);
    first.forEach(each -> assertEquals(4, each.held(), each.identity));
    second.forEach(each -> assertEquals(6, each.held(), each.identity));
    second.getFirst().kill();
    run(Duration.ofMinutes(7));
    first.forEach(each -> assertEquals(4, each.held(), each.identity));
    assertEquals(SHARDS, second.getLast().held());
    second.getLast().leave();
    run(Duration.ofMinutes(2));
    assertEquals(SHARDS, holders(name).size(), "the Leases of a deployment that is stopped");
    assertNoViolation(SHARDS);
  }

  @Test
  void longNamesOfReplicasAndLeasesAreTruncated() {
    String name = "x".repeat(238);
    List<SimulatedReplica> replicas =
        IntStream.range(0, 2)
            .mapToObj(each -> cluster.join(name, SHARDS, random, ReplicaClock.EXACT))
            .toList();
    run(MINUTE);
    replicas.forEach(each -> assertEquals(6, each.held(), each.identity));
    assertTrue(cluster.server().names().stream().allMatch(each -> each.length() <= 253));
  }
}
