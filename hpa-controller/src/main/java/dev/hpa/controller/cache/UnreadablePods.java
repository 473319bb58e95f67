package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.UnreadableObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pods that exist and cannot be decoded. A pod whose labels are not known may be matched by any
 * selector of its namespace; one whose namespace is not known by any selector at all. Thread-safe.
 */
final class UnreadablePods {

  /** By namespace and name; those whose namespace is not known under the empty one. */
  private final Map<String, Map<String, UnreadableObject>> namespaces = new ConcurrentHashMap<>();

  void put(UnreadableObject pod) {
    namespaces.compute(
        pod.namespace(),
        (namespace, known) -> {
          Map<String, UnreadableObject> pods = known == null ? new ConcurrentHashMap<>() : known;
          pods.put(pod.name(), pod);
          return pods;
        });
  }

  void remove(NamespacedName pod) {
    namespaces.computeIfPresent(
        pod.namespace(),
        (namespace, pods) -> {
          pods.remove(pod.name());
          return pods.isEmpty() ? null : pods;
        });
  }

  /** Makes these the only ones. */
  void replace(Collection<UnreadableObject> all) {
    all.forEach(this::put);
    Set<NamespacedName> kept = new HashSet<>();
    all.forEach(pod -> kept.add(pod.key()));
    List<NamespacedName> known = new ArrayList<>();
    namespaces.values().forEach(pods -> pods.values().forEach(pod -> known.add(pod.key())));
    known.stream().filter(pod -> !kept.contains(pod)).forEach(this::remove);
  }

  void drop(NamespaceScope dropped) {
    namespaces.keySet().removeIf(dropped::contains);
  }

  List<UnreadableObject> select(String namespace, Selector selector) {
    if (namespaces.isEmpty()) {
      return List.of();
    }
    List<UnreadableObject> found = new ArrayList<>(pods("").values());
    if (!namespace.isEmpty()) {
      pods(namespace).values().stream().filter(pod -> mayMatch(pod, selector)).forEach(found::add);
    }
    found.sort(Comparator.comparing(UnreadableObject::key));
    return found;
  }

  private Map<String, UnreadableObject> pods(String namespace) {
    return namespaces.getOrDefault(namespace, Map.of());
  }

  private static boolean mayMatch(UnreadableObject pod, Selector selector) {
    Map<String, String> labels = pod.labels();
    return labels == null || selector.matches(labels);
  }
}
