package dev.hpa.controller.metrics;

import dev.hpa.kube.client.CallListener;
import dev.hpa.spi.ApiRequest;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import java.time.Duration;

/** Metrics of TokenReview and SubjectAccessReview calls, which also count as API calls. */
final class ReviewMetrics implements CallListener {

  private final MetricFamily<Counter.Child> total;
  private final MetricFamily<Histogram.Child> durations;

  /**
   * @param kind {@code authn} or {@code authz}
   */
  ReviewMetrics(MetricFamilies families, String kind) {
    total =
        families.counter(
            "apiserver_delegated_" + kind + "_request_total",
            "[ALPHA] Number of HTTP requests partitioned by status code.",
            "code");
    durations =
        families.histogram(
            "apiserver_delegated_" + kind + "_request_duration_seconds",
            "[ALPHA] Request latency in seconds. Broken down by status code.",
            Buckets.REVIEWS,
            "code");
  }

  @Override
  public void answered(String host, ApiRequest request, int code, Duration took) {
    if (request.method().equals("POST")) {
      total.with(CallMetrics.code(code)).inc();
      durations.with(CallMetrics.code(code)).observe(Buckets.seconds(took));
    }
  }
}
