package dev.hpa.controller.cache;

import dev.hpa.api.Selector;
import dev.hpa.kube.client.UnreadableObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * All pods, found by selector without a look at the others: within a namespace pods are filed under
 * each of their labels, and a selector looks only into the shortest of the files it names.
 *
 * <p>Thread-safe; a namespace is locked by itself.
 */
public final class PodIndex {

  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();
  private final AtomicInteger size = new AtomicInteger();
  private final UnreadablePods unreadable = new UnreadablePods();
  private volatile ChangeListener listener = (namespace, name, before) -> {};

  /** Receives every change of the index. */
  @FunctionalInterface
  public interface ChangeListener {
    /**
     * A pod was added, replaced or removed; called by the thread that did it. Must return quickly.
     *
     * @param before the pod until then; null for one that was added
     */
    void changed(String namespace, String name, @Nullable CachedPod before);
  }

  /** Reports every change from now on to this listener, in place of an earlier one. */
  public void onChange(ChangeListener value) {
    listener = value;
  }

  /** Adds a pod, in place of the one with the same name. */
  public void put(CachedPod pod) {
    unreadable.remove(pod.namespace(), pod.name());
    CachedPod before = namespaces.computeIfAbsent(pod.namespace(), any -> new Namespace()).put(pod);
    if (before == null) {
      size.incrementAndGet();
    }
    listener.changed(pod.namespace(), pod.name(), before);
  }

  /** Removes a pod if it is there. */
  public void remove(String namespace, String name) {
    unreadable.remove(namespace, name);
    removeKnown(namespace, name);
  }

  private void removeKnown(String namespace, String name) {
    Namespace found = namespaces.get(namespace);
    CachedPod before = found == null ? null : found.remove(name);
    if (before != null) {
      size.decrementAndGet();
      listener.changed(namespace, name, before);
    }
  }

  /** A pod exists and cannot be decoded: what is known of it does not count any more. */
  public void unreadable(UnreadableObject pod) {
    // First the note, then the removal: a selection in between must not miss the pod.
    unreadable.put(pod);
    removeKnown(pod.namespace(), pod.name());
  }

  /** Makes these the only pods, with those that cannot be decoded. */
  public void replace(Collection<CachedPod> pods, Collection<UnreadableObject> unreadablePods) {
    unreadable.replace(unreadablePods);
    replace(pods);
  }

  /**
   * The pods of a namespace that a selector matches, or may match, and that cannot be decoded; by
   * name.
   */
  public List<UnreadableObject> selectUnreadable(String namespace, Selector selector) {
    return unreadable.select(namespace, selector);
  }

  private void replace(Collection<CachedPod> pods) {
    Map<String, Set<String>> kept = new HashMap<>();
    for (CachedPod pod : pods) {
      put(pod);
      kept.computeIfAbsent(pod.namespace(), any -> new LinkedHashSet<>()).add(pod.name());
    }
    for (Map.Entry<String, Namespace> each : namespaces.entrySet()) {
      for (String gone :
          each.getValue().namesOtherThan(kept.getOrDefault(each.getKey(), Set.of()))) {
        removeKnown(each.getKey(), gone);
      }
    }
  }

  /** The pods of a namespace that match, by name. */
  public List<CachedPod> select(String namespace, Selector selector) {
    Namespace found = namespaces.get(namespace);
    return found == null ? List.of() : found.select(selector);
  }

  /** How many pods there are. */
  public int size() {
    return size.get();
  }

  private record Label(String key, String value) {}

  private static final class Namespace {
    private final Map<String, CachedPod> pods = new HashMap<>();
    private final Map<Label, Map<String, CachedPod>> byLabel = new HashMap<>();

    /** Returns the pod that had the name. */
    synchronized @Nullable CachedPod put(CachedPod pod) {
      CachedPod before = pods.put(pod.name(), pod);
      if (before != null && !before.labels().equals(pod.labels())) {
        unfile(before);
      }
      pod.labels()
          .forEach(
              (key, value) ->
                  byLabel
                      .computeIfAbsent(new Label(key, value), any -> new HashMap<>())
                      .put(pod.name(), pod));
      return before;
    }

    synchronized @Nullable CachedPod remove(String name) {
      CachedPod before = pods.remove(name);
      if (before != null) {
        unfile(before);
      }
      return before;
    }

    private void unfile(CachedPod pod) {
      pod.labels()
          .forEach(
              (key, value) ->
                  byLabel.computeIfPresent(
                      new Label(key, value),
                      (label, file) -> {
                        file.remove(pod.name());
                        return file.isEmpty() ? null : file;
                      }));
    }

    synchronized List<String> namesOtherThan(Set<String> kept) {
      return pods.keySet().stream().filter(name -> !kept.contains(name)).toList();
    }

    synchronized List<CachedPod> select(Selector selector) {
      List<CachedPod> result = new ArrayList<>();
      for (CachedPod pod : candidates(selector)) {
        if (selector.matches(pod.labels())) {
          result.add(pod);
        }
      }
      result.sort(Comparator.comparing(CachedPod::name));
      return result;
    }

    private Collection<CachedPod> candidates(Selector selector) {
      Map<String, CachedPod> shortest = pods;
      for (Selector.Requirement requirement : selector.requirements()) {
        String value = requirement.onlyValue();
        if (value != null) {
          Map<String, CachedPod> file = byLabel.get(new Label(requirement.key(), value));
          if (file == null) {
            return List.of();
          }
          shortest = file.size() < shortest.size() ? file : shortest;
        }
      }
      return shortest.values();
    }
  }
}
