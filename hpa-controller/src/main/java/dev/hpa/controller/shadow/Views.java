package dev.hpa.controller.shadow;

import dev.hpa.core.Plan;
import dev.hpa.core.Pod;
import dev.hpa.core.Situation;
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
 * The views of the cluster near a sync of the active controller.
 *
 * <p>A view of the time before a scale event has the pods that existed before it, whatever the
 * event added or deleted since.
 */
record Views(PodChangeLog changes) {

  /**
   * The views at a status write and shortly before it.
   *
   * @param base the situation that was read at {@code now}, after the write
   * @param now in the timeline's time, as the write's
   */
  List<View> before(StatusWrite write, Situation base, Instant now) {
    Duration since = Duration.between(write.at(), now);
    Instant at = base.now().minus(since);
    List<Pod> earlier = pods(base, write.at().minus(Timing.LAG));
    List<Pod> then = pods(base, write.at());
    List<Pod> settled = write.isScaleEvent() ? undone(earlier, then) : then;
    Set<View> views = new LinkedHashSet<>();
    int reported = base.scale().statusReplicas();
    for (int statusReplicas : List.of(reported, write.isScaleEvent() ? write.from() : reported)) {
      views.add(new View(settled, statusReplicas, at));
      views.add(new View(earlier, statusReplicas, at.minus(Timing.LAG)));
    }
    return List.copyOf(views);
  }

  /**
   * The view shortly after a status write, with the pods that arrived late.
   *
   * @param base the situation of the write
   * @param later the situation that was read at {@code now}
   */
  View after(StatusWrite write, Situation base, Situation later, Instant now) {
    List<Pod> pods = pods(base, write.at().plus(Timing.LAG));
    return new View(
        write.isScaleEvent() ? undone(pods(base, write.at().minus(Timing.LAG)), pods) : pods,
        base.scale().statusReplicas(),
        later.now().minus(Duration.between(write.at(), now)));
  }

  /** The views now and shortly before. */
  List<View> now(Situation situation, Instant now) {
    int statusReplicas = situation.scale().statusReplicas();
    return List.of(
        new View(situation.pods(), statusReplicas, situation.now()),
        new View(
            pods(situation, now.minus(Timing.LAG)),
            statusReplicas,
            situation.now().minus(Timing.LAG)));
  }

  private List<Pod> pods(Situation situation, Instant time) {
    return situation.plan() instanceof Plan.Measure measure
        ? changes.asOf(time, situation.scale().namespace(), measure.pods())
        : situation.pods();
  }

  /** The pods of a view that a situation does not have, or has as being deleted. */
  static Set<String> deleted(View view, Situation later) {
    Set<String> names = new HashSet<>();
    view.pods().stream().filter(pod -> !pod.deleted()).forEach(pod -> names.add(pod.name()));
    later.pods().stream().filter(pod -> !pod.deleted()).forEach(pod -> names.remove(pod.name()));
    return names;
  }

  /** The earlier pods, as they are later unless they have been deleted meanwhile. */
  private static List<Pod> undone(List<Pod> earlier, List<Pod> later) {
    Map<String, Pod> found = new HashMap<>();
    later.forEach(pod -> found.put(pod.name(), pod));
    List<Pod> pods = new ArrayList<>();
    for (Pod pod : earlier) {
      Pod now = found.getOrDefault(pod.name(), pod);
      pods.add(now.deleted() ? pod : now);
    }
    return pods;
  }
}
