package dev.hpa.cli.lint;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.core.forecast.InvalidQueryException;
import dev.hpa.core.forecast.QueryShape;
import dev.hpa.metrics.prometheus.MetricNames;
import dev.hpa.spi.MetricQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules for metrics that no rule of Prometheus gives, or whose query has no labels. */
final class PrometheusRules {

  private PrometheusRules() {}

  static void check(Manifest manifest, HpaSpec spec, MetricNames names, Findings findings) {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      Named metric = named(metrics.get(i));
      if (metric != null && !names.mayGive(metric.kind(), metric.name())) {
        findings.add(
            manifest,
            LintRule.METRIC_WITHOUT_RULE,
            "spec.metrics[" + i + "]",
            "no rule can give the %s metric \"%s\""
                .formatted(metrics.get(i).type(), metric.name()));
      } else if (metric != null && metric.kind() != MetricQuery.Kind.EXTERNAL_METRIC) {
        List<String> queries = names.queries(metric.name());
        if (!queries.isEmpty() && queries.stream().allMatch(PrometheusRules::hasNoLabels)) {
          findings.add(
              manifest,
              LintRule.RULE_WITHOUT_GROUP_BY,
              "spec.metrics[" + i + "]",
              "the query of \"%s\", %s, gives one series without labels"
                  .formatted(metric.name(), queries.getFirst().strip()));
        }
      }
    }
  }

  /** Whether the result of a template is one series, whatever objects are asked for. */
  private static boolean hasNoLabels(String template) {
    if (template.contains(".GroupBy")) {
      return false;
    }
    String query =
        template.replaceAll("<<\\.LabelMatchers>>", "a=\"b\"").replaceAll("<<[^>]*>>", "series");
    try {
      return QueryShape.of(query) != QueryShape.SEVERAL;
    } catch (InvalidQueryException malformed) {
      return false;
    }
  }

  private record Named(MetricQuery.Kind kind, String name) {}

  private static @Nullable Named named(MetricSpec metric) {
    if (metric.pods() != null) {
      return new Named(MetricQuery.Kind.POD_METRIC, metric.pods().metric().name());
    }
    if (metric.object() != null) {
      return new Named(MetricQuery.Kind.OBJECT_METRIC, metric.object().metric().name());
    }
    return metric.external() == null
        ? null
        : new Named(MetricQuery.Kind.EXTERNAL_METRIC, metric.external().metric().name());
  }
}
