package dev.hpa.controller.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the syncs that changes of autoscalers cause, for each namespace and for all: a tenant that
 * edits its autoscalers in a loop would take the request rate of others. Thread-safe.
 */
final class ChangedSyncs {

  /** More than are usually created or edited together. */
  static final int BURST = 250;

  /** Time for each further one: two a second, a tenth of the default request rate. */
  private static final Duration EACH = Duration.ofMillis(500);

  private static final Duration BURST_TIME = EACH.multipliedBy(BURST - 1);

  /** Of all namespaces together: as many as the manifests of a large cluster. */
  static final int BURST_OF_ALL = 1_000;

  /** Ten a second, half of the default request rate. */
  private static final Duration EACH_OF_ALL = Duration.ofMillis(100);

  private static final Duration BURST_TIME_OF_ALL = EACH_OF_ALL.multipliedBy(BURST_OF_ALL - 1);

  private final Duration period;
  private final SyncSpacing all = new SyncSpacing();
  private final Map<String, SyncSpacing> namespaces = new HashMap<>();

  /**
   * @param period the sync period of the controller
   */
  ChangedSyncs(Duration period) {
    this.period = period;
  }

  /** How long a sync because of a change has to wait, at most a period. */
  synchronized Duration reserve(String namespace, Instant now) {
    if (!namespaces.containsKey(namespace)) {
      namespaces.values().removeIf(each -> each.isIdle(now, BURST_TIME));
    }
    Duration own =
        namespaces
            .computeIfAbsent(namespace, any -> new SyncSpacing())
            .reserve(now, EACH, BURST_TIME, period);
    Duration ofAll = all.reserve(now, EACH_OF_ALL, BURST_TIME_OF_ALL, period);
    return own.compareTo(ofAll) < 0 ? ofAll : own;
  }
}
