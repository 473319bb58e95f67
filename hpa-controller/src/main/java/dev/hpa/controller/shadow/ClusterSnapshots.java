package dev.hpa.controller.shadow;

import dev.hpa.core.Plan;
import dev.hpa.core.Situation;
import dev.hpa.core.pods.Pod;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Snapshots of the cluster near the time of a sync of the active controller.
 *
 * <p>A view before a scale event contains the pods that existed before it, regardless of the pods
 * that the event added or deleted.
 */
record ClusterSnapshots(PodChangeLog changes) {

  /**
   * The views at a status write and shortly before it.
   *
   * @param base the situation that was read at {@code now}, after the write
   * @param now on the timeline, like the time of the write
   */
  List<ClusterSnapshot> before(StatusWrite write, Situation base, Instant now) {
    return between(write, base, write.at(), base.now().minus(Duration.between(write.at(), now)));
  }

  /**
   * The views from shortly before a status write to shortly after it, with the pods that arrived
   * late.
   *
   * @param base the situation of the write
   * @param later the situation that was read at {@code now}
   */
  List<ClusterSnapshot> around(StatusWrite write, Situation base, Situation later, Instant now) {
    Duration since = Duration.between(write.at(), now);
    return between(write, base, write.at().plus(Timing.LAG), later.now().minus(since));
  }

  private List<ClusterSnapshot> between(StatusWrite write, Situation base, Instant to, Instant at) {
    List<List<Pod>> states = states(base, write.at().minus(Timing.LAG), to);
    List<Pod> earliest = states.getLast();
    Set<ClusterSnapshot> views = new LinkedHashSet<>();
    int reported = base.scale().statusReplicas();
    for (int statusReplicas : List.of(reported, write.isScaleEvent() ? write.from() : reported)) {
      for (List<Pod> pods : write.isScaleEvent() ? undone(write, states) : states) {
        views.add(new ClusterSnapshot(pods, statusReplicas, at));
      }
      views.add(new ClusterSnapshot(earliest, statusReplicas, at.minus(Timing.LAG)));
    }
    return List.copyOf(views);
  }

  /** The views now and shortly before. */
  List<ClusterSnapshot> now(Situation situation, Instant now) {
    int statusReplicas = situation.scale().statusReplicas();
    Set<ClusterSnapshot> views = new LinkedHashSet<>();
    views.add(new ClusterSnapshot(situation.pods(), statusReplicas, situation.now()));
    List<List<Pod>> states = states(situation, now.minus(Timing.LAG), now);
    states.forEach(each -> views.add(new ClusterSnapshot(each, statusReplicas, situation.now())));
    views.add(
        new ClusterSnapshot(states.getLast(), statusReplicas, situation.now().minus(Timing.LAG)));
    return List.copyOf(views);
  }

  private List<List<Pod>> states(Situation situation, Instant from, Instant to) {
    if (!(situation.plan() instanceof Plan.Measure measure)) {
      return List.of(situation.pods());
    }
    List<List<Pod>> all = changes.states(from, to, situation.scale().namespace(), measure.pods());
    if (all.size() <= Limit.TRIED_STATES.asInt()) {
      return all;
    }
    List<List<Pod>> some = new ArrayList<>(all.subList(0, Limit.TRIED_STATES.asInt() - 1));
    some.add(all.getLast());
    return some;
  }

  /** The pods of a view that are missing or terminating in a situation. */
  static Set<String> deleted(ClusterSnapshot view, Situation later) {
    Map<String, Pod> found = byName(later.pods());
    Set<String> names = new HashSet<>();
    for (Pod pod : view.pods()) {
      Pod now = found.get(pod.name());
      if (!pod.deleted() && (now == null || now.deleted() || now.replaces(pod))) {
        names.add(pod.name());
      }
    }
    return names;
  }

  /**
   * The pods before a scale event, which may have come after each of the states: what was added or
   * deleted until then has another reason, such as another scale event shortly before.
   *
   * @param states the newest first
   */
  private static List<List<Pod>> undone(StatusWrite write, List<List<Pod>> states) {
    List<List<Pod>> before = new ArrayList<>();
    for (int earlier = states.size() - 1; earlier >= 0; earlier--) {
      for (List<Pod> later : states.subList(0, earlier + 1)) {
        before.addAll(undone(write, states.get(earlier), later));
      }
    }
    return before;
  }

  /**
   * The earlier pods in their later state, without the effect of a scale event: it added the other
   * pods, and a scale-down deleted those that are gone. A pod that replaces one of the same name,
   * as in a StatefulSet, may have come before or after the sync.
   */
  private static List<List<Pod>> undone(StatusWrite write, List<Pod> earlier, List<Pod> later) {
    Map<String, Pod> found = byName(later);
    List<Pod> before = new ArrayList<>();
    List<Pod> after = new ArrayList<>();
    for (Pod pod : earlier) {
      Pod now = found.get(pod.name());
      Pod kept = (now == null || now.deleted()) && write.to() < write.from() ? pod : now;
      if (kept != null) {
        before.add(kept.replaces(pod) ? pod : kept);
        after.add(kept);
      }
    }
    return List.of(before, after);
  }

  private static Map<String, Pod> byName(List<Pod> pods) {
    Map<String, Pod> found = new HashMap<>();
    pods.forEach(pod -> found.put(pod.name(), pod));
    return found;
  }
}
