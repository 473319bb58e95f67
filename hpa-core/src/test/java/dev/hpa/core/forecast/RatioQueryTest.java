package dev.hpa.core.forecast;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatioQueryTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "avg(server_threads_busy{app=\"registry\"} / server_threads_max{app=\"registry\"})",
        "avg by (job) (up)",
        "AVG(up) by (job)",
        "sum(rate(a[5m])) / sum(rate(b[5m]))",
        "100 * (sum(a) / sum(b))",
        "sum(a) * 100 / sum(b)",
        "sum(a)/on(x) group_left(y) sum(b) * 100",
        "1 - avg(rate(node_cpu_seconds_total{mode=\"idle\"}[5m]))",
        "(sum(a) / sum(b)) or vector(0)",
        "max(busy / all)",
        "clamp_max(sum(a) / sum(b), 1) > 0",
        "histogram_quantile(0.9, sum by (le) (rate(x_bucket[5m])))",
        "avg_over_time((sum(a) / sum(b))[5m:])",
        "-avg(a)",
      })
  void anAverageOrAQuotientIsARatio(String query) {
    assertTrue(RatioQuery.matches(query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(rate(a[5m]))",
        "sum(rate(a[5m])) / 60",
        "sum(a) / (1024 * 1024)",
        "sum(busy / all)",
        "sum by (avg) (a)",
        "avg_over_time(queue_length[5m])",
        "sum(a) / sum(b) * sum(c)",
        "queue{path=\"a/b\"}",
        "max(queue)",
        "sum(",
        "a /",
        "",
      })
  void aTotalIsNone(String query) {
    assertFalse(RatioQuery.matches(query));
  }
}
