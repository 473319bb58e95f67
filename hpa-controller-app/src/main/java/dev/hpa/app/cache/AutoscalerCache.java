package dev.hpa.app.cache;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All autoscalers by {@code namespace/name}. Thread-safe. */
public final class AutoscalerCache {

  private final Map<String, HorizontalPodAutoscaler> autoscalers = new ConcurrentHashMap<>();

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
  }
}
