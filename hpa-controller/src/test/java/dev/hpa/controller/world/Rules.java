package dev.hpa.controller.world;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.HpaControllerBuilder;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.world.Workloads.Autoscaled;
import dev.hpa.controller.world.Workloads.Bounds;
import dev.hpa.kube.client.HttpCall;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/** What must hold in every run: some of it at each request, the rest when all fault has ended. */
@SuppressWarnings("AnnotateFormatMethod") // The annotation is in no library of the tests.
final class Rules implements Replica.Listener {

  /** How old the bounds may be of a decision: the limit of caches, and a sync that retries. */
  private static final Duration STALE = Duration.ofSeconds(150);

  /** As above, of a process that was paused. */
  private static final Duration STALE_AFTER_PAUSE = Duration.ofSeconds(330);

  private static final Duration PERIOD = Duration.ofSeconds(15);

  /** In which a process lists and watches at most so often. */
  private static final Duration HOT = Duration.ofSeconds(10);

  private static final int MAX_LISTS = 40;

  /** In which a change reaches a process when nothing is wrong. */
  private static final Duration DELIVERY = Duration.ofSeconds(5);

  /** The duration of a Lease, which counts from the last write of its holder. */
  private static final Duration LEASE = Duration.ofSeconds(15);

  /** In which all HPAs are reconciled after a shard was taken or a process restarted. */
  private static final Duration TAKEN = Duration.ofSeconds(35);

  /** A run with more HPAs takes longer than {@link #TAKEN} for all of them. */
  private static final int FEW = 20;

  /** Near a change of the load it is not known what a sync has read. */
  private static final Duration UNCLEAR = Duration.ofSeconds(3);

  /** A process that was ended in an orderly way, and when. */
  private record Predecessor(String identity, Instant at) {}

  /** Replicas that a sync must have recommended, and the process that remembers them. */
  private record Proposal(Instant at, String identity, int replicas) {}

  private final World world;
  private final Shape shape;
  private final Network network;
  private final Workloads workloads;
  private final Map<SimulatedProcess, Replica.Run> runs = new HashMap<>();
  private final Map<ObjectKey, Instant> reconciled = new HashMap<>();
  private final Map<ObjectKey, Deque<Proposal>> proposals = new HashMap<>();
  private final Map<SimulatedProcess, Deque<Instant>> lists = new HashMap<>();
  private final Map<String, Holding> holdings = new HashMap<>();
  private final Map<String, Instant> leasesWritten = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private @Nullable Predecessor predecessor;
  private Replica.@Nullable Run successor;
  private Instant lastPause = Instant.EPOCH;

  /** Who holds a Lease since when. */
  private record Holding(String identity, Instant since) {}

  /** The rules, as the table of planted faults names them. */
  enum Rule {
    ONE_WRITER,
    LEASE_KEPT,
    TAKEN_OVER,
    WITHIN_BOUNDS,
    WINDOW_KEPT,
    NO_HOT_LOOP,
    RECONCILED_AGAIN,
    SETTLED,
    SHARED,
    STATUS_TRUE,
    CACHES_CURRENT,
    READY,
    NO_UNEXPECTED_FAILURE,
    ENDS,
    REPEATABLE
  }

  /** A rule that did not hold. */
  record Violation(Rule rule, Instant at, String text) {
    @Override
    public String toString() {
      return rule + " after " + Duration.between(World.START, at).toSeconds() + " s: " + text;
    }
  }

  Rules(World world, Shape shape, Network network, Workloads workloads) {
    this.world = world;
    this.network = network;
    this.shape = shape;
    this.workloads = workloads;
  }

  List<Violation> violations() {
    return violations;
  }

  private void violated(Rule rule, String format, Object... arguments) {
    Violation violation = new Violation(rule, world.now(), format.formatted(arguments));
    world.log("VIOLATED: %s", violation);
    violations.add(violation);
  }

  void require(boolean condition, Rule rule, String format, Object... arguments) {
    if (!condition) {
      violated(rule, format, arguments);
    }
  }

  @Override
  public void begins(Replica.Run run, HpaControllerBuilder builder) {
    runs.put(run.process, run);
    successor = successor == null ? run : successor;
    builder.onReconcile(
        result -> {
          ObjectKey key = key(result.hpa());
          reconciled.put(key, world.now());
          note(run, key, result);
        });
  }

