package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The autoscalers with an own sync period (KEP-6003). Those with a shorter one than the controller
 * share a budget of syncs per second, so that they do not starve the others; beyond it they are
 * synced later, but not later than without the option.
 *
 * <p>Thread-safe.
 */
final class OwnSyncPeriods {

  private static final Duration BURST = Duration.ofSeconds(1);

  /** A sync in ten seconds, even if the rate limit is too low for the other autoscalers. */
  private static final double LEAST_BUDGET = 0.1;

  private final Duration period;
  private final DoubleSupplier budget;
  private final Map<NamespacedName, Duration> periods = new ConcurrentHashMap<>();
  private Instant next = Instant.MIN;

  /**
   * @param period the sync period of the other autoscalers
   * @param budget syncs per second at the moment; more than 0
   */
  OwnSyncPeriods(Duration period, DoubleSupplier budget) {
    this.period = period;
    this.budget = budget;
  }

  /**
   * The syncs per second that leave the other autoscalers their reads of scales: half of what the
   * client-side rate limit allows beyond one read for each autoscaler and period.
   *
   * @param most the largest budget
   * @param requestsPerSecond the client-side rate limit
   * @param autoscalers the number of all autoscalers
   */
  static double budget(double most, double requestsPerSecond, int autoscalers, Duration period) {
    double left = requestsPerSecond - autoscalers / (period.toNanos() / 1e9);
    return Math.min(most, Math.max(LEAST_BUDGET, left / 2));
  }

  /**
   * Sets the sync period of an autoscaler; null for that of the controller.
   *
   * @return whether it has changed
   */
  boolean set(NamespacedName autoscaler, @Nullable Duration own) {
    if (own == null) {
      return !periods.isEmpty() && periods.remove(autoscaler) != null;
    }
    return !own.equals(periods.put(autoscaler, own));
  }

  /** The sync period of an autoscaler; null for that of the controller. */
  @Nullable Duration of(NamespacedName autoscaler) {
    return periods.isEmpty() ? null : periods.get(autoscaler);
  }

  /**
   * How long a sync that is due now has to wait for the budget. A sync for which nothing is left
   * within the period of the controller takes nothing from the budget.
   */
  Duration reserve(NamespacedName autoscaler, Instant now) {
    Duration own = of(autoscaler);
    if (own == null || own.compareTo(period) >= 0) {
      return Duration.ZERO;
    }
    synchronized (this) {
      Instant least = now.minus(BURST);
      Instant slot = next.isBefore(least) ? least : next;
      Duration longest = period.minus(own);
      if (slot.isAfter(now.plus(longest))) {
        return longest;
      }
      next = slot.plus(Duration.ofNanos((long) (1e9 / budget.getAsDouble())));
      return slot.isAfter(now) ? Duration.between(now, slot) : Duration.ZERO;
    }
  }
}
