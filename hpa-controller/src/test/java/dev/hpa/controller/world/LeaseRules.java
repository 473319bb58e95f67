package dev.hpa.controller.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.world.Violations.Rule;
import dev.hpa.controller.world.Workloads.Autoscaled;
import dev.hpa.kube.client.HttpCall;
import dev.hpa.kube.leader.LeaderElector;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What must hold of Leases, and of writes under them. */
final class LeaseRules {

  /** In which a change reaches a process when nothing is wrong. */
  private static final Duration DELIVERY = Duration.ofSeconds(5);

  /** The duration of a Lease, which counts from the last write of its holder. */
  private static final Duration LEASE = Duration.ofSeconds(15);

  /** In which all HPAs are reconciled after a shard was taken or a process restarted. */
  private static final Duration TAKEN = Duration.ofSeconds(35);

  /** A run with more HPAs takes longer than {@link #TAKEN} for all of them. */
  private static final int FEW = 20;

  private final World world;
  private final Violations violations;
  private final Shape shape;
  private final Network network;
  private final Workloads workloads;
  private final Map<SimulatedProcess, Replica.Run> runs;
  private final Map<ObjectKey, Instant> reconciled;
  private final Map<String, Holding> holdings = new HashMap<>();
  private final Map<String, Instant> written = new HashMap<>();
  private final Map<String, Instant> deleted = new HashMap<>();
  private Instant lastPause = Instant.EPOCH;

  /** Who holds a Lease since when. */
  private record Holding(String identity, Instant since, int transitions) {}

  /**
   * @param runs the processes that run, kept by the caller
   * @param reconciled when each HPA was reconciled last, kept by the caller
   */
  LeaseRules(
      World world,
      Violations violations,
      Shape shape,
      Network network,
      Workloads workloads,
      Map<SimulatedProcess, Replica.Run> runs,
      Map<ObjectKey, Instant> reconciled) {
    this.world = world;
    this.violations = violations;
    this.shape = shape;
    this.network = network;
    this.workloads = workloads;
    this.runs = runs;
    this.reconciled = reconciled;
  }

  /** A process was paused until now at the latest. */
  void paused() {
    lastPause = world.now();
  }

  /** A user has deleted a Lease. */
  void deleted(String lease) {
    deleted.put(lease, world.now());
    holdings.remove(lease);
  }

  /** The server has answered a request that is no read. */
  void answered(SimulatedProcess client, HttpCall call, int code) {
    String path = call.request().path();
    if (code >= 300) {
      return;
    }
    if (path.contains("/leases/hpa")) {
      noteHolder(client, path.substring(path.lastIndexOf('/') + 1));
      return;
    }
    byte[] body = call.request().body();
    if (path.endsWith("/leases") && body != null) {
      String text = new String(body, StandardCharsets.UTF_8);
      noteHolder(client, Yaml.tree(text).at("/metadata/name").asText());
    }
  }

  private void noteHolder(SimulatedProcess client, String lease) {
    JsonNode spec = spec(lease);
    String holder = spec.path("holderIdentity").asText();
    Holding before = holdings.get(lease);
    Instant renewed = written.put(lease, world.now());
    Instant own = written.put(lease + " " + client, world.now());
    if (!holder.isEmpty() && !lease.startsWith("hpa-member-")) {
      requireWaited(client, lease, own);
    }
    if (spec.isMissingNode() || (before != null && before.identity().equals(holder))) {
      return;
    }
    Holding taken = new Holding(holder, world.now(), spec.path("leaseTransitions").asInt());
    holdings.put(lease, taken);
    requireTransition(lease, before, taken);
    requireClosed(client, lease, holder);
    if (before != null && renewed != null && !before.identity().isEmpty() && !holder.isEmpty()) {
      Replica.Run loser = running(before.identity());
      Duration age = Duration.between(renewed, world.now());
      violations.require(
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

  /**
   * Its holder may still write for a lease duration after a Lease was deleted: only a process that
   * has held it lately creates it again, or, for the one of all, that may have observed it.
   */
  private void requireWaited(SimulatedProcess client, String lease, @Nullable Instant own) {
    Instant gone = deleted.remove(lease);
    if (gone == null || shape.shards() == 0) {
      return;
    }
    Replica.Run run = runs.get(client);
    Instant known = lease.equals("hpa") && run != null ? run.begun : own;
    boolean isOwn =
        known != null
            && (lease.equals("hpa")
                ? known.isBefore(gone)
                : Duration.between(known, world.now()).compareTo(LEASE) < 0);
    violations.require(
        isOwn || Duration.between(gone, world.now()).compareTo(LEASE) >= 0,
        Rule.LEASE_KEPT,
        "%s takes %s, which was deleted %s ago, and has not held it lately",
        client,
        lease,
        Duration.between(gone, world.now()));
  }

  /** A leader that has released its Lease writes nothing more. */
  private void requireClosed(SimulatedProcess client, String lease, String holder) {
    Replica.Run run = runs.get(client);
    HpaController controller = run == null ? null : run.controller();
    LeaderElector elector = controller == null ? null : controller.elector();
    violations.require(
        elector == null
            || !lease.equals("hpa")
            || !holder.isEmpty()
            || !elector.remaining().isPositive(),
        Rule.ONE_WRITER,
        "%s has released %s, and may write",
        client,
        lease);
  }

  private void requireTransition(String lease, @Nullable Holding before, Holding taken) {
    if (before != null && !taken.identity().isEmpty()) {
      violations.require(
          taken.transitions() == before.transitions() + 1,
          Rule.LEASE_TRUE,
          "%s takes %s of \"%s\" with transition %d after %d",
          taken.identity(),
          lease,
          before.identity(),
          taken.transitions(),
          before.transitions());
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
      Instant last = reconciled.get(each.hpa);
      violations.require(
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

  void requireOneWriter(SimulatedProcess client, String path, String namespace) {
    Replica.Run run = runs.get(client);
    if (!shape.elects() || run == null) {
      return;
    }
    String lease = "hpa";
    if (shape.shards() > 0) {
      int shard = Shard.of(namespace, shape.shards()).index();
      lease = "hpa-shard-" + shard + "-of-" + shape.shards();
    }
    JsonNode spec = spec(lease);
    String holder = spec.path("holderIdentity").asText();
    // Absent, or created free, after it was deleted.
    boolean isGone = spec.path("leaseTransitions").asInt() == 0 && holder.isEmpty();
    violations.require(
        isGone || holder.equals(run.identity),
        Rule.ONE_WRITER,
        "%s writes %s while \"%s\" holds %s",
        run.identity,
        path,
        holder,
        lease);
  }

  private String holder(String lease) {
    return spec(lease).path("holderIdentity").asText();
  }

  private JsonNode spec(String lease) {
    StoredObject found = workloads.find(ResourceTypes.LEASES, new ObjectKey("kube-system", lease));
    return found == null ? MissingNode.getInstance() : found.tree().path("spec");
  }

  /** Shards are held by all replicas, evenly. */
  void requireShared(List<Replica> replicas) {
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
    violations.require(
        most - least <= 1 && counts.size() == replicas.size(),
        Rule.SHARED,
        "the shards are shared as %s",
        counts);
  }
}
