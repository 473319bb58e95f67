package dev.hpa.controller.metrics;

import dev.hpa.controller.reconcile.QueueListener;
import dev.hpa.controller.reconcile.QueueState;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The queue, by the names of Kubernetes' work queues. */
final class QueueMetrics implements QueueListener {

  private static final String NAME = "horizontalpodautoscaler";

  private final MetricFamily<Counter.Child> adds;
  private final MetricFamily<Counter.Child> retries;
  private final MetricFamily<Histogram.Child> queued;
  private final MetricFamily<Histogram.Child> worked;
  private final MetricFamily<Histogram.Child> lateness;

  QueueMetrics(MetricFamilies families, Supplier<QueueState> state) {
    adds =
        families.counter(
            "workqueue_adds_total", "[BETA] Total number of adds handled by workqueue", "name");
    retries =
        families.counter(
            "workqueue_retries_total",
            "[BETA] Total number of retries handled by workqueue",
            "name");
    queued =
        families.histogram(
            "workqueue_queue_duration_seconds",
            "[BETA] How long in seconds an item stays in workqueue before being requested.",
            Buckets.QUEUES,
            "name");
    worked =
        families.histogram(
            "workqueue_work_duration_seconds",
            "[BETA] How long in seconds processing an item from workqueue takes.",
            Buckets.QUEUES,
            "name");
    lateness =
        families.histogram(
            "hpa_reconcile_lateness_seconds",
            "[ALPHA] Time from when an HPA was due to when its reconcile began.",
            Buckets.REQUESTS);
    gauge(families, state, "depth", "Current depth of workqueue", QueueState::depth);
    gauge(
        families,
        state,
        "unfinished_work_seconds",
        "How many seconds of work has done that is in progress and hasn't been observed by"
            + " work_duration. Large values indicate stuck threads. One can deduce the number of"
            + " stuck threads by observing the rate at which this increases.",
        now -> Buckets.seconds(now.unfinished()));
    gauge(
        families,
        state,
        "longest_running_processor_seconds",
        "How many seconds has the longest running processor for workqueue been running.",
        now -> Buckets.seconds(now.longest()));
    for (MetricFamily<Counter.Child> family : List.of(adds, retries)) {
      family.with(NAME).inc(0);
    }
  }

  private static void gauge(
      MetricFamilies families,
      Supplier<QueueState> state,
      String name,
      String help,
      ToDoubleFunction<QueueState> value) {
    families.readGauge(
        "workqueue_" + name,
        "[BETA] " + help,
        "name",
        () -> Map.of(NAME, value.applyAsDouble(state.get())));
  }

  @Override
  public void requested() {
    retries.with(NAME).inc();
  }

  @Override
  public void added() {
    adds.with(NAME).inc();
  }

  @Override
  public void begun(Duration inQueue, Duration late) {
    queued.with(NAME).observe(Buckets.seconds(inQueue));
    lateness.with().observe(Buckets.seconds(late));
  }

  @Override
  public void ended(Duration took) {
    worked.with(NAME).observe(Buckets.seconds(took));
  }
}
