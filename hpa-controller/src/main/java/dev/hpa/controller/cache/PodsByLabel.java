package dev.hpa.controller.cache;

import dev.hpa.api.Selector;
import dev.hpa.kube.memory.Limit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a namespace by the values of those labels that selectors name. A label is indexed
 * when a selector names it for the first time. Not thread-safe.
 */
final class PodsByLabel {

  private final Map<String, Map<String, Map<String, CachedPod>>> byKey = new HashMap<>();

  /** Adds a pod, in place of one with the same name and labels. */
  void put(CachedPod pod) {
    for (Map.Entry<String, Map<String, Map<String, CachedPod>>> each : byKey.entrySet()) {
      put(each.getValue(), each.getKey(), pod);
    }
  }

  private static void put(Map<String, Map<String, CachedPod>> byValue, String key, CachedPod pod) {
    String value = pod.labels().get(key);
    if (value != null) {
      byValue.computeIfAbsent(value, any -> new HashMap<>()).put(pod.name(), pod);
    }
  }

  /** Removes a pod as it was added. */
  void remove(CachedPod pod) {
    byKey.forEach(
        (key, byValue) -> {
          String value = pod.labels().get(key);
          if (value != null) {
            byValue.computeIfPresent(
                value,
                (any, pods) -> {
                  pods.remove(pod.name());
                  return pods.isEmpty() ? null : pods;
                });
          }
        });
  }

  /**
   * The smallest indexed set of pods, by name, that contains all that a selector matches.
   *
   * @param all all pods, by name: the result if no requirement allows only one value of a label
   */
  Map<String, CachedPod> candidates(Selector selector, Map<String, CachedPod> all) {
    Map<String, CachedPod> fewest = all;
    for (Selector.Requirement requirement : selector.requirements()) {
      String value = requirement.exactMatch();
      Map<String, Map<String, CachedPod>> byValue =
          value == null ? null : indexed(requirement.key(), all);
      if (byValue != null) {
        Map<String, CachedPod> pods = byValue.getOrDefault(value, Map.of());
        fewest = pods.size() < fewest.size() ? pods : fewest;
      }
    }
    return fewest;
  }

  /** The pods by the value of a label; null if too many labels are indexed. */
  private @Nullable Map<String, Map<String, CachedPod>> indexed(
      String key, Map<String, CachedPod> all) {
    Map<String, Map<String, CachedPod>> known = byKey.get(key);
    if (known != null || byKey.size() == Limit.INDEXED_LABELS.asInt()) {
      return known;
    }
    Map<String, Map<String, CachedPod>> byValue = new HashMap<>();
    all.values().forEach(pod -> put(byValue, key, pod));
    byKey.put(key, byValue);
    return byValue;
  }
}
