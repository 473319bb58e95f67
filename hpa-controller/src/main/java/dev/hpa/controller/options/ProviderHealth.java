package dev.hpa.controller.options;

import dev.hpa.api.NamespacedName;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the autoscalers that read one metrics provider have received from it. Namespaces count
 * equally, and the worst one does not count, so that the autoscalers of no single one begin an
 * outage of the others or end it. Within a namespace its own autoscalers count alone. Thread-safe.
 */
final class ProviderHealth {

  private final double share;
  private final Duration window;
  private final Map<String, NamespaceHealth> namespaces = new HashMap<>();
  private boolean outage;
  private @Nullable Instant first;

  ProviderHealth(double share, Duration window) {
    this.share = share;
    this.window = window;
  }

  /** What has begun or ended with an observation. */
  enum Change {
    NONE,
    /** An outage of the provider. */
    BEGAN,
    ENDED,
    /** An outage in the namespace of the autoscaler, while the provider has none. */
    BEGAN_IN_NAMESPACE,
    ENDED_IN_NAMESPACE;

    boolean begins() {
      return this == BEGAN || this == BEGAN_IN_NAMESPACE;
    }

    boolean isOfNamespace() {
      return this == BEGAN_IN_NAMESPACE || this == ENDED_IN_NAMESPACE;
    }
  }

  /**
   * The state after an observation.
   *
   * @param isOutage whether the provider has an outage, or has one in the namespace
   * @param unconfirmed queries whose value has dropped within the window
   * @param suspicious autoscalers that fail or have dropped: of the namespace if the change is
   *     about it
   * @param autoscalers autoscalers that read the provider
   */
  record Verdict(
      boolean isOutage,
      Change change,
      Set<MetricQuery> unconfirmed,
      int suspicious,
      int autoscalers) {}

  synchronized Verdict observe(
      NamespacedName autoscaler, Map<MetricQuery, MetricResult> readings, Instant now) {
    NamespaceHealth own =
        namespaces.computeIfAbsent(autoscaler.namespace(), any -> new NamespaceHealth());
    own.observe(autoscaler.name(), readings, now);
    Change change = update(own, now);
    boolean ofNamespace = change.isOfNamespace();
    return new Verdict(
        outage || own.isOutage(),
        change,
        own.unconfirmed(autoscaler.name(), window, now),
        ofNamespace ? own.suspicious() : sum(NamespaceHealth::suspicious),
        ofNamespace ? own.autoscalers() : sum(NamespaceHealth::autoscalers));
  }

  /**
   * An outage begins with many autoscalers at once, and ends when few are left. None begins in the
   * first window, in which most autoscalers have not been synced yet.
   */
  private Change update(NamespaceHealth own, Instant now) {
    if (first == null) {
      first = now;
    }
    boolean mayBegin = !now.isBefore(first.plus(window));
    namespaces.values().forEach(each -> each.forgetBefore(now.minus(window)));
    boolean before = outage;
    outage =
        mean(NamespaceHealth::suspiciousShare) > share
            && (outage
                || (mayBegin
                    && sum(NamespaceHealth::autoscalers) >= OutageGuard.MIN_AUTOSCALERS
                    && mean(NamespaceHealth::beginningShare) > share));
    boolean ownChanged = own.update(share, mayBegin);
    if (outage != before) {
      return outage ? Change.BEGAN : Change.ENDED;
    }
    if (!ownChanged || outage) {
      return Change.NONE;
    }
    return own.isOutage() ? Change.BEGAN_IN_NAMESPACE : Change.ENDED_IN_NAMESPACE;
  }

  /** The mean of all namespaces but the worst; of the only one if there are no others. */
  private double mean(ToDoubleFunction<NamespaceHealth> shareOf) {
    double sum = 0;
    double worst = 0;
    for (NamespaceHealth each : namespaces.values()) {
      double value = shareOf.applyAsDouble(each);
      sum += value;
      worst = Math.max(worst, value);
    }
    int count = namespaces.size();
    return count == 1 ? sum : (sum - worst) / (count - 1);
  }

  private int sum(ToIntFunction<NamespaceHealth> count) {
    return namespaces.values().stream().mapToInt(count).sum();
  }

  synchronized void forget(NamespacedName autoscaler) {
    NamespaceHealth own = namespaces.get(autoscaler.namespace());
    if (own != null) {
      own.forget(autoscaler.name());
      if (own.autoscalers() == 0) {
        namespaces.remove(autoscaler.namespace());
      }
    }
    outage &= !namespaces.isEmpty();
  }

  /** Whether the provider has an outage. */
  synchronized boolean isOutage() {
    return outage;
  }
}
