package dev.hpa.controller.world;

import dev.hpa.controller.world.Violations.Rule;
import dev.hpa.kube.client.HttpCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What must hold of the requests of a process: lists, watches, and writes after a conflict. */
final class RequestRules {

  /** In which a process lists and watches at most so often. */
  private static final Duration HOT = Duration.ofSeconds(10);

  private static final int MAX_LISTS = 40;

  /** In which a response follows its request when nothing is wrong. */
  private static final Duration ANSWER = Duration.ofSeconds(2);

  private final World world;
  private final Violations violations;
  private final Shape shape;
  private final Network network;
  private final Workloads workloads;
  private final Map<SimulatedProcess, Deque<Instant>> lists = new HashMap<>();

  /** By process and path: the version of the last list that the process has received. */
  private final Map<String, Long> received = new HashMap<>();

  private final Map<String, String> expired = new HashMap<>();

  /** The scales that were not read since a conflict. */
  private final Set<String> conflicts = new HashSet<>();

  /** The bodies that were in conflict. */
  private final Map<String, String> rejected = new HashMap<>();

  RequestRules(
      World world, Violations violations, Shape shape, Network network, Workloads workloads) {
    this.world = world;
    this.violations = violations;
    this.shape = shape;
    this.network = network;
    this.workloads = workloads;
  }

  /** A process sends a request. */
  void sent(SimulatedProcess client, HttpCall call, boolean isAffected) {
    String path = call.request().path();
    String key = client + " " + path;
    if (isAffected && call.request().method().equals("GET")) {
      // A scale that cannot be read again, or whose kind cannot be found, is written as it was.
      conflicts.removeIf(each -> each.startsWith(client + " "));
      rejected.keySet().removeIf(each -> each.startsWith(client + " "));
    }
    if (path.endsWith("/scale") && call.request().method().equals("GET")) {
      conflicts.remove(key);
    } else if (path.endsWith("/scale")) {
      violations.require(
          !conflicts.remove(key),
          Rule.READ_AGAIN,
          "%s writes %s again after a conflict, and has not read it",
          client,
          path);
      violations.require(
          !body(call).equals(rejected.remove(key)),
          Rule.READ_AGAIN,
          "%s writes %s again as it was before a conflict: %s",
          client,
          path,
          body(call));
    } else if (isWatch(call)) {
      requireResumed(client, path, revision(call));
    }
  }

  private void requireResumed(SimulatedProcess client, String path, String revision) {
    String key = client + " " + path;
    violations.require(
        !revision.equals(expired.get(key)),
        Rule.RESUMED,
        "%s watches %s from version %s again, which has expired",
        client,
        path,
        revision);
    long known = received.getOrDefault(key, 0L);
    violations.require(
        Long.parseLong(revision) >= known,
        Rule.RESUMED,
        "%s watches %s from version %s, and has listed %d",
        client,
        path,
        revision,
        known);
  }

  private static String body(HttpCall call) {
    byte[] sent = call.request().body();
    return sent == null ? "" : new String(sent, StandardCharsets.UTF_8);
  }

  private static boolean isWatch(HttpCall call) {
    return Network.WATCHED.contains(call.request().path())
        && "true".equals(call.request().query().get("watch"));
  }

  private static String revision(HttpCall call) {
    return call.request().query().getOrDefault("resourceVersion", "0");
  }

  /** The server has answered a request. */
  void answered(SimulatedProcess client, HttpCall call, int code) {
    String path = call.request().path();
    if (call.request().method().equals("GET") && Network.WATCHED.contains(path)) {
      requireNoHotLoop(client);
      if (code == 200 && !isWatch(call)) {
        noteList(client, path);
      }
    }
    noteConflict(client, call, code);
    if (code == 409 && path.endsWith("/scale") && call.request().method().equals("PUT")) {
      rejected.put(client + " " + path, body(call));
    }
  }

  private void noteList(SimulatedProcess client, String path) {
    String key = client + " " + path;
    Instant lastFault = network.lastFault(client, Network.Traffic.CACHES);
    boolean isCertain = lastFault.isBefore(world.now().minus(ANSWER));
    String resource = path.substring(path.lastIndexOf('/') + 1);
    received.put(key, isCertain ? workloads.lastChange(resource, world.now()) : 0L);
    expired.remove(key);
  }

  private void noteConflict(SimulatedProcess client, HttpCall call, int code) {
    if (code == 409 && call.request().path().endsWith("/scale")) {
      conflicts.add(client + " " + call.request().path());
    }
  }

  /** A process receives the error of a proxy. */
  void refused(SimulatedProcess client, HttpCall call, int code) {
    noteConflict(client, call, code);
    if (code == 410 && isWatch(call)) {
      expired.put(client + " " + call.request().path(), revision(call));
    }
  }

  private void requireNoHotLoop(SimulatedProcess client) {
    Deque<Instant> times = lists.computeIfAbsent(client, any -> new ArrayDeque<>());
    times.add(world.now());
    while (times.getFirst().isBefore(world.now().minus(HOT))) {
      times.remove();
    }
    violations.require(
        times.size() <= MAX_LISTS || shape.shards() > 0,
        Rule.NO_HOT_LOOP,
        "%s lists and watches %d times in 10 s",
        client,
        times.size());
    if (times.size() > MAX_LISTS) {
      times.clear();
    }
  }
}