  /** Only where a sync reads the load itself, without pods that are missing or not ready. */
  private void note(Replica.Run run, ObjectKey key, ReconcileResult result) {
    Autoscaled of = Objects.requireNonNull(workloads.byKey().get(key), "an unknown HPA");
    boolean isClear =
        (of.kind == Workloads.Kind.EXTERNAL || of.kind == Workloads.Kind.OBJECT)
            && result.error() == null
            && result.target() != null
            && of.exists()
            && of.changed.isBefore(world.now().minus(result.duration()).minus(UNCLEAR));
    if (!isClear || result.target() == null) {
      return;
    }
    int current = result.target().scale().specReplicas();
    Bounds bounds = of.bounds.getLast();
    if (current < bounds.min() || current > bounds.max()) {
      return;
    }
    boolean isTolerated = Math.abs(of.load / (current * 100.0) - 1) <= 0.1;
    int proposed = isTolerated ? current : Math.ceilDiv(of.load, 100);
    proposals
        .computeIfAbsent(key, any -> new ArrayDeque<>())
        .add(
            new Proposal(
                world.now().minus(result.duration()),
                run.identity,
                Math.clamp(proposed, bounds.min(), bounds.max())));
    requireWindowEnds(run, of, current, result);
  }

  /** A scale-down waits no longer than for the window, also after a restart with saved state. */
  private void requireWindowEnds(
      Replica.Run run, Autoscaled of, int current, ReconcileResult result) {
    Instant at = world.now().minus(result.duration());
    Instant oldest = at.minus(of.window).minus(UNCLEAR);
    if (!of.changed.isBefore(oldest) || shape.shards() > 0) {
      return;
    }
    int most = 0;
    boolean isCovered = false;
    Instant before = Instant.MAX;
    for (Proposal each : proposals.getOrDefault(of.key, new ArrayDeque<>())) {
      if (each.identity().equals(run.identity) || isInherited(run, each.identity())) {
        boolean isRecent = each.at().isAfter(oldest);
        most = isRecent ? Math.max(most, each.replicas()) : most;
        // In a longer gap the history may have been forgotten, as of a deleted autoscaler.
        boolean isGap = before.isBefore(each.at().minus(TAKEN));
        isCovered = !isGap && (isCovered || !isRecent);
        before = each.at();
      }
    }
    require(
        !isCovered || current <= most || result.scaledTo() != null,
        Rule.WINDOW_KEPT,
        "%s keeps %d replicas of %s, for which %d were recommended at most in the window of %s",
        run.identity,
        current,
        of.key,
        most,
        of.window);
  }

  /** A scale-down goes below no recommendation within the window. */
  private void requireWindow(Replica.Run run, Autoscaled of) {
    int replicas = workloads.replicas(of);
    if (replicas >= of.replicasBefore) {
      return;
    }
    Instant oldest = world.now().minus(of.window).plus(UNCLEAR);
    Bounds bounds = of.bounds.getLast();
    for (Proposal each : proposals.getOrDefault(of.key, new ArrayDeque<>())) {
      boolean isRemembered =
          each.identity().equals(run.identity) || isInherited(run, each.identity());
      require(
          !isRemembered
              || !each.at().isAfter(oldest)
              || !bounds.from().isBefore(each.at())
              || replicas >= each.replicas(),
          Rule.WINDOW_KEPT,
          "%s scales %s to %d, %s ago %d were recommended, and the window is %s",
          run.identity,
          of.key,
          replicas,
          Duration.between(each.at(), world.now()),
          each.replicas(),
          of.window);
    }
  }

  /** Whether a process must have loaded the state that another one has saved. */
  private boolean isInherited(Replica.Run run, String other) {
    return predecessor != null
        && predecessor.identity().equals(other)
        && run.equals(successor)
        && network.lastFault().isBefore(predecessor.at());
  }

  @Override
  public void terminates(Replica.Run run) {
    boolean isKept = shape.savesState() && shape.replicas() == 1 && shape.shards() == 0;
    predecessor = isKept ? new Predecessor(run.identity, world.now()) : null;
    successor = null;
  }

  @Override
  public void ends(Replica.Run run) {
    runs.remove(run.process);
    HpaController controller = run.controller();
    if (controller != null) {
      requireNoFailures(run, controller);
    }
  }

