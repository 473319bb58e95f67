package dev.hpa.controller.shards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A seeded run of replicas with shards: kills, suspensions, partitions, joins, orderly exits,
 * Leases deleted by hand, and changes of the number of shards; then a calm time.
 */
final class ShardSimulation {

  /** How long faults occur, and how long the calm time is. */
  private static final Duration FAULTS = Duration.ofSeconds(150);

  static final Duration CALM = Duration.ofSeconds(75);

  private static final Duration SAMPLE = Duration.ofMillis(100);
  private static final int MOST_REPLICAS = 5;

  /** A deliberate error, to prove that the checks find it. */
  enum Fault {
    NONE,
    /** Writes ignore how long the Lease is valid. */
    NO_FENCE,
    /** A shard is released while its writes are in flight. */
    NO_DRAIN,
    /** A Lease counts as expired after a third of its duration. */
    EARLY_EXPIRY,
    /** Replicas do not see the Leases of another number of shards. */
    OTHERS_HIDDEN
  }

  final SimulatedTime time = new SimulatedTime();
  final WriteHistory history = new WriteHistory();
  final List<String> namespaces = IntStream.range(0, 10).mapToObj(each -> "team-" + each).toList();
  final Fault fault;
  private final Random random;
  private final ModelLeaseServer server = new ModelLeaseServer();
  private final List<SimulatedReplica> replicas = new ArrayList<>();
  private final Map<String, Double> undecidedSince = new HashMap<>();
  private final Map<String, Integer> disturbancesThen = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private double longest;
  private int disturbances;
  private int joined;
  private int count;
  private boolean isRolling;

  ShardSimulation(long seed, Fault fault) {
    this.fault = fault;
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
    time.after(SAMPLE, this::sample);
    time.runUntil(FAULTS);
    replicas.forEach(SimulatedReplica::heal);
    if (alive().isEmpty()) {
      join();
    }
    disturbed("calm");
    time.runUntil(FAULTS.plus(CALM));
  }

  private List<SimulatedReplica> alive() {
    return replicas.stream().filter(SimulatedReplica::isAlive).toList();
  }

  private void disturbed(String what) {
    disturbances++;
    log.add("%.3f s: %s".formatted(time.seconds(), what));
  }

  private SimulatedReplica join() {
    SimulatedReplica replica =
        new SimulatedReplica(
            this, "replica-" + joined++ + "_x", count, new Random(random.nextLong()));
    disturbed("join " + replica.identity + " with " + count);
    replicas.add(replica);
    replica.start();
    return replica;
  }

