package dev.hpa.controller.plugins;

import dev.hpa.api.NamespacedName;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A queued query, read once for all autoscalers that wait for it. Thread-safe. */
final class QueuedQuery {

  private final MetricQuery query;
  private final Instant requested;
  private final List<AutoscalerRead> reads = new CopyOnWriteArrayList<>();

  QueuedQuery(MetricQuery query, Instant requested) {
    this.query = query;
    this.requested = requested;
  }

  MetricQuery query() {
    return query;
  }

  /** The time of the query of the first autoscaler. */
  Instant requested() {
    return requested;
  }

  void join(AutoscalerRead read) {
    reads.add(read);
  }

  /** The autoscalers that still wait for it. */
  Stream<AutoscalerRead> awaiting() {
    return reads.stream().filter(AutoscalerRead::isAwaited);
  }

  /** Adds the autoscalers that still wait for it. */
  void addTenantsTo(Set<NamespacedName> tenants) {
    for (AutoscalerRead each : reads) {
      if (each.isAwaited()) {
        tenants.add(each.tenant());
      }
    }
  }

  boolean isAwaited() {
    for (AutoscalerRead each : reads) {
      if (each.isAwaited()) {
        return true;
      }
    }
    return false;
  }

  /** Completes it with a result; ignored if it is complete. */
  void complete(MetricResult result) {
    reads.forEach(read -> read.accept(query, result));
  }
}
