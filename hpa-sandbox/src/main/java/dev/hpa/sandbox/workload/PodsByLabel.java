package dev.hpa.sandbox.workload;

import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.StoredObject;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An index of pods by label: finds the pods of a selector with an equality requirement without
 * scanning the namespace. Thread-safe.
 */
final class PodsByLabel {

  private final Cluster cluster;
  private final Map<Label, TreeSet<ObjectKey>> pods = new HashMap<>();

  private record Label(String namespace, String key, String value) {}

  private PodsByLabel(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Indexes the existing pods and follows all changes. No pod may be written during the call. */
  static PodsByLabel in(Cluster cluster) {
    PodsByLabel index = new PodsByLabel(cluster);
    ResourceStore stored = cluster.objects(ResourceTypes.PODS);
    stored.in("").forEach(pod -> index.note(pod.key(), Map.of(), pod.labels()));
    stored.onChange(index::note);
    return index;
  }

  private void note(Change change) {
    Map<String, String> before = labels(change.before());
    Map<String, String> after = labels(change.after());
    if (!before.equals(after)) {
      note(change.last().key(), before, after);
    }
  }

  private static Map<String, String> labels(@Nullable StoredObject pod) {
    return pod == null ? Map.of() : pod.labels();
  }

  private synchronized void note(
      ObjectKey pod, Map<String, String> before, Map<String, String> after) {
    before.forEach((key, value) -> remove(new Label(pod.namespace(), key, value), pod));
    after.forEach(
        (key, value) ->
            pods.computeIfAbsent(new Label(pod.namespace(), key, value), any -> new TreeSet<>())
                .add(pod));
  }

  private void remove(Label label, ObjectKey pod) {
    TreeSet<ObjectKey> with = pods.get(label);
    if (with != null && with.remove(pod) && with.isEmpty()) {
      pods.remove(label);
    }
  }

  /**
   * The matching pods, in order of namespace and name.
   *
   * @param namespace empty for all
   */
  List<StoredObject> matching(String namespace, Selector selector) {
    Collection<StoredObject> candidates = candidates(namespace, selector);
    return candidates.stream().filter(pod -> selector.matches(pod.labels())).toList();
  }

  private Collection<StoredObject> candidates(String namespace, Selector selector) {
    List<ObjectKey> fewest = namespace.isEmpty() ? null : fewest(namespace, selector);
    return fewest == null
        ? cluster.objects(ResourceTypes.PODS).in(namespace)
        : fewest.stream()
            .map(pod -> cluster.find(ResourceTypes.PODS, pod))
            .filter(Objects::nonNull)
            .toList();
  }

  /** Null when no requirement has a single value. */
  private synchronized @Nullable List<ObjectKey> fewest(String namespace, Selector selector) {
    Optional<TreeSet<ObjectKey>> fewest =
        selector.requirements().stream()
            .filter(each -> each.onlyValue() != null)
            .map(each -> new Label(namespace, each.key(), String.valueOf(each.onlyValue())))
            .map(label -> pods.getOrDefault(label, new TreeSet<>()))
            .min(Comparator.comparingInt(TreeSet::size));
    return fewest.map(List::copyOf).orElse(null);
  }
}
