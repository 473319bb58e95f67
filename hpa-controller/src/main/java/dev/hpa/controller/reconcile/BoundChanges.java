package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.options.Options;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * When the options of autoscalers change what they say by themselves: bounds by their schedules,
 * and a mode that ends. They are synced at that moment. Thread-safe.
 */
final class BoundChanges {

  private final Map<NamespacedName, Times> times = new ConcurrentHashMap<>();

  /**
   * @param modeUntil when the mode ends; null for never
   */
  private record Times(List<Schedule> schedules, @Nullable Instant modeUntil) {

    private static final Times NONE = new Times(List.of(), null);

    @Nullable Instant next(Instant now) {
      Instant change = schedules.isEmpty() ? null : Bounds.nextChange(schedules, now);
      boolean isModeNext =
          modeUntil != null
              && now.isBefore(modeUntil)
              && (change == null || modeUntil.isBefore(change));
      return isModeNext ? modeUntil : change;
    }
  }

  /**
   * Sets the options of an autoscaler.
   *
   * @return whether the times of its changes are others
   */
  boolean set(NamespacedName autoscaler, Options options) {
    Times own = new Times(options.schedules(), options.modeUntil());
    if (own.equals(Times.NONE)) {
      return !times.isEmpty() && times.remove(autoscaler) != null;
    }
    return !own.equals(times.put(autoscaler, own));
  }

  /**
   * The time until the next change of an autoscaler; null if none is known.
   *
   * @param now the wall-clock time
   */
  @Nullable Duration until(NamespacedName autoscaler, Instant now) {
    Times own = times.isEmpty() ? null : times.get(autoscaler);
    Instant change = own == null ? null : own.next(now);
    return change == null ? null : Duration.between(now, change);
  }
}
