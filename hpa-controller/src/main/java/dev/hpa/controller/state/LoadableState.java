package dev.hpa.controller.state;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a state that can be loaded again: an autoscaler whose state is too large would be
 * ignored, and so would everything beyond the memory that all may take. Namespaces share this
 * memory equally, so that no namespace costs others their state. Immutable.
 *
 * @param autoscalers the autoscalers whose state is saved
 * @param omitted the number of the others
 */
record LoadableState(Map<NamespacedName, SavedAutoscaler> autoscalers, int omitted) {

  /** An autoscaler with the memory that it takes when it is loaded, in bytes. */
  private record Sized(NamespacedName key, SavedAutoscaler saved, long bytes) {}

  /**
   * Leaves out what is too large: of a namespace that takes more than its share, the largest first.
   *
   * @param limit of all together, in bytes
   */
  static LoadableState of(Map<NamespacedName, SavedAutoscaler> all, long limit) {
    Map<String, List<Sized>> byNamespace = new HashMap<>();
    all.forEach(
        (key, saved) -> {
          long bytes = CheckpointCodec.size(key, saved);
          if (bytes <= Limit.SAVED_BYTES.asInt()) {
            byNamespace
                .computeIfAbsent(key.namespace(), any -> new ArrayList<>())
                .add(new Sized(key, saved, bytes));
          }
        });
    long share = MemoryPool.share(byNamespace.values().stream().map(LoadableState::total), limit);
    Map<NamespacedName, SavedAutoscaler> kept = new HashMap<>();
    byNamespace.values().forEach(each -> addSmallest(kept, each, share));
    return new LoadableState(kept, all.size() - kept.size());
  }

  private static long total(Collection<Sized> namespace) {
    return namespace.stream().mapToLong(Sized::bytes).sum();
  }

  private static void addSmallest(
      Map<NamespacedName, SavedAutoscaler> kept, List<Sized> namespace, long share) {
    namespace.sort(Comparator.comparingLong(Sized::bytes).thenComparing(Sized::key));
    long left = share;
    for (Sized each : namespace) {
      left -= each.bytes();
      if (left < 0) {
        return;
      }
      kept.put(each.key(), each.saved());
    }
  }
}
