package dev.hpa.sandbox.workload;

import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.StoredObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An index of pods by label: finds the pods of a selector with an equality requirement without
 * scanning the namespace. Thread-safe.
 */
final class PodsByLabel {

  private final Cluster cluster;
  private final Map<String, LabelIndex<ObjectKey, ObjectKey>> namespaces =
      new ConcurrentHashMap<>();

  private PodsByLabel(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Indexes the existing pods and follows all changes. No pod may be written during the call. */
  static PodsByLabel in(Cluster cluster) {
    PodsByLabel index = new PodsByLabel(cluster);
    ResourceStore stored = cluster.objects(ResourceTypes.PODS);
    stored.in("").forEach(pod -> index.update(pod.key(), Map.of(), pod.labels()));
    stored.onChange(index::update);
    return index;
  }

  private void update(Change change) {
    Map<String, String> before = labels(change.before());
    Map<String, String> after = labels(change.after());
    if (!before.equals(after)) {
      update(change.last().key(), before, after);
    }
  }

  private static Map<String, String> labels(@Nullable StoredObject pod) {
    return pod == null ? Map.of() : pod.labels();
  }

  private void update(ObjectKey pod, Map<String, String> before, Map<String, String> after) {
    LabelIndex<ObjectKey, ObjectKey> index =
        namespaces.computeIfAbsent(pod.namespace(), any -> new LabelIndex<>());
    index.remove(pod, before);
    index.put(pod, after, pod);
  }

  /**
   * The pods that match, in order of namespace and name.
   *
   * @param namespace empty for all
   */
  List<StoredObject> matching(String namespace, Selector selector) {
    Collection<StoredObject> candidates = candidates(namespace, selector);
    return candidates.stream().filter(pod -> selector.matches(pod.labels())).toList();
  }

  private Collection<StoredObject> candidates(String namespace, Selector selector) {
    LabelIndex<ObjectKey, ObjectKey> index = namespaces.get(namespace);
    Map<ObjectKey, ObjectKey> found = index == null ? null : index.candidates(selector);
    return found == null
        ? cluster.objects(ResourceTypes.PODS).in(namespace)
        : found.keySet().stream()
            .sorted()
            .map(pod -> cluster.find(ResourceTypes.PODS, pod))
            .filter(Objects::nonNull)
            .toList();
  }
}
