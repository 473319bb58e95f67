package dev.hpa.controller.reconcile;

import dev.hpa.kube.client.TokenBucket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the syncs that changes of autoscalers cause, for each namespace and for all: a tenant that
 * edits its autoscalers in a loop would take the request rate of others. Thread-safe.
 */
final class ChangedSyncs {

  /** More than are usually created or edited together. */
  static final int BURST = 250;

  /** A tenth of the default request rate. */
  private static final double PER_SECOND = 2;

  /** Of all namespaces together: as many as the manifests of a large cluster. */
  static final int BURST_OF_ALL = 1_000;

  /** Half of the default request rate. */
  private static final double PER_SECOND_OF_ALL = 10;

  private final InstantSource clock;
  private final Duration period;
  private final TokenBucket all;
  private final Map<String, TokenBucket> namespaces = new HashMap<>();

  /**
   * @param period the sync period of the controller
   */
  ChangedSyncs(InstantSource clock, Duration period) {
    this.clock = clock;
    this.period = period;
    this.all = new TokenBucket(PER_SECOND_OF_ALL, BURST_OF_ALL, clock);
  }

  /**
   * How long a sync because of a change has to wait, at most a period. What the namespace itself is
   * refused takes nothing of the others.
   *
   * @param latest after which the autoscaler is synced anyway
   */
  synchronized Duration reserve(String namespace, Duration latest) {
    Duration longest = latest.compareTo(period) < 0 ? latest : period;
    if (!namespaces.containsKey(namespace)) {
      namespaces.values().removeIf(TokenBucket::isFull);
    }
    Duration own =
        namespaces
            .computeIfAbsent(namespace, any -> new TokenBucket(PER_SECOND, BURST, clock))
            .reserve(longest);
    if (own.compareTo(longest) >= 0) {
      return longest;
    }
    Duration ofAll = all.reserve(longest);
    return own.compareTo(ofAll) < 0 ? ofAll : own;
  }
}
