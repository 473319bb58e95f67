package dev.hpa.controller.world;

import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.world.Violations.Rule;
import dev.hpa.controller.world.Workloads.Autoscaled;
import dev.hpa.controller.world.Workloads.Bounds;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History.Recommendation;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold of recommendations: the window of scale-downs, also after a restart. */
final class WindowRules {

  /** Near a change of the load it is not known what a sync has read. */
  private static final Duration UNCLEAR = Duration.ofSeconds(3);

  /** In a longer gap the history may have been forgotten, as of a deleted autoscaler. */
  private static final Duration GAP = Duration.ofSeconds(35);

  /** A process that was ended in an orderly way, and when. */
  private record Predecessor(String identity, Instant at) {}

  /** Replicas that a sync must have recommended, and the process that remembers them. */
  private record Proposal(Instant at, Instant ended, String identity, String uid, int replicas) {}

  /** The recommendations that a process had of an autoscaler. */
  private record Remembered(String identity, String uid, List<Recommendation> all) {}

  private final World world;
  private final Violations violations;
  private final Shape shape;
  private final Network network;
  private final Map<ObjectKey, Deque<Proposal>> proposals = new HashMap<>();
  private final Map<ObjectKey, Remembered> histories = new HashMap<>();
  private @Nullable Predecessor predecessor;
  private Replica.@Nullable Run successor;

  WindowRules(World world, Violations violations, Shape shape, Network network) {
    this.world = world;
    this.violations = violations;
    this.shape = shape;
    this.network = network;
  }

  /** A run begins. */
  void begins(Replica.Run run) {
    successor = successor == null ? run : successor;
  }

  /** A run is ended in an orderly way. */
  void terminates(Replica.Run run) {
    boolean isKept =
        shape.savesState() && shape.replicas() == 1 && shape.shards() == 0 && !run.isClockSet();
    predecessor = isKept ? new Predecessor(run.identity, world.now()) : null;
    successor = null;
  }

  /** A process has lost a shard, forgets its history, and may take it again. */
  void forgotten() {
    proposals.clear();
    histories.clear();
  }

  /** Only where a sync reads the load itself, without pods that are missing or not ready. */
  void reconciled(Replica.Run run, Autoscaled of, ReconcileResult result) {
    if (result.observation() instanceof Situation situation) {
      requireHistory(run, of, situation);
    }
    requireWindow(run, of, result);
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
    String uid = Objects.requireNonNullElse(result.hpa().metadata().uid(), "");
    Deque<Proposal> known = proposals.computeIfAbsent(of.key, any -> new ArrayDeque<>());
    if (!known.isEmpty() && !known.getLast().uid().equals(uid)) {
      known.clear();
    }
    known.add(
        new Proposal(
            world.now().minus(result.duration()),
            world.now(),
            run.identity,
            uid,
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
        boolean isRecent = each.ended().isAfter(oldest);
        most = isRecent ? Math.max(most, each.replicas()) : most;
        boolean isGap = before.isBefore(each.at().minus(GAP));
        isCovered = !isGap && (isCovered || !isRecent);
        before = each.at();
      }
    }
    violations.require(
        !isCovered || current <= most || result.scaledTo() != null,
        Rule.WINDOW_KEPT,
        "%s keeps %d replicas of %s, for which %d were recommended at most in the window of %s",
        run.identity,
        current,
        of.key,
        most,
        of.window);
  }

  /**
   * A scale-down goes below no recommendation for the same autoscaler within the window. A list of
   * the past may show one that is deleted or renamed, which has another history.
   */
  private void requireWindow(Replica.Run run, Autoscaled of, ReconcileResult result) {
    Integer replicas = result.scaledTo();
    if (replicas == null
        || result.target() == null
        || replicas >= result.target().scale().specReplicas()) {
      return;
    }
    String uid = Objects.requireNonNullElse(result.hpa().metadata().uid(), "");
    Instant oldest = world.now().minus(of.window).plus(UNCLEAR);
    Bounds bounds = of.bounds.getLast();
    for (Proposal each : proposals.getOrDefault(of.key, new ArrayDeque<>())) {
      boolean isRemembered =
          each.identity().equals(run.identity) || isInherited(run, each.identity());
      violations.require(
          !isRemembered
              || !each.uid().equals(uid)
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

  /** No recommendation is from the future, or older than the autoscaler; none is lost. */
  private void requireHistory(Replica.Run run, Autoscaled of, Situation situation) {
    List<Recommendation> all = situation.history().recommendations();
    for (Recommendation each : all) {
      violations.require(
          run.isClockSet() || !each.at().isAfter(situation.now()),
          Rule.HISTORY_KEPT,
          "%s has a recommendation for %s of %s, and it is %s",
          run.identity,
          of.hpa,
          each.at(),
          situation.now());
    }
    String uid = Objects.requireNonNullElse(situation.hpa().metadata().uid(), "");
    Remembered before = histories.put(of.key, new Remembered(run.identity, uid, all));
    if (before == null || !isInherited(run, before.identity()) || run.isClockSet()) {
      return;
    }
    Set<Instant> kept = new HashSet<>();
    all.forEach(each -> kept.add(each.at().truncatedTo(ChronoUnit.MILLIS)));
    Instant oldest = situation.now().minus(of.window).plus(UNCLEAR);
    for (Recommendation each : before.all()) {
      boolean isKnown = kept.contains(each.at().truncatedTo(ChronoUnit.MILLIS));
      violations.require(
          before.uid().equals(uid) ? isKnown || each.at().isBefore(oldest) : !isKnown,
          Rule.HISTORY_KEPT,
          "%s has %s for %s, whose UID is %s, and of %s with UID %s were %s",
          run.identity,
          all,
          of.hpa,
          uid,
          before.identity(),
          before.uid(),
          before.all());
    }
  }
}
