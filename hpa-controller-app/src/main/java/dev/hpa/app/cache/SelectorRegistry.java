package dev.hpa.app.cache;

import dev.hpa.api.Selector;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pod selectors of all autoscalers, to find those that reach for the same pods. An autoscaler
 * takes part from its first successful reading of a selector on, until it is deleted.
 *
 * <p>Thread-safe. Pods with equal labels are looked at once.
 */
public final class SelectorRegistry {

  private final Map<String, Map<String, Selector>> namespaces = new ConcurrentHashMap<>();

  /** An autoscaler has come; its pods are not known yet. */
  public void register(String namespace, String name) {
    namespaces
        .computeIfAbsent(namespace, any -> new ConcurrentHashMap<>())
        .putIfAbsent(name, Selector.nothing());
  }

  /** Sets the selector of an autoscaler, if it is registered. */
  public void update(String namespace, String name, Selector selector) {
    Map<String, Selector> selectors = namespaces.get(namespace);
    if (selectors != null) {
      selectors.replace(name, selector);
    }
  }

  /** An autoscaler has gone. */
  public void remove(String namespace, String name) {
    Map<String, Selector> selectors = namespaces.get(namespace);
    if (selectors != null) {
      selectors.remove(name);
    }
  }

  /** How many autoscalers are registered. */
  public int size() {
    return namespaces.values().stream().mapToInt(Map::size).sum();
  }

  /**
   * The autoscalers, as sorted {@code namespace/name}, whose selectors match any of these pods of a
   * namespace.
   */
  public List<String> owners(String namespace, Collection<CachedPod> pods) {
    Map<String, Selector> selectors = namespaces.getOrDefault(namespace, Map.of());
    if (selectors.size() < 2) {
      // One autoscaler alone cannot overlap, and with none there is nothing to report.
      return List.of();
    }
    Set<Map<String, String>> labelSets = new HashSet<>();
    pods.forEach(pod -> labelSets.add(pod.labels()));
    return selectors.entrySet().stream()
        .filter(each -> labelSets.stream().anyMatch(labels -> each.getValue().matches(labels)))
        .map(each -> namespace + "/" + each.getKey())
        .sorted()
        .toList();
  }
}