  /** An error is logged: only the loss of a Lease is one that must be expected. */
  void logged(LogRecord error) {
    String text = LogLines.line(error);
    boolean isLost = text.contains("leader election lost") || text.contains("leaderelection lost");
    if (isLost) {
      // A process that loses a shard forgets its history, and may take it again.
      proposals.clear();
    }
    require(isLost, Rule.NO_UNEXPECTED_FAILURE, "logged: %s", text);
  }

  private void requireNoFailures(Replica.Run run, HpaController controller) {
    long failures = controller.components().loop().failures();
    require(
        failures == 0,
        Rule.NO_UNEXPECTED_FAILURE,
        "%d reconciles of %s ended in an exception",
        failures,
        run.identity);
  }

  private static ObjectKey key(HorizontalPodAutoscaler hpa) {
    NamespacedName name = NamespacedName.of(hpa.metadata());
    return new ObjectKey(name.namespace(), name.name());
  }

  @Override
  public void answered(SimulatedProcess client, HttpCall call, int code) {
    String method = call.request().method();
    String path = call.request().path();
    requireNoHotLoop(client, method, path);
    if (!method.equals("GET")) {
      world.log("%s: %s %s: %d", client, method, path, code);
    }
    if (!method.equals("GET") && code < 300 && path.contains("/leases/hpa")) {
      noteHolder(path.substring(path.lastIndexOf('/') + 1));
    }
    boolean isWrite = (method.equals("PUT") || method.equals("PATCH")) && code < 300;
    if (isWrite && path.endsWith("/scale")) {
      Autoscaled of = ofPath(path);
      requireOneWriter(client, path, of.key.namespace());
      requireBounds(client, of);
      Replica.Run run = runs.get(client);
      if (run != null) {
        requireWindow(run, of);
      }
    } else if (isWrite && path.endsWith("/status") && path.contains("/horizontalpodautoscalers/")) {
      requireOneWriter(client, path, path.split("/")[5]);
    }
  }

  private void noteHolder(String lease) {
    String holder = holder(lease);
    Holding before = holdings.get(lease);
    Instant renewed = leasesWritten.put(lease, world.now());
    if (before != null && before.identity().equals(holder)) {
      return;
    }
    Holding taken = new Holding(holder, world.now());
    holdings.put(lease, taken);
    if (before != null && renewed != null && !before.identity().isEmpty() && !holder.isEmpty()) {
      Replica.Run loser = running(before.identity());
      Duration age = Duration.between(renewed, world.now());
      require(
          age.compareTo(LEASE) >= 0
              && (loser == null
                  || isInterrupted(loser, Network.Traffic.LEASES, age.plus(DELIVERY))),
          Rule.LEASE_KEPT,
          "%s takes %s of %s, which renewed it %s ago and was not kept from it",
          holder,
          lease,
          before.identity(),
          age);
    }
    Replica.Run taker = running(holder);
    if (taker != null && lease.startsWith("hpa-shard-") && workloads.all().size() < FEW) {
      int index = Integer.parseInt(lease.substring("hpa-shard-".length()).split("-")[0]);
      Shard shard = new Shard(index, shape.shards());
      world.after(TAKEN, () -> requireTakenOver(taker, shard, lease, taken));
    }
  }

  /** What was listed before the shard was taken is known: only other requests excuse a delay. */
  private void requireTakenOver(Replica.Run taker, Shard shard, String lease, Holding taken) {
    Duration time = TAKEN.plus(DELIVERY);
    if (!taken.equals(holdings.get(lease))
        || isInterrupted(taker, Network.Traffic.LEASES, time)
        || isInterrupted(taker, Network.Traffic.OTHERS, time)) {
      return;
    }
    for (Autoscaled each : workloads.all()) {
      Instant last = reconciled.get(each.key);
      require(
          !shard.contains(each.key.namespace())
              || !each.exists()
              || each.bounds.getLast().from().isAfter(taken.since().minus(DELIVERY))
              || (last != null && last.isAfter(taken.since())),
          Rule.TAKEN_OVER,
          "%s has taken %s %s ago, and not reconciled %s",
          taker.identity,
          lease,
          TAKEN,
          each.key);
    }
  }

