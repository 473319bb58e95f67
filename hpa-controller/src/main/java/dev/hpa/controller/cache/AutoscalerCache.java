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

  /** Is called with the key of every autoscaler that is gone, by the thread that removes it. */
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

  /** The autoscalers as they are. */
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
