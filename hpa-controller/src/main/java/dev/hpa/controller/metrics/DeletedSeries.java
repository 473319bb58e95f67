package dev.hpa.controller.metrics;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.Limit;
import io.prometheus.client.Gauge;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Series of deleted autoscalers. Upstream keeps all of them; here the most recent ones are kept, to
 * bound memory. Thread-safe.
 */
final class DeletedSeries {

  private final MetricFamily<Gauge.Child> family;
  private final Set<NamespacedName> gone = new LinkedHashSet<>();

  DeletedSeries(MetricFamily<Gauge.Child> family) {
    this.family = family;
  }

  /** An autoscaler is gone; the series of the one that went longest ago may go with it. */
  synchronized void add(NamespacedName autoscaler) {
    gone.add(autoscaler);
    if (gone.size() > Limit.DELETED_HPAS.asInt()) {
      Iterator<NamespacedName> oldest = gone.iterator();
      NamespacedName ended = oldest.next();
      oldest.remove();
      family.remove(ended.namespace(), ended.name());
    }
  }

  /** An autoscaler is there again. */
  synchronized void lives(NamespacedName autoscaler) {
    gone.remove(autoscaler);
  }
}
