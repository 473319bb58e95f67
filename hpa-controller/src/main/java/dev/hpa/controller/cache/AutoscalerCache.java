package dev.hpa.controller.cache;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All autoscalers by {@code namespace/name}. Thread-safe. */
public final class AutoscalerCache {

  private final Map<String, HorizontalPodAutoscaler> autoscalers = new ConcurrentHashMap<>();

  private final List<Consumer<String>> onRemove = new CopyOnWriteArrayList<>();

  /**
   * Adds a listener for the keys of removed autoscalers, called on the thread that removes them.
   */
  public void onRemove(Consumer<String> listener) {
    onRemove.add(listener);
  }

  /** The key of an autoscaler. */
  public static String key(HorizontalPodAutoscaler hpa) {
    return hpa.metadata().namespace() + "/" + hpa.metadata().name();
  }

  public @Nullable HorizontalPodAutoscaler get(String key) {
    return autoscalers.get(key);
  }

  /** A live view of all autoscalers. */
  public Collection<HorizontalPodAutoscaler> all() {
    return autoscalers.values();
  }

  public void put(HorizontalPodAutoscaler hpa) {
    autoscalers.put(key(hpa), hpa);
  }

  public void remove(String key) {
    autoscalers.remove(key);
    onRemove.forEach(each -> each.accept(key));
  }
}
