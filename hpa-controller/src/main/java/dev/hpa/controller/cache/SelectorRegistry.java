package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.core.pods.OwnerFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The pod selectors of all autoscalers, to detect autoscalers that select the same pods. An
 * autoscaler is included after its first successful read of a selector, until it is deleted.
 *
 * <p>Which selectors match a set of labels is remembered, so that a sync compares only what has
 * changed. Pods of one template share their labels.
 *
 * <p>Thread-safe. Autoscalers are registered and removed without a wait for others that compare.
 */
public final class SelectorRegistry {

  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();

  /** Registers an autoscaler whose selector is not known yet. */
  public void register(NamespacedName autoscaler) {
    namespaces.compute(
        autoscaler.namespace(),
        (name, known) -> {
          Namespace namespace = known == null ? new Namespace() : known;
          namespace.register(autoscaler.name());
          return namespace;
        });
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
    return found != null && found.update(autoscaler.name(), new Registered(selector, target));
  }

  /** Removes a deleted autoscaler. */
  public void remove(NamespacedName autoscaler) {
    namespaces.computeIfPresent(
        autoscaler.namespace(),
        (name, namespace) -> {
          namespace.remove(autoscaler.name());
          return namespace.selectors.isEmpty() ? null : namespace;
        });
  }

  /** How many autoscalers are registered. */
  public int size() {
    return namespaces.values().stream().mapToInt(each -> each.selectors.size()).sum();
  }

  /** Of how many namespaces something is kept. */
  int namespaces() {
    return namespaces.size();
  }

  /**
   * An autoscaler whose selector matches.
   *
   * @param target its target if it counts only pods of the target; else null
   */
  public record Match(NamespacedName autoscaler, OwnerFilter.@Nullable Owner target) {}

  /** The autoscalers whose selectors match any of these pods of a namespace, sorted. */
  public List<Match> matchingAutoscalers(String namespace, Collection<CachedPod> pods) {
    Namespace found = namespaces.get(namespace);
    if (found == null || found.selectors.size() < 2) {
      // One autoscaler alone cannot overlap, and with none there is nothing to report.
      return List.of();
    }
    List<Match> matching = new ArrayList<>();
    for (String name : found.matching(pods)) {
      Registered registered = found.selectors.get(name);
      // One that was deleted and created again since has no selector yet.
      if (registered != null && !registered.selector().equals(Selector.nothing())) {
        matching.add(new Match(new NamespacedName(namespace, name), registered.target()));
      }
    }
    return matching;
  }

  /** One value, so that no other sync sees a selector without the target that limits it. */
  private record Registered(Selector selector, OwnerFilter.@Nullable Owner target) {
    static final Registered UNKNOWN = new Registered(Selector.nothing(), null);
  }

  private static final class Namespace {
    private final Map<String, Registered> selectors = new ConcurrentHashMap<>();
    private final Queue<String> removed = new ConcurrentLinkedQueue<>();
    private final SelectorMatches matches = new SelectorMatches();

    void register(String name) {
      selectors.putIfAbsent(name, Registered.UNKNOWN);
    }

    boolean update(String name, Registered registered) {
      Registered before = selectors.get(name);
      if (before == null || before.equals(registered)) {
        return before != null;
      }
      synchronized (matches) {
        forgetRemoved();
        Selector selector = matches.put(name, registered.selector());
        if (selectors.replace(name, before, new Registered(selector, registered.target()))) {
          return true;
        }
        matches.remove(name);
        return false;
      }
    }

    void remove(String name) {
      Registered before = selectors.remove(name);
      if (before != null && !before.selector().equals(Selector.nothing())) {
        removed.add(name);
      }
    }

    /** Those that were removed since; called by syncs, which may wait. */
    private void forgetRemoved() {
      for (String name = removed.poll(); name != null; name = removed.poll()) {
        matches.remove(name);
      }
    }

    Set<String> matching(Collection<CachedPod> pods) {
      synchronized (matches) {
        forgetRemoved();
        return matches.matching(pods);
      }
    }
  }
}
