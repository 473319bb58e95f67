package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.kube.client.NamespaceScope;
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
 * The pods of all namespaces, indexed by the labels that selectors name, so that a selector is
 * matched against few of them. Labels that no selector names take no memory here.
 *
 * <p>Thread-safe; each namespace has its own lock.
 */
public final class PodIndex {

  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();
  private final AtomicInteger size = new AtomicInteger();
  private final UnreadablePods unreadable = new UnreadablePods();
  private volatile ChangeListener listener = (pod, before) -> {};

  /** Receives every change of the index. */
  @FunctionalInterface
  public interface ChangeListener {
    /**
     * A pod was added, replaced or removed; called by the thread that did it. Must return quickly.
     *
     * @param before the pod until then; null for one that was added
     */
    void changed(NamespacedName pod, @Nullable CachedPod before);
  }

  /** Reports every change from now on to this listener, in place of an earlier one. */
  public void onChange(ChangeListener value) {
    listener = value;
  }

  /**
   * Adds a pod, in place of the one with the same name. A pod that was added before has no effect:
   * the first list delivers pods with its pages, and again at its end.
   */
  @SuppressWarnings("ReferenceEquality") // Only the very pod need not be added again.
  public void put(CachedPod pod) {
    unreadable.remove(pod.key());
    @Nullable CachedPod[] replaced = new CachedPod[1];
    namespaces.compute(
        pod.namespace(),
        (name, known) -> {
          Namespace namespace = known == null ? new Namespace() : known;
          replaced[0] = namespace.put(pod);
          return namespace;
        });
    CachedPod before = replaced[0];
    if (before == null) {
      size.incrementAndGet();
    }
    if (before != pod) {
      listener.changed(pod.key(), before);
    }
  }

  /** Removes a pod if it is there. */
  public void remove(NamespacedName pod) {
    unreadable.remove(pod);
    removeKnown(pod);
  }

  private void removeKnown(NamespacedName pod) {
    @Nullable CachedPod[] removed = new CachedPod[1];
    namespaces.computeIfPresent(
        pod.namespace(),
        (name, namespace) -> {
          removed[0] = namespace.remove(pod.name());
          return namespace.isEmpty() ? null : namespace;
        });
    CachedPod before = removed[0];
    if (before != null) {
      size.decrementAndGet();
      listener.changed(pod, before);
    }
  }

  /** A pod exists and cannot be decoded: what is known of it does not count any more. */
  public void unreadable(UnreadableObject pod) {
    // First the note, then the removal: a selection in between must not miss the pod.
    unreadable.put(pod);
    removeKnown(pod.key());
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
        removeKnown(new NamespacedName(each.getKey(), gone));
      }
    }
  }

  /** Removes the pods of namespaces; no listener is called. */
  public void drop(NamespaceScope dropped) {
    unreadable.drop(dropped);
    for (String each : namespaces.keySet()) {
      if (dropped.contains(each)) {
        namespaces.computeIfPresent(
            each,
            (name, namespace) -> {
              size.addAndGet(-namespace.size());
              return null;
            });
      }
    }
  }

  /** The pods of a namespace that match, by name. */
  public List<CachedPod> select(String namespace, Selector selector) {
    Namespace found = namespaces.get(namespace);
    return found == null ? List.of() : found.select(selector);
  }

  /** Of how many namespaces something is kept. */
  int namespaces() {
    return namespaces.size();
  }

  /** How many pods there are. */
  public int size() {
    return size.get();
  }

  private static final class Namespace {
    private final Map<String, CachedPod> pods = new HashMap<>();
    private final PodsByLabel byLabel = new PodsByLabel();

    /** Returns the pod that had the name. */
    @SuppressWarnings("ReferenceEquality")
    synchronized @Nullable CachedPod put(CachedPod pod) {
      CachedPod before = pods.put(pod.name(), pod);
      if (before == pod) {
        return before;
      }
      if (before != null && !before.labels().equals(pod.labels())) {
        byLabel.remove(before);
      }
      byLabel.put(pod);
      return before;
    }

    synchronized @Nullable CachedPod remove(String name) {
      CachedPod before = pods.remove(name);
      if (before != null) {
        byLabel.remove(before);
      }
      return before;
    }

    synchronized boolean isEmpty() {
      return pods.isEmpty();
    }

    synchronized int size() {
      return pods.size();
    }

    synchronized List<String> namesOtherThan(Set<String> kept) {
      return pods.keySet().stream().filter(name -> !kept.contains(name)).toList();
    }

    /** Matches without the lock: the watch of all pods must not wait for a long selector. */
    List<CachedPod> select(Selector selector) {
      List<CachedPod> result = new ArrayList<>();
      for (CachedPod pod : candidates(selector)) {
        if (selector.matches(pod.labels())) {
          result.add(pod);
        }
      }
      result.sort(Comparator.comparing(CachedPod::name));
      return result;
    }

    private synchronized List<CachedPod> candidates(Selector selector) {
      return new ArrayList<>(byLabel.candidates(selector, pods).values());
    }
  }
}
