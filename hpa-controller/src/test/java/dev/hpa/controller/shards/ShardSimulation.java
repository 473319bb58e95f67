package dev.hpa.controller.shards;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A seeded run of replicas with shards: kills, suspensions, partitions, joins, orderly exits,
 * Leases deleted by hand, and changes of the number of shards; then a calm time.
 */
final class ShardSimulation {

  /** How long faults occur, and how long the calm time is. */
  private static final Duration FAULTS = Duration.ofSeconds(150);

  private static final Duration CALM = Duration.ofSeconds(75);

  private static final int MAX_REPLICAS = 5;

  final SimulatedCluster cluster;
  private final SimulatedTime time;
  private final Random random;
  private int count;
  private boolean isRolling;

  ShardSimulation(long seed, SimulatedCluster.Fault fault) {
    this.cluster = new SimulatedCluster(fault);
    this.time = cluster.time;
    this.random = new Random(seed * 0x9e3779b97f4a7c15L + 1);
    this.count = 2 + random.nextInt(5);
  }

  /** Runs to the end. */
  void run() {
    int first = 1 + random.nextInt(3);
    for (int i = 0; i < first; i++) {
      join();
    }
    nextFault();
    time.runUntil(FAULTS);
    cluster.heal();
    if (cluster.alive().isEmpty()) {
      join();
    }
    time.runUntil(FAULTS.plus(CALM));
  }

  /** Everything that must not happen. */
  List<String> violations() {
    return cluster.violations(count);
  }

  private void join() {
    cluster.join(count, random);
  }

  private void nextFault() {
    Duration wait = Duration.ofMillis(500 + (long) (-Math.log(1 - random.nextDouble()) * 9000));
    time.after(
        wait,
        () -> {
          if (time.now() < FAULTS.toNanos()) {
            disturb();
            nextFault();
          }
        });
  }

  private void disturb() {
    List<SimulatedReplica> alive = cluster.alive();
    if (alive.isEmpty()) {
      join();
      return;
    }
    SimulatedReplica one = alive.get(random.nextInt(alive.size()));
    Duration length = Duration.ofMillis(200 + random.nextInt(40_000));
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        one.kill();
        time.after(Duration.ofMillis(random.nextInt(20_000)), this::replace);
      }
      case 2, 3 -> one.pause(length);
      case 4, 5 -> one.cutOff(length);
      case 6 -> replace();
      case 7 -> {
        one.leave();
        time.after(Duration.ofMillis(random.nextInt(20_000)), this::replace);
      }
      case 8 -> deleteLease();
      case 9, 10 -> one.rejectLeases(length);
      default -> roll();
    }
  }

  private void replace() {
    if (cluster.alive().size() < MAX_REPLICAS && time.now() < FAULTS.toNanos()) {
      join();
    }
  }

  private void deleteLease() {
    List<String> names = cluster.server().names();
    if (!names.isEmpty() && !isRolling) {
      String name = names.get(random.nextInt(names.size()));
      cluster.disturbed("delete " + name);
      cluster.server().delete(name);
    }
  }

  /** A rolling update to another number of shards. */
  private void roll() {
    if (isRolling) {
      return;
    }
    isRolling = true;
    count = 1 + (count + random.nextInt(5)) % 6;
    cluster.disturbed("roll to " + count);
    long until = 0;
    for (SimulatedReplica old : cluster.alive()) {
      until += 2000 + random.nextInt(6000);
      time.after(Duration.ofMillis(until), this::replaceAlways);
      until += 1000 + random.nextInt(5000);
      time.after(Duration.ofMillis(until), old::leave);
      // The kubelet ends a process that does not.
      time.after(Duration.ofMillis(until + 30_000), old::kill);
    }
    time.after(Duration.ofMillis(until + 60_000), () -> isRolling = false);
  }

  private void replaceAlways() {
    if (cluster.alive().size() < 2 * MAX_REPLICAS) {
      join();
    }
  }
}
