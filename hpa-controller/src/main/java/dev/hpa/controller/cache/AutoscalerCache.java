package dev.hpa.controller.cache;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.client.NamespaceScope;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All autoscalers by namespace and name. Thread-safe. */
public final class AutoscalerCache {

  private final Map<NamespacedName, HorizontalPodAutoscaler> autoscalers =
      new ConcurrentHashMap<>();

  /** Autoscalers that exist and cannot be read; none of them is in {@link #autoscalers}. */
  private final Set<NamespacedName> unreadable = ConcurrentHashMap.newKeySet();

  private final List<Consumer<NamespacedName>> onRemove = new CopyOnWriteArrayList<>();

  /**
   * Adds a listener for the keys of removed autoscalers, called on the thread that removes them.
   */
  public void onRemove(Consumer<NamespacedName> listener) {
    onRemove.add(listener);
  }

  public @Nullable HorizontalPodAutoscaler get(NamespacedName key) {
    return autoscalers.get(key);
  }

  /** A live view of all autoscalers. */
  public Collection<HorizontalPodAutoscaler> all() {
    return autoscalers.values();
  }

  /** The keys of the autoscalers of namespaces. */
  public List<NamespacedName> keys(NamespaceScope namespaces) {
    return autoscalers.keySet().stream()
        .filter(key -> namespaces.contains(key.namespace()))
        .toList();
  }

  public void put(HorizontalPodAutoscaler hpa) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    unreadable.remove(key);
    autoscalers.put(key, hpa);
  }

  /** Removes an autoscaler that does not exist any more, or is out of scope. */
  public void remove(NamespacedName key) {
    unreadable.remove(key);
    removeKnown(key);
  }

  /** Removes an autoscaler that exists and cannot be read. */
  public void unreadable(NamespacedName key) {
    // First the note, then the removal: a reader in between must not take it for deleted.
    unreadable.add(key);
    removeKnown(key);
  }

  /** Makes these the only autoscalers that exist and cannot be read. */
  public void replaceUnreadable(Set<NamespacedName> keys) {
    unreadable.retainAll(keys);
    keys.forEach(this::unreadable);
  }

  /** Forgets which autoscalers of namespaces cannot be read. */
  public void dropUnreadable(NamespaceScope namespaces) {
    unreadable.removeIf(key -> namespaces.contains(key.namespace()));
  }

  /** Whether an autoscaler exists and cannot be read. */
  public boolean isUnreadable(NamespacedName key) {
    return unreadable.contains(key);
  }

  private void removeKnown(NamespacedName key) {
    autoscalers.remove(key);
    onRemove.forEach(each -> each.accept(key));
  }
}
