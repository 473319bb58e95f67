package dev.hpa.controller.cache;

import dev.hpa.api.LabelIndex;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.core.OwnerFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The pod selectors of all autoscalers, to detect autoscalers that select the same pods. An
 * autoscaler is included after its first successful read of a selector, until it is deleted.
 *
 * <p>A selector is indexed under one of the labels it requires and found by the labels of pods.
 * Pods of one template share their labels and are matched once.
 *
 * <p>Thread-safe; readers never wait.
 */
public final class SelectorRegistry {

  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();

  /** Registers an autoscaler whose selector is not known yet. */
  public void register(NamespacedName autoscaler) {
    namespaces
        .computeIfAbsent(autoscaler.namespace(), any -> new Namespace())
        .register(autoscaler.name());
  }

  /** Sets the selector of an autoscaler that counts all matching pods, if it is registered. */
  public void update(NamespacedName autoscaler, Selector selector) {
    update(autoscaler, selector, null);
  }

  /**
   * Sets the selector of an autoscaler, if it is registered.
   *
   * @param target its target if it counts only pods of the target; else null
   * @return whether the autoscaler is registered
   */
  public boolean update(
      NamespacedName autoscaler, Selector selector, OwnerFilter.@Nullable Owner target) {
    Namespace found = namespaces.get(autoscaler.namespace());
    if (found == null) {
      return false;
    }
    boolean isRegistered = found.update(autoscaler.name(), selector);
    found.target(autoscaler.name(), target);
    return isRegistered;
  }

  /** The target of an autoscaler that counts only its pods; null for any other. */
  public OwnerFilter.@Nullable Owner target(NamespacedName autoscaler) {
    Namespace found = namespaces.get(autoscaler.namespace());
    return found == null ? null : found.targets.get(autoscaler.name());
  }

  /** Removes a deleted autoscaler. */
  public void remove(NamespacedName autoscaler) {
    Namespace found = namespaces.get(autoscaler.namespace());
    if (found != null) {
      found.remove(autoscaler.name());
    }
  }

  /** How many autoscalers are registered. */
  public int size() {
    return namespaces.values().stream().mapToInt(each -> each.selectors.size()).sum();
  }

  /** The autoscalers whose selectors match any of these pods of a namespace, sorted. */
  public List<NamespacedName> matchingAutoscalers(String namespace, Collection<CachedPod> pods) {
    Namespace found = namespaces.get(namespace);
    if (found == null || found.selectors.size() < 2) {
      // One autoscaler alone cannot overlap, and with none there is nothing to report.
      return List.of();
    }
    Set<Map<String, String>> labelSets = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<String> names = new TreeSet<>();
    for (CachedPod pod : pods) {
      if (labelSets.add(pod.labels())) {
        found.addMatching(pod.labels(), names);
      }
    }
    List<NamespacedName> matching = new ArrayList<>(names.size());
    for (String name : names) {
      matching.add(new NamespacedName(namespace, name));
    }
    return matching;
  }

  /**
   * A selector.
   *
   * @param label the label it is indexed under; empty if no requirement names the only value of one
   */
  private record Indexed(Selector selector, Map<String, String> label) {}

  private static final class Namespace {
    private final Map<String, Indexed> selectors = new ConcurrentHashMap<>();
    private final LabelIndex<String, Selector> byLabel = new LabelIndex<>();
    private final Map<String, Selector> others = new ConcurrentHashMap<>();

    private final Map<String, OwnerFilter.Owner> targets = new ConcurrentHashMap<>();

    void target(String name, OwnerFilter.@Nullable Owner target) {
      if (target != null && selectors.containsKey(name)) {
        targets.put(name, target);
      } else if (!targets.isEmpty()) {
        targets.remove(name);
      }
    }

    void register(String name) {
      selectors.putIfAbsent(name, new Indexed(Selector.nothing(), Map.of()));
    }

    synchronized boolean update(String name, Selector selector) {
      Indexed before = selectors.get(name);
      if (before == null || before.selector().equals(selector)) {
        return before != null;
      }
      Indexed after = new Indexed(selector, rarestLabel(selector));
      // Added before it is removed, so that a reader always finds it.
      if (after.label().isEmpty()) {
        others.put(name, selector);
      } else {
        byLabel.put(name, after.label(), selector);
      }
      selectors.put(name, after);
      if (!after.label().equals(before.label())) {
        removeIndexed(name, before);
      }
      return true;
    }

    synchronized void remove(String name) {
      Indexed before = selectors.remove(name);
      targets.remove(name);
      if (before != null) {
        removeIndexed(name, before);
      }
    }

    private void removeIndexed(String name, Indexed before) {
      if (before.label().isEmpty()) {
        others.remove(name);
      } else {
        byLabel.remove(name, before.label());
      }
    }

    private Map<String, String> rarestLabel(Selector selector) {
      Map<String, String> rarest = Map.of();
      int fewest = Integer.MAX_VALUE;
      for (Selector.Requirement requirement : selector.requirements()) {
        String value = requirement.exactMatch();
        if (value != null) {
          int others = byLabel.labeled(requirement.key(), value).size();
          if (others < fewest) {
            rarest = Map.of(requirement.key(), value);
            fewest = others;
          }
        }
      }
      return rarest;
    }

    void addMatching(Map<String, String> labels, Set<String> names) {
      labels.forEach((key, value) -> addMatching(byLabel.labeled(key, value), labels, names));
      addMatching(others, labels, names);
    }

    private static void addMatching(
        Map<String, Selector> selectors, Map<String, String> labels, Set<String> names) {
      selectors.forEach(
          (name, selector) -> {
            if (selector.matches(labels)) {
              names.add(name);
            }
          });
    }
  }
}
