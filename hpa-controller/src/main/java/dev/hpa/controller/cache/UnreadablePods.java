package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.UnreadableObject;
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

  private final Map<NamespacedName, UnreadableObject> pods = new ConcurrentHashMap<>();

  void put(UnreadableObject pod) {
    pods.put(pod.key(), pod);
  }

  void remove(NamespacedName pod) {
    if (!pods.isEmpty()) {
      pods.remove(pod);
    }
  }

  /** Makes these the only ones. */
  void replace(Collection<UnreadableObject> all) {
    all.forEach(this::put);
    Set<NamespacedName> keys = new HashSet<>();
    all.forEach(pod -> keys.add(pod.key()));
    pods.keySet().retainAll(keys);
  }

  void drop(NamespaceScope namespaces) {
    pods.keySet().removeIf(pod -> namespaces.contains(pod.namespace()));
  }

  List<UnreadableObject> select(String namespace, Selector selector) {
    if (pods.isEmpty()) {
      return List.of();
    }
    return pods.values().stream()
        .filter(pod -> mayMatch(pod, namespace, selector))
        .sorted(Comparator.comparing(UnreadableObject::key))
        .toList();
  }

  private static boolean mayMatch(UnreadableObject pod, String namespace, Selector selector) {
    if (pod.namespace().isEmpty()) {
      return true;
    }
    Map<String, String> labels = pod.labels();
    return pod.namespace().equals(namespace) && (labels == null || selector.matches(labels));
  }
}