  void failed(String problem) {
    problems.add(problem);
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
    List<SimulatedReplica> alive = alive();
    if (alive.isEmpty()) {
      join();
      return;
    }
    SimulatedReplica one = alive.get(random.nextInt(alive.size()));
    Duration length = Duration.ofMillis(200 + random.nextInt(40_000));
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        disturbed("kill " + one.identity);
        one.kill();
        time.after(Duration.ofMillis(random.nextInt(20_000)), this::replace);
      }
      case 2, 3 -> {
        disturbed("pause " + one.identity + " " + length);
        one.pause(length);
        time.after(length, () -> disturbed("resumed"));
      }
      case 4, 5 -> {
        disturbed("cut off " + one.identity + " " + length);
        one.cutOff(length);
        time.after(length, () -> disturbed("connected"));
      }
      case 6 -> replace();
      case 7 -> {
        disturbed("leave " + one.identity);
        one.leave();
        time.after(Duration.ofMillis(random.nextInt(20_000)), this::replace);
      }
      case 8 -> deleteLease();
      case 9, 10 -> {
        disturbed("reject leases of " + one.identity + " " + length);
        one.rejectLeases(length);
        time.after(length, () -> disturbed("accepted"));
      }
      default -> roll();
    }
  }

  private void replace() {
    if (alive().size() < MOST_REPLICAS && time.now() < FAULTS.toNanos()) {
      join();
    }
  }

  private void deleteLease() {
    List<String> names = server.names();
    if (!names.isEmpty() && !isRolling) {
      String name = names.get(random.nextInt(names.size()));
      disturbed("delete " + name);
      server.delete(name);
    }
  }

  /** A rolling update to another number of shards. */
  private void roll() {
    if (isRolling) {
      return;
    }
    isRolling = true;
    count = 1 + (count + random.nextInt(5)) % 6;
    disturbed("roll to " + count);
    long until = 0;
    for (SimulatedReplica old : alive()) {
      until += 2000 + random.nextInt(6000);
      time.after(Duration.ofMillis(until), this::replaceAlways);
      until += 1000 + random.nextInt(5000);
      time.after(
          Duration.ofMillis(until),
          () -> {
            disturbed("leave " + old.identity);
            old.leave();
          });
      // The kubelet ends a process that does not.
      time.after(Duration.ofMillis(until + 30_000), old::kill);
    }
    time.after(Duration.ofMillis(until + 60_000), () -> isRolling = false);
  }

  private void replaceAlways() {
    if (alive().size() < 2 * MOST_REPLICAS) {
      join();
    }
  }

  byte[] answer(SimulatedReplica from, ApiRequest request) throws KubernetesApiException {
    boolean isList = request.method().equals("GET") && request.subject().name().isEmpty();
    byte[] answer = server.answer(request);
    if (fault == Fault.EARLY_EXPIRY && isList) {
      String text = new String(answer, StandardCharsets.UTF_8);
      return text.replace("\"leaseDurationSeconds\":15", "\"leaseDurationSeconds\":5")
          .getBytes(StandardCharsets.UTF_8);
    }
    return fault == Fault.OTHERS_HIDDEN && isList ? withoutOthers(answer, from.count) : answer;
  }

  private static byte[] withoutOthers(byte[] answer, int count) {
    ObjectNode list = (ObjectNode) Json.tree(answer);
    Iterator<JsonNode> items = list.withArray("items").elements();
    while (items.hasNext()) {
      String name = items.next().at("/metadata/name").asText();
      if (name.contains("-shard-") && !name.endsWith("-of-" + count)) {
        items.remove();
      }
    }
    return Json.write(list);
  }

  private void sample() {
    time.after(SAMPLE, this::sample);
    boolean anyHealthy = replicas.stream().anyMatch(SimulatedReplica::isHealthy);
    for (String namespace : namespaces) {
      boolean decided = replicas.stream().anyMatch(each -> each.decides(namespace));
      if (decided || !anyHealthy) {
        undecidedSince.remove(namespace);
        continue;
      }
      Double since = undecidedSince.putIfAbsent(namespace, time.seconds());
      if (since == null) {
        disturbancesThen.put(namespace, disturbances);
        continue;
      }
      check(
          namespace,
          time.seconds() - since,
          disturbances - disturbancesThen.getOrDefault(namespace, 0));
    }
  }

  /**
   * The bound is lease duration + retry period; 3 s more for filling caches, slow responses and the
   * sampling; and the same again for each disturbance in that time.
   */
  private void check(String namespace, double seconds, int further) {
    if (further == 0) {
      longest = Math.max(longest, seconds);
    }
    if (seconds > (15 + 2 + 3) * (1 + further) + SAMPLE.toMillis() / 1000.0) {
      problems.add(
          "%.1f s: %s undecided for %.1f s, %d disturbances"
              .formatted(time.seconds(), namespace, seconds, further));
      undecidedSince.remove(namespace);
    }
  }

  /** Everything that must not happen. */
  List<String> violations() {
    List<String> all = new ArrayList<>(history.violations());
    all.addAll(problems);
    List<SimulatedReplica> alive = alive().stream().filter(each -> each.count == count).toList();
    int fewest = alive.stream().mapToInt(SimulatedReplica::held).min().orElse(0);
    int most = alive.stream().mapToInt(SimulatedReplica::held).max().orElse(0);
    int held = alive.stream().mapToInt(SimulatedReplica::held).sum();
    if (!alive.isEmpty()
        && alive.size() == alive().size()
        && (most - fewest > 1 || held != count)) {
      all.add(
          "at the end %d of %d shards are held: %s"
              .formatted(
                  held,
                  count,
                  alive.stream().map(each -> each.identity + ":" + each.held()).toList()));
    }
    return all;
  }

  /** The longest time without a decision in which nothing else happened, in seconds. */
  double longest() {
    return longest;
  }

  List<String> log() {
    return log;
  }
}
