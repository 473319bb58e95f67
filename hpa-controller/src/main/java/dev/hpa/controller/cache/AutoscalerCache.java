package dev.hpa.controller.cache;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.client.NamespaceScope;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All autoscalers by namespace and name. Thread-safe. */
public final class AutoscalerCache {

  private final Map<NamespacedName, HorizontalPodAutoscaler> autoscalers =
      new ConcurrentHashMap<>();

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
    autoscalers.put(NamespacedName.of(hpa.metadata()), hpa);
  }

  public void remove(NamespacedName key) {
    autoscalers.remove(key);
    onRemove.forEach(each -> each.accept(key));
  }
}
