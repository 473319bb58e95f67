package dev.hpa.app.serving;

import dev.hpa.controller.metrics.BuildMetrics;
import dev.hpa.controller.metrics.MetricFamilies;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.metrics.ProcessMetrics;
import dev.hpa.controller.metrics.PrometheusText;
import io.prometheus.client.CollectorRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code /metrics/slis}: results of the requested health checks. {@code DELETE} resets them. */
public final class SliPage implements Page {

  private final List<HealthChecks> checks;
  private final CollectorRegistry registry = new CollectorRegistry();

  public SliPage(HealthChecks... checks) {
    this.checks = List.of(checks);
    MetricFamilies families = new MetricFamilies(registry, MetricsOptions.DEFAULTS);
    families.readGauge(
        "kubernetes_healthcheck",
        "[STABLE] This metric records the result of a single healthcheck.",
        List.of("name", "type"),
        this::last);
    families.readCounter(
        "kubernetes_healthchecks_total",
        "[STABLE] This metric records the results of all healthcheck.",
        List.of("name", "status", "type"),
        this::counts);
    ProcessMetrics.startTime(families, "[ALPHA] ");
  }

  private Map<List<String>, Double> last() {
    Map<List<String>, Double> values = new TreeMap<>(SliPage::compare);
    for (HealthChecks each : checks) {
      each.last()
          .forEach(
              (name, isWell) -> values.put(List.of(name, each.type()), BuildMetrics.one(isWell)));
    }
    return values;
  }

  private Map<List<String>, Double> counts() {
    Map<List<String>, Double> values = new TreeMap<>(SliPage::compare);
    for (HealthChecks each : checks) {
      each.results()
          .forEach(
              (result, count) ->
                  values.put(
                      List.of(result.name(), result.success() ? "success" : "error", each.type()),
                      count.doubleValue()));
    }
    return values;
  }

  private static int compare(List<String> a, List<String> b) {
    return String.join(" ", a).compareTo(String.join(" ", b));
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    if (ask.method().equals("DELETE")) {
      checks.forEach(HealthChecks::reset);
      return page("metrics reset\n", "text/plain; charset=utf-8");
    }
    return page(PrometheusText.of(registry), PrometheusText.CONTENT_TYPE);
  }

  private static PageResponse page(String text, String contentType) {
    return new PageResponse(200, contentType, text.getBytes(StandardCharsets.UTF_8));
  }
}
