package dev.hpa.controller.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.HpaControllerBuilder;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.world.Violations.Rule;
import dev.hpa.controller.world.Workloads.Autoscaled;
import dev.hpa.controller.world.Workloads.Bounds;
import dev.hpa.core.Situation;
import dev.hpa.kube.client.HttpCall;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/** What must hold in every run: some of it at each request, the rest when all fault has ended. */
@SuppressWarnings("AnnotateFormatMethod") // The annotation is in no library of the tests.
final class Rules implements Replica.Listener {

  /** How old the bounds may be of a decision: the limit of caches, and a sync that retries. */
  private static final Duration STALE = Duration.ofSeconds(150);

  /** As above, of a process that was paused. */
  private static final Duration STALE_AFTER_PAUSE = Duration.ofSeconds(330);

  /** The longest before a watch is opened again after one that was open, as when it is cut. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

  private static final Duration PERIOD = Duration.ofSeconds(15);

  /** The time between two syncs of an HPA when nothing is wrong: the period, and the sync. */
  private static final Duration LONGEST_GAP = PERIOD.plusSeconds(3);

  /** In which a change reaches a process, and is synced, when nothing is wrong. */
  private static final Duration DELIVERY = Duration.ofSeconds(5);

  /** A run with more HPAs takes longer for all of them. */
  private static final int FEW = 20;

  private final World world;
  private final Shape shape;
  private final Workloads workloads;
  private final Violations violations;
  private final RequestRules requests;
  private final LeaseRules leases;
  private final WindowRules windows;
  private final Map<SimulatedProcess, Replica.Run> runs = new HashMap<>();
  private final Map<ObjectKey, Instant> reconciled = new HashMap<>();
  private final Map<ObjectKey, ReconcileResult> results = new HashMap<>();
  private final Map<SimulatedProcess, Integer> thrown = new HashMap<>();
  private final Set<Autoscaled> changedInSync = new HashSet<>();
  private Consumer<Autoscaled> user = of -> {};
  private Instant lastPause = Instant.EPOCH;
  private Instant calmSince = Instant.MAX;
  private int throwing;

  Rules(World world, Shape shape, Network network, Workloads workloads) {
    this.world = world;
    this.shape = shape;
    this.workloads = workloads;
    this.violations = new Violations(world);
    this.requests = new RequestRules(world, violations, shape, network, workloads);
    this.leases = new LeaseRules(world, violations, shape, network, workloads, runs, reconciled);
    this.windows = new WindowRules(world, violations, shape, network);
    workloads.onChange(this::requireTransitions);
  }

  Violations violations() {
    return violations;
  }

  private void require(boolean condition, Rule rule, String format, Object... arguments) {
    violations.require(condition, rule, format, arguments);
  }

  @Override
  public void begins(Replica.Run run, HpaControllerBuilder builder) {
    runs.put(run.process, run);
    windows.begins(run);
    builder.onReconcile(result -> reconciled(run, result));
  }

  private void reconciled(Replica.Run run, ReconcileResult result) {
    ObjectKey key = key(result.hpa());
    Instant last = reconciled.put(key, world.now());
    results.put(key, result);
    Autoscaled of = workloads.named(key);
    if (of == null) {
      return;
    }
    windows.reconciled(run, of, result);
    require(
        !isCalm(last) || !last.plus(LONGEST_GAP).isBefore(world.now()),
        Rule.PROMPT,
        "%s was reconciled %s after it was the last time",
        key,
        last == null ? "" : Duration.between(last, world.now()));
  }

  /** Whether nothing has been wrong since a time. */
  private boolean isCalm(@Nullable Instant since) {
    return since != null && since.isAfter(calmSince) && workloads.all().size() < FEW;
  }

  /** The next write of a status ends its sync in an exception, as of an error in the client. */
  void throwOnce() {
    throwing++;
  }

  /**
   * From now on nothing is wrong, so that changes have to be synced soon.
   *
   * @param during changes an autoscaler; is called once for each during a sync of it
   */
  void calm(Consumer<Autoscaled> during) {
    calmSince = world.now();
    throwing = 0;
    user = during;
    workloads.all().stream().filter(Autoscaled::exists).forEach(changedInSync::add);
    // When the syncs that follow the changes are over, which would hide a lost one.
    world.after(LONGEST_GAP, this::throwOnce);
  }

  /** A status or a spec has changed. */
  private void requireTransitions(Autoscaled of, Change change) {
    StoredObject before = change.before();
    StoredObject after = change.after();
    if (before == null || after == null) {
      return;
    }
    Map<String, JsonNode> known = conditions(before);
    conditions(after)
        .forEach(
            (type, condition) -> {
              JsonNode old = known.get(type);
              require(
                  old == null
                      || !old.path("status").equals(condition.path("status"))
                      // A sync sets the condition to True before the write, as upstream does.
                      || condition.path("reason").asText().equals("FailedUpdateScale")
                      || old.path("lastTransitionTime")
                          .equals(condition.path("lastTransitionTime")),
                  Rule.STATUS_TRUE,
                  "%s has %s after %s",
                  of.hpa,
                  condition,
                  String.valueOf(old));
            });
    long generation = after.tree().at("/metadata/generation").asLong();
    if (generation != before.tree().at("/metadata/generation").asLong() && isCalm(world.now())) {
      world.after(DELIVERY, () -> requireSynced(of, generation));
    }
  }

  private static Map<String, JsonNode> conditions(StoredObject of) {
    Map<String, JsonNode> conditions = new LinkedHashMap<>();
    of.tree()
        .at("/status/conditions")
        .forEach(each -> conditions.put(each.path("type").asText(), each));
    return conditions;
  }

