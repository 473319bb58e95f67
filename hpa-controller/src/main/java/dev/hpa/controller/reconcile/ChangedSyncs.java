package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the syncs that changes of autoscalers cause, for each namespace: a tenant that edits its
 * autoscalers in a loop would take the request rate of others. Thread-safe.
 */
final class ChangedSyncs {

  /** More than are usually created or edited together. */
  static final int BURST = 250;

  /** Time for each further one: two a second, a tenth of the default request rate. */
  private static final Duration EACH = Duration.ofMillis(500);

  private final Duration period;
  private final Map<String, Instant> next = new HashMap<>();

  /**
   * @param period the sync period of the controller
   */
  ChangedSyncs(Duration period) {
    this.period = period;
  }

  /**
   * How long a sync because of a change has to wait, at most a period. One for which nothing is
   * left within the period takes nothing from the budget.
   */
  synchronized Duration reserve(String namespace, Instant now) {
    Instant least = now.minus(EACH.multipliedBy(BURST - 1));
    if (!next.containsKey(namespace)) {
      next.values().removeIf(each -> each.isBefore(least));
    }
    Instant known = next.getOrDefault(namespace, least);
    Instant slot = known.isBefore(least) ? least : known;
    if (slot.isAfter(now.plus(period))) {
      return period;
    }
    next.put(namespace, slot.plus(EACH));
    return slot.isAfter(now) ? Duration.between(now, slot) : Duration.ZERO;
  }
}
