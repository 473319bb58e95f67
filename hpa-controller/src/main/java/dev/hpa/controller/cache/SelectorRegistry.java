package dev.hpa.controller.cache;

import dev.hpa.api.Selector;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The pod selectors of all autoscalers, to detect autoscalers that select the same pods. An
 * autoscaler is included after its first successful read of a selector, until it is deleted.
 *
 * <p>Selectors are filed under a label they ask for, and found by the labels pods have, without a
 * look at the others; pods of one template, which share their labels, are looked at once.
 *
 * <p>Thread-safe; who looks waits for nobody.
 */
public final class SelectorRegistry {

  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();

  /** Registers an autoscaler whose selector is not known yet. */
  public void register(String namespace, String name) {
    namespaces.computeIfAbsent(namespace, any -> new Namespace()).register(name);
  }

  /** Sets the selector of an autoscaler, if it is registered. */
  public void update(String namespace, String name, Selector selector) {
    Namespace found = namespaces.get(namespace);
    if (found != null) {
      found.update(name, selector);
    }
  }

  /** Removes a deleted autoscaler. */
  public void remove(String namespace, String name) {
    Namespace found = namespaces.get(namespace);
    if (found != null) {
      found.remove(name);
    }
  }

  /** How many autoscalers are registered. */
  public int size() {
    return namespaces.values().stream().mapToInt(each -> each.filed.size()).sum();
  }

  /**
   * The autoscalers, as sorted {@code namespace/name}, whose selectors match any of these pods of a
   * namespace.
   */
  public List<String> matchingAutoscalers(String namespace, Collection<CachedPod> pods) {
    Namespace found = namespaces.get(namespace);
    if (found == null || found.filed.size() < 2) {
      // One autoscaler alone cannot overlap, and with none there is nothing to report.
      return List.of();
    }
    Set<Map<String, String>> labelSets = Collections.newSetFromMap(new IdentityHashMap<>());
    pods.forEach(pod -> labelSets.add(pod.labels()));
    Set<String> names = new TreeSet<>();
    labelSets.forEach(labels -> found.addMatching(labels, names));
    return names.stream().map(name -> namespace + "/" + name).toList();
  }

  private record Label(String key, String value) {}

  /**
   * @param label under which the selector is filed; null for one that names no label's only value
   */
  private record Filed(Selector selector, @Nullable Label label) {}

  private static final class Namespace {
    private final Map<String, Filed> filed = new ConcurrentHashMap<>();
    private final Map<Label, Map<String, Selector>> byLabel = new ConcurrentHashMap<>();
    private final Map<String, Selector> others = new ConcurrentHashMap<>();

    void register(String name) {
      filed.putIfAbsent(name, new Filed(Selector.nothing(), null));
    }

    synchronized void update(String name, Selector selector) {
      Filed before = filed.get(name);
      if (before == null || before.selector().equals(selector)) {
        return;
      }
      Filed after = new Filed(selector, shortestFile(selector));
      // First the new place, so that nobody misses it meanwhile.
      file(after.label()).put(name, selector);
      filed.put(name, after);
      if (!Objects.equals(after.label(), before.label())) {
        unfile(name, before);
      }
    }

    synchronized void remove(String name) {
      Filed before = filed.remove(name);
      if (before != null) {
        unfile(name, before);
      }
    }

    private @Nullable Label shortestFile(Selector selector) {
      Label shortest = null;
      int size = Integer.MAX_VALUE;
      for (Selector.Requirement requirement : selector.requirements()) {
        String value = requirement.onlyValue();
        if (value != null) {
          Label label = new Label(requirement.key(), value);
          int there = byLabel.getOrDefault(label, Map.of()).size();
          if (there < size) {
            shortest = label;
            size = there;
          }
        }
      }
      return shortest;
    }

    private Map<String, Selector> file(@Nullable Label label) {
      return label == null
          ? others
          : byLabel.computeIfAbsent(label, any -> new ConcurrentHashMap<>());
    }

    private void unfile(String name, Filed before) {
      Map<String, Selector> file = file(before.label());
      file.remove(name);
      if (before.label() != null && file.isEmpty()) {
        byLabel.remove(before.label());
      }
    }

    void addMatching(Map<String, String> labels, Set<String> names) {
      labels.forEach(
          (key, value) ->
              addMatching(byLabel.getOrDefault(new Label(key, value), Map.of()), labels, names));
      addMatching(others, labels, names);
    }

    private static void addMatching(
        Map<String, Selector> file, Map<String, String> labels, Set<String> names) {
      file.forEach(
          (name, selector) -> {
            if (selector.matches(labels)) {
              names.add(name);
            }
          });
    }
  }
}
