package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * When the bounds of autoscalers change by their schedules, so that they are synced at that moment.
 * Thread-safe.
 */
final class BoundChanges {

  private final Map<NamespacedName, List<Schedule>> schedules = new ConcurrentHashMap<>();

  /**
   * Sets the schedules of an autoscaler.
   *
   * @return whether they have changed
   */
  boolean set(NamespacedName autoscaler, List<Schedule> own) {
    if (own.isEmpty()) {
      return !schedules.isEmpty() && schedules.remove(autoscaler) != null;
    }
    return !own.equals(schedules.put(autoscaler, own));
  }

  /**
   * The time until the next change of an autoscaler's bounds; null if none is known.
   *
   * @param now the wall-clock time
   */
  @Nullable Duration until(NamespacedName autoscaler, Instant now) {
    List<Schedule> own = schedules.isEmpty() ? null : schedules.get(autoscaler);
    Instant change = own == null ? null : Bounds.nextChange(own, now);
    return change == null ? null : Duration.between(now, change);
  }
}