  private Replica.@Nullable Run running(String identity) {
    return runs.values().stream()
        .filter(run -> run.identity.equals(identity))
        .findFirst()
        .orElse(null);
  }

  /** Whether a process has ended, or was paused, or had a fault in a time until now. */
  private boolean isInterrupted(Replica.Run run, Network.Traffic traffic, Duration time) {
    Instant from = world.now().minus(time);
    return run.isClosed()
        || run.process.isPaused()
        || !runs.containsValue(run)
        || lastPause.isAfter(from)
        || network.lastFault(run.process, traffic).isAfter(from);
  }

  private void requireNoHotLoop(SimulatedProcess client, String method, String path) {
    if (!method.equals("GET") || !Network.WATCHED.contains(path)) {
      return;
    }
    Deque<Instant> times = lists.computeIfAbsent(client, any -> new ArrayDeque<>());
    times.add(world.now());
    while (times.getFirst().isBefore(world.now().minus(HOT))) {
      times.remove();
    }
    require(
        times.size() <= MAX_LISTS || shape.shards() > 0,
        Rule.NO_HOT_LOOP,
        "%s lists and watches %d times in 10 s",
        client,
        times.size());
    if (times.size() > MAX_LISTS) {
      times.clear();
    }
  }

  private Autoscaled ofPath(String path) {
    String[] parts = path.split("/");
    ObjectKey key = new ObjectKey(parts[5], parts[7]);
    return workloads.all().stream().filter(each -> each.key.equals(key)).findFirst().orElseThrow();
  }

  private void requireOneWriter(SimulatedProcess client, String path, String namespace) {
    Replica.Run run = runs.get(client);
    if (!shape.elects() || run == null) {
      return;
    }
    String lease = "hpa";
    if (shape.shards() > 0) {
      int shard = Shard.of(namespace, shape.shards()).index();
      lease = "hpa-shard-" + shard + "-of-" + shape.shards();
    }
    String holder = holder(lease);
    require(
        holder.isEmpty() || holder.equals(run.identity),
        Rule.ONE_WRITER,
        "%s writes %s while %s holds %s",
        run.identity,
        path,
        holder,
        lease);
  }

  private String holder(String lease) {
    StoredObject found = workloads.find(ResourceTypes.LEASES, new ObjectKey("kube-system", lease));
    return found == null ? "" : found.tree().at("/spec/holderIdentity").asText();
  }

  private void requireBounds(SimulatedProcess client, Autoscaled of) {
    int replicas = workloads.replicas(of);
    Duration age =
        world.now().isBefore(lastPause.plus(STALE_AFTER_PAUSE)) ? STALE_AFTER_PAUSE : STALE;
    Instant oldest = world.now().minus(age);
    boolean isKnown = false;
    for (int i = 0; i < of.bounds.size(); i++) {
      Bounds bounds = of.bounds.get(i);
      Instant until = i + 1 < of.bounds.size() ? of.bounds.get(i + 1).from() : Instant.MAX;
      isKnown |= until.isAfter(oldest) && replicas >= bounds.min() && replicas <= bounds.max();
    }
    require(
        isKnown,
        Rule.WITHIN_BOUNDS,
        "%s scales %s to %d, its bounds were %s",
        client,
        of.key,
        replicas,
        of.bounds);
  }

  /** A process was paused until now at the latest. */
  void paused() {
    lastPause = world.now();
  }

  /** What holds soon after all fault has ended: no watch waits for long before it is opened. */
  void requireWatching(List<Replica> replicas) {
    for (Replica each : replicas) {
      Replica.Run run = each.current();
      HpaController controller = run == null ? null : run.controller();
      if (run != null && controller != null) {
        requireWatching(run, controller);
      }
    }
  }

  private void requireWatching(Replica.Run run, HpaController controller) {
    for (Reflector<?> watch : controller.components().watches()) {
      require(
          watch.downFor().isZero(),
          Rule.READY,
          "%s: the watch of %s is down for %s",
          run.identity,
          watch.resource(),
          watch.downFor());
    }
  }