  private void requireSynced(Autoscaled of, long generation) {
    ReconcileResult last = results.get(of.hpa);
    Long synced = last == null ? null : last.hpa().metadata().generation();
    require(
        synced != null && synced >= generation,
        Rule.PROMPT,
        "generation %d of %s is not synced after %s, but %s",
        generation,
        of.hpa,
        DELIVERY,
        String.valueOf(synced));
  }

  @Override
  public void terminates(Replica.Run run) {
    windows.terminates(run);
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
      windows.forgotten();
    }
    require(
        isLost || text.contains("an injected fault"),
        Rule.NO_UNEXPECTED_FAILURE,
        "logged: %s",
        text);
  }

  private void requireNoFailures(Replica.Run run, HpaController controller) {
    long failures = controller.components().loop().failures();
    require(
        failures == thrown.getOrDefault(run.process, 0),
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
  public void sent(SimulatedProcess client, HttpCall call, boolean isAffected) {
    requests.sent(client, call, isAffected);
    String path = call.request().path();
    if (throwing > 0 && isStatus(path)) {
      throwing--;
      thrown.merge(client, 1, Integer::sum);
      reconciled.put(new ObjectKey(path.split("/")[5], path.split("/")[7]), world.now());
      world.log("%s: %s throws", client, path);
      throw new IllegalStateException("an injected fault");
    }
    if (path.endsWith("/scale") && changedInSync.remove(ofPath(path))) {
      Autoscaled of = ofPath(path);
      world.after(world.between(Duration.ofMillis(1), Duration.ofMillis(8)), () -> user.accept(of));
    }
  }

  @Override
  public void refused(SimulatedProcess client, HttpCall call, int code) {
    requests.refused(client, call, code);
  }

  @Override
  public void answered(SimulatedProcess client, HttpCall call, int code) {
    String method = call.request().method();
    String path = call.request().path();
    requests.answered(client, call, code);
    if (method.equals("GET")) {
      return;
    }
    world.log("%s: %s %s: %d", client, method, path, code);
    leases.answered(client, call, code);
    boolean isWrite = !method.equals("POST") && code < 300;
    if (isWrite && path.endsWith("/scale")) {
      Autoscaled of = ofPath(path);
      leases.requireOneWriter(client, path, of.key.namespace());
      requireBounds(client, of);
    } else if (isWrite && isStatus(path)) {
      leases.requireOneWriter(client, path, path.split("/")[5]);
    }
  }

  private static boolean isStatus(String path) {
    return path.endsWith("/status") && path.contains("/horizontalpodautoscalers/");
  }

  private Autoscaled ofPath(String path) {
    String[] parts = path.split("/");
    ObjectKey key = new ObjectKey(parts[5], parts[7]);
    return workloads.all().stream().filter(each -> each.key.equals(key)).findFirst().orElseThrow();
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
    leases.paused();
  }

  /** A user has deleted a Lease. */
  void deleted(String lease) {
    leases.deleted(lease);
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
          watch.downFor().compareTo(FIRST_PAUSE) <= 0,
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
        requireSelected(each);
      }
    }
    reconciled.forEach(this::requireForgotten);
    for (Replica each : replicas) {
      Replica.Run run = each.current();
      HpaController controller = run == null ? null : run.controller();
      if (run == null || controller == null) {
        require(false, Rule.READY, "%s does not run", each);
        continue;
      }
      requireNoFailures(run, controller);
      if (shape.shards() == 0 && controller.isLeading()) {
        requireCurrent(run, controller);
      }
    }
    if (shape.shards() > 0) {
      leases.requireShared(replicas);
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

  private void requireReconciled(Autoscaled each) {
    Instant last = reconciled.get(each.hpa);
    Duration gap = isCalm(world.now()) ? LONGEST_GAP : PERIOD.multipliedBy(2);
    require(
        last != null && !last.isBefore(world.now().minus(gap)),
        Rule.RECONCILED_AGAIN,
        "%s was reconciled %s",
        each.hpa,
        last == null ? "never" : Duration.between(last, world.now()).toSeconds() + " s ago");
  }

  private void requireForgotten(ObjectKey hpa, Instant last) {
    Autoscaled of = workloads.named(hpa);
    require(
        (of != null && of.exists()) || last.isBefore(world.now().minus(PERIOD.multipliedBy(4))),
        Rule.CACHES_CURRENT,
        "%s is deleted, and was reconciled since",
        hpa);
  }

  /** The pods of the last sync are those that have the labels. */
  private void requireSelected(Autoscaled each) {
    ReconcileResult last = results.get(each.hpa);
    Set<String> pods = workloads.podsUnchangedFor(each, PERIOD.multipliedBy(2));
    if (last != null && last.observation() instanceof Situation situation && !pods.isEmpty()) {
      Set<String> selected = new TreeSet<>();
      situation.selection().pods().forEach(pod -> selected.add(pod.name()));
      require(
          selected.equals(pods) || situation.selection().pods().isEmpty(),
          Rule.CACHES_CURRENT,
          "%s selects %s of %s",
          each.hpa,
          selected,
          pods);
    }
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
    var status = workloads.tree(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, each.hpa).path("status");
    Map<String, String> conditions = new LinkedHashMap<>();
    status
        .path("conditions")
        .forEach(
            condition ->
                conditions.put(condition.path("type").asText(), condition.path("status").asText()));
    require(
        status.path("observedGeneration").asLong() == workloads.generation(each)
            && status.path("currentReplicas").asInt() == replicas
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
              .get(new NamespacedName(each.hpa.namespace(), each.hpa.name()));
      StoredObject found = workloads.find(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, each.hpa);
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
