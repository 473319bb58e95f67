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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * When the options of autoscalers change what they say by themselves: bounds by their schedules,
 * and a mode that ends. They are synced at that moment. Thread-safe.
 *
 * <p>A tenant decides how many schedules there are, so the next change of an autoscaler is computed
 * once and kept until it has passed.
 */
final class BoundChanges {

  /** Schedules without a change have none within two weeks. */
  private static final Duration UNCHANGED = Duration.ofDays(1);

  private final Map<NamespacedName, Changes> changes = new ConcurrentHashMap<>();
  private final BiFunction<List<Schedule>, Instant, @Nullable Instant> nextChange;

  BoundChanges() {
    this(Bounds::nextChange);
  }

  /**
   * @param nextChange computes the first change of some schedules after a time
   */
  BoundChanges(BiFunction<List<Schedule>, Instant, @Nullable Instant> nextChange) {
    this.nextChange = nextChange;
  }

  /**
   * @param modeUntil when the mode ends; null for never
   */
  private record Times(List<Schedule> schedules, @Nullable Instant modeUntil) {

    private static final Times NONE = new Times(List.of(), null);
  }

  /**
   * The next change by a schedule.
   *
   * @param from the time at which it was computed
   * @param until the time until which it is the next one
   * @param change null if there is none
   */
  private record Next(Instant from, Instant until, @Nullable Instant change) {

    boolean isValid(Instant now) {
      return !now.isBefore(from) && now.isBefore(until);
    }
  }

  private final class Changes {

    final Times times;
    private volatile @Nullable Next known;

    Changes(Times times) {
      this.times = times;
    }

    @Nullable Instant next(Instant now) {
      Instant change = times.schedules.isEmpty() ? null : nextOfSchedules(now);
      Instant modeUntil = times.modeUntil;
      boolean isModeNext =
          modeUntil != null
              && now.isBefore(modeUntil)
              && (change == null || modeUntil.isBefore(change));
      return isModeNext ? modeUntil : change;
    }

    private @Nullable Instant nextOfSchedules(Instant now) {
      Next next = known;
      if (next == null || !next.isValid(now)) {
        Instant change = nextChange.apply(times.schedules, now);
        next = new Next(now, change == null ? now.plus(UNCHANGED) : change, change);
        known = next;
      }
      return next.change();
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
      return !changes.isEmpty() && changes.remove(autoscaler) != null;
    }
    Changes before = changes.get(autoscaler);
    if (before != null && own.equals(before.times)) {
      return false;
    }
    changes.put(autoscaler, new Changes(own));
    return true;
  }

  /**
   * The time until the next change of an autoscaler; null if none is known.
   *
   * @param now the wall-clock time
   */
  @Nullable Duration until(NamespacedName autoscaler, Instant now) {
    Changes own = changes.isEmpty() ? null : changes.get(autoscaler);
    Instant change = own == null ? null : own.next(now);
    return change == null ? null : Duration.between(now, change);
  }
}
