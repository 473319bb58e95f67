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
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An API server and replicas with shards, in simulated time, with checks of what they do. */
final class SimulatedCluster {

  /** The name of the election of replicas, unless they have another one. */
  static final String ELECTION = "hpa";

  private static final Duration SAMPLE = Duration.ofMillis(100);

  /** A deliberate error, to prove that the checks find it. */
  enum Fault {
    NONE("", 0),
    /** Writes ignore how long the Lease is valid. */
    NO_FENCE("writes", 0),
    /** A shard is released while its writes are in flight. */
    NO_DRAIN("writes", 6),
    /** A Lease counts as expired after a third of its duration. */
    EARLY_EXPIRY("writes", 8),
    /** Replicas do not see the Leases of another number of shards. */
    OTHERS_HIDDEN("writes", 1),
    /** The clocks of some replicas are 50 % faster, those of others 50 % slower. */
    WRONG_CLOCKS("writes", 30),
    /** A Lease counts as expired after four times its duration. */
    LATE_EXPIRY("undecided", 17),
    /** Replicas do not see each other. */
    MEMBERS_HIDDEN("shards are held", 0);

    /** What the violations of this error contain. */
    final String violation;

    /** The first seed to be tried: one that has found it. */
    final long seed;

    Fault(String violation, long seed) {
      this.violation = violation;
      this.seed = seed;
    }
  }

  final SimulatedTime time = new SimulatedTime();
  final WriteHistory history = new WriteHistory();
  final List<String> namespaces = IntStream.range(0, 10).mapToObj(each -> "team-" + each).toList();
  final Fault fault;
  private final ModelLeaseServer server = new ModelLeaseServer();
  private final List<SimulatedReplica> replicas = new ArrayList<>();
  private final Map<String, Double> undecidedSince = new HashMap<>();
  private final Map<String, Integer> disturbancesThen = new HashMap<>();
  private final Set<String> overlapping = new HashSet<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private double longest;
  private int disturbances;

  SimulatedCluster(Fault fault) {
    this.fault = fault;
    time.after(SAMPLE, this::sample);
  }

  /** Starts a replica with a clock within the permitted skew. */
  SimulatedReplica join(int count, Random random) {
    double spread = fault == Fault.WRONG_CLOCKS ? 1 : 0.02;
    double rate = 1 - spread / 2 + spread * random.nextDouble();
    return join(ELECTION, count, random, new ReplicaClock(rate, random.nextInt(20_000) - 10_000));
  }

  /** Starts a replica. */
  SimulatedReplica join(String election, int count, Random random, ReplicaClock clock) {
    SimulatedReplica replica =
        new SimulatedReplica(
            this,
            "replica-" + replicas.size() + "_x",
            election,
            count,
            new Random(random.nextLong()),
            clock);
    disturbed("join " + replica.identity + " with " + count);
    replicas.add(replica);
    replica.start();
    return replica;
  }

  /**
   * The clock of a replica.
   *
   * @param rate seconds of the clock per true second
   * @param ahead seconds by which the wall clock is ahead
   */
  record ReplicaClock(double rate, int ahead) {
    static final ReplicaClock EXACT = new ReplicaClock(1, 0);
  }

  List<SimulatedReplica> alive() {
    return replicas.stream().filter(SimulatedReplica::isAlive).toList();
  }

  /** Ends the faults of all replicas. */
  void heal() {
    replicas.forEach(SimulatedReplica::heal);
    disturbed("calm");
  }

  /** Notes an event after which autoscalers may be undecided for a time. */
  void disturbed(String what) {
    disturbances++;
    log.add("%.3f s: %s".formatted(time.seconds(), what));
  }

  void failed(String problem) {
    problems.add(problem);
  }

  /** The Leases on the server. */
  ModelLeaseServer server() {
    return server;
  }

