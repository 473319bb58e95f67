package dev.hpa.core;

import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The pods of a target, sorted by what their metric is worth.
 *
 * @param ready how many pods count
 */
record PodGroups(int ready, List<Pod> unready, List<Pod> missing, List<Pod> ignored) {

  static PodGroups of(
      List<Pod> pods,
      Map<String, PodValue> values,
      String resource,
      Settings settings,
      Instant now) {
    int ready = 0;
    List<Pod> unready = new ArrayList<>();
    List<Pod> missing = new ArrayList<>();
    List<Pod> ignored = new ArrayList<>();
    for (Pod pod : pods) {
      PodStanding standing = PodStanding.of(pod, values.get(pod.name()), resource, settings, now);
      switch (standing.group()) {
        case READY -> ready++;
        case UNREADY -> unready.add(pod);
        case MISSING -> missing.add(pod);
        case IGNORED -> ignored.add(pod);
      }
    }
    return new PodGroups(ready, unready, missing, ignored);
  }
}