  /** What holds when nothing has gone wrong for long enough. */
  void requireRecovered(List<Replica> replicas) {
    for (Autoscaled each : workloads.all()) {
      if (each.exists()) {
        requireReconciled(each);
        requireSettled(each);
      } else {
        requireForgotten(each);
      }
    }
    for (Replica each : replicas) {
      Replica.Run run = each.current();
      HpaController controller = run == null ? null : run.controller();
      if (run == null || controller == null) {
        violated(Rule.READY, "%s does not run", each);
        continue;
      }
      requireNoFailures(run, controller);
      if (shape.shards() == 0 && controller.isLeading()) {
        requireCurrent(run, controller);
      }
    }
    if (shape.shards() > 0) {
      requireShared(replicas);
    }
    long leading =
        replicas.stream()
            .map(Replica::current)
            .filter(run -> run != null && run.controller() != null && run.controller().isLeading())
            .count();
    require(shape.shards() > 0 || leading == 1, Rule.READY, "%d of the replicas lead", leading);
  }

  /** All are reconciled now. */
  void requireReconciled() {
    workloads.all().stream().filter(Autoscaled::exists).forEach(this::requireReconciled);
  }

  private void requireShared(List<Replica> replicas) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Replica each : replicas) {
      Replica.Run run = each.current();
      if (run != null) {
        counts.put(run.identity, 0);
      }
    }
    for (int i = 0; i < shape.shards(); i++) {
      counts.merge(holder("hpa-shard-" + i + "-of-" + shape.shards()), 1, Integer::sum);
    }
    int most = Collections.max(counts.values());
    int least = Collections.min(counts.values());
    require(
        most - least <= 1 && counts.size() == replicas.size(),
        Rule.SHARED,
        "the shards are shared as %s",
        counts);
  }

  private void requireReconciled(Autoscaled each) {
    Instant last = reconciled.get(each.key);
    require(
        last != null && !last.isBefore(world.now().minus(PERIOD.multipliedBy(2))),
        Rule.RECONCILED_AGAIN,
        "%s was reconciled %s",
        each.key,
        last == null ? "never" : Duration.between(last, world.now()).toSeconds() + " s ago");
  }

  private void requireForgotten(Autoscaled each) {
    Instant last = reconciled.get(each.key);
    require(
        last == null || last.isBefore(world.now().minus(PERIOD.multipliedBy(4))),
        Rule.CACHES_CURRENT,
        "%s is deleted, and was reconciled since",
        each.key);
  }

  private void requireSettled(Autoscaled each) {
    int replicas = workloads.replicas(each);
    require(
        Workloads.isSettled(each, replicas),
        Rule.SETTLED,
        "%s (%s) has %d replicas for a load of %d and bounds of %s",
        each.key,
        each.kind,
        replicas,
        each.load,
        each.bounds.getLast());
    var status = workloads.tree(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, each.key).path("status");
    Map<String, String> conditions = new LinkedHashMap<>();
    status
        .path("conditions")
        .forEach(
            condition ->
                conditions.put(condition.path("type").asText(), condition.path("status").asText()));
    require(
        status.path("currentReplicas").asInt() == replicas
            && status.path("desiredReplicas").asInt() == replicas
            && "True".equals(conditions.get("ScalingActive"))
            && "True".equals(conditions.get("AbleToScale")),
        Rule.STATUS_TRUE,
        "%s has %d replicas, and the status %s",
        each.key,
        replicas,
        status);
  }

  private void requireCurrent(Replica.Run run, HpaController controller) {
    for (Autoscaled each : workloads.all()) {
      HorizontalPodAutoscaler cached =
          controller
              .components()
              .autoscalers()
              .get(new NamespacedName(each.key.namespace(), each.key.name()));
      StoredObject found = workloads.find(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, each.key);
      String stored = found == null ? "" : found.tree().at("/metadata/resourceVersion").asText();
      String known = cached == null ? "" : String.valueOf(cached.metadata().resourceVersion());
      require(
          stored.equals(known),
          Rule.CACHES_CURRENT,
          "%s knows %s in version %s, which is %s",
          run.identity,
          each.key,
          known,
          stored);
    }
    requireWatching(run, controller);
    for (Reflector<?> watch : controller.components().watches()) {
      long due = workloads.lastChange(watch.resource(), world.now().minus(DELIVERY));
      require(
          Long.parseLong(watch.revision()) >= due,
          Rule.CACHES_CURRENT,
          "%s knows %s until version %s, and they have %d",
          run.identity,
          watch.resource(),
          watch.revision(),
          due);
    }
  }
}