  byte[] answer(SimulatedReplica from, ApiRequest request) throws KubernetesApiException {
    boolean isList = request.method().equals("GET") && request.subject().name().isEmpty();
    byte[] answer = server.answer(request);
    if (!isList) {
      return answer;
    }
    return switch (fault) {
      case EARLY_EXPIRY -> withDuration(answer, 5);
      case LATE_EXPIRY -> withDuration(answer, 60);
      case OTHERS_HIDDEN ->
          without(answer, name -> name.contains("-shard-") && !name.endsWith("-of-" + from.count));
      case MEMBERS_HIDDEN ->
          without(
              answer,
              name -> name.contains("-member-") && !name.endsWith(from.identity.replace('_', '-')));
      default -> answer;
    };
  }

  private static byte[] withDuration(byte[] answer, int seconds) {
    return new String(answer, StandardCharsets.UTF_8)
        .replace("\"leaseDurationSeconds\":15", "\"leaseDurationSeconds\":" + seconds)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] without(byte[] answer, Predicate<String> hidden) {
    ObjectNode list = (ObjectNode) Json.tree(answer);
    Iterator<JsonNode> items = list.withArray("items").elements();
    while (items.hasNext()) {
      if (hidden.test(items.next().at("/metadata/name").asText())) {
        items.remove();
      }
    }
    return Json.write(list);
  }

  private void sample() {
    time.after(SAMPLE, this::sample);
    Map<String, List<SimulatedReplica>> byElection =
        replicas.stream().collect(Collectors.groupingBy(each -> each.election));
    byElection.forEach(this::sample);
  }

  private void sample(String election, List<SimulatedReplica> members) {
    boolean anyHealthy = members.stream().anyMatch(SimulatedReplica::isHealthy);
    for (String namespace : namespaces) {
      String key = election + "/" + namespace;
      checkFences(key, members.stream().filter(each -> each.mayWrite(namespace)).toList());
      boolean decided = members.stream().anyMatch(each -> each.decides(namespace));
      if (decided) {
        disturbancesThen.remove(key);
      } else {
        disturbancesThen.putIfAbsent(key, disturbances);
      }
      if (decided || !anyHealthy) {
        undecidedSince.remove(key);
        continue;
      }
      Double since = undecidedSince.putIfAbsent(key, time.seconds());
      if (since != null) {
        check(key, time.seconds() - since, disturbances - disturbancesThen.getOrDefault(key, 0));
      }
    }
  }

  /** Stricter than the history: no write needs to be in flight. */
  private void checkFences(String namespace, List<SimulatedReplica> open) {
    if (open.size() > 1 && overlapping.add(namespace)) {
      problems.add(
          "%.1f s: fences of %s are open at once: %s"
              .formatted(
                  time.seconds(), namespace, open.stream().map(each -> each.identity).toList()));
    }
  }

  /**
   * The bound is lease duration + retry period; 3 s more for filling caches, slow responses and the
   * sampling; and the same again for each disturbance since the first moment without a decision.
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

  /**
   * Everything that must not happen.
   *
   * @param count the number of shards of the replicas that should hold fair shares by now
   */
  List<String> violations(int count) {
    List<String> all = new ArrayList<>(history.violations());
    all.addAll(problems);
    alive().stream()
        .collect(Collectors.groupingBy(each -> each.election))
        .values()
        .forEach(members -> checkShares(members, count, all));
    return all;
  }

  private static void checkShares(
      List<SimulatedReplica> members, int count, List<String> violations) {
    int fewest = members.stream().mapToInt(SimulatedReplica::held).min().orElse(0);
    int most = members.stream().mapToInt(SimulatedReplica::held).max().orElse(0);
    int held = members.stream().mapToInt(SimulatedReplica::held).sum();
    if (members.stream().allMatch(each -> each.count == count)
        && (most - fewest > 1 || held != count)) {
      violations.add(
          "at the end %d of %d shards are held: %s"
              .formatted(
                  held,
                  count,
                  members.stream().map(each -> each.identity + ":" + each.held()).toList()));
    }
  }

  /** The longest time without a decision in which nothing else happened, in seconds. */
  double longest() {
    return longest;
  }

  List<String> log() {
    return log;
  }

  /** What was violated, and then what happened. */
  String report(List<String> violations) {
    return String.join("\n", violations) + "\nafter\n" + String.join("\n", log);
  }
}
