package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A query, read once for all autoscalers that wait for it. */
final class QueuedQuery {

  private final MetricQuery query;
  private final List<AutoscalerRead> awaiting = new CopyOnWriteArrayList<>();

  /** Its read; null before its batch is divided. Guarded by the lock of the queue. */
  NamespaceReads.@Nullable Read read;

  QueuedQuery(MetricQuery query) {
    this.query = query;
  }

  MetricQuery query() {
    return query;
  }

  void join(AutoscalerRead autoscaler) {
    awaiting.add(autoscaler);
  }

  /** The autoscalers that wait for it. */
  List<AutoscalerRead> awaiting() {
    return awaiting;
  }

  /** Completes it with a result; ignored if it is complete. */
  void complete(MetricResult result) {
    awaiting.forEach(each -> each.accept(query, result));
  }
}
