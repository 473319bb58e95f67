package com.example.hpa.prometheus;

import com.example.hpa.prometheus.QueryTemplate.Placeholder;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The PromQL templates of the settings by metric. A template that would ignore part of a metric
 * query is rejected, because its values would belong to another query.
 */
record QueryCatalog(Map<String, QueryTemplate> templates, String podLabelPrefix, Duration window) {

  /** Characters without a special meaning in quoted PromQL strings; names must consist of them. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:-]*");

  /**
   * An expression.
   *
   * @param promql PromQL without placeholders
   * @param window measurement window of the values; zero for instantaneous values
   */
  record Expression(String promql, Duration window) {}

  /**
   * Returns the expression for a query.
   *
   * @throws IllegalArgumentException if no template exists or it lacks a required placeholder
   * @throws UnsupportedOperationException for unsupported kinds of queries
   */
  Expression of(MetricQuery query) {
    Map<Placeholder, String> texts = new EnumMap<>(Placeholder.class);
    texts.put(Placeholder.NAMESPACE, plain(query.namespace()));
    texts.put(Placeholder.WINDOW, window.toMillis() + "ms");
    return switch (query) {
      case MetricQuery.PodMetric pods -> {
        texts.put(Placeholder.PODS, Matchers.of(pods.pods(), podLabelPrefix));
        yield fill(
            pods.metric(), pods.series(), texts, List.of(Placeholder.NAMESPACE, Placeholder.PODS));
      }
      case MetricQuery.ObjectMetric object -> {
        texts.put(Placeholder.KIND, plain(object.object().kind()));
        texts.put(Placeholder.NAME, plain(object.object().name()));
        yield fill(
            object.metric(),
            object.series(),
            texts,
            List.of(Placeholder.NAMESPACE, Placeholder.NAME));
      }
      case MetricQuery.ExternalMetric external ->
          fill(external.metric(), external.series(), texts, List.of());
      case MetricQuery.PodResource resource ->
          throw new UnsupportedOperationException(
              "resource metrics are not supported by the Prometheus provider");
    };
  }

  private Expression fill(
      String metric, Selector series, Map<Placeholder, String> texts, List<Placeholder> required) {
    QueryTemplate template = templates.get(metric);
    if (template == null) {
      throw new IllegalArgumentException(
          "no query is configured for this metric; add it to queries");
    }
    texts.put(Placeholder.SERIES, Matchers.of(series, ""));
    required.forEach(placeholder -> requireHas(template, placeholder));
    if (!series.requirements().isEmpty()) {
      requireHas(template, Placeholder.SERIES);
    }
    template.placeholders().forEach(placeholder -> requireSupported(placeholder, texts));
    return new Expression(
        template.fill(texts), template.has(Placeholder.WINDOW) ? window : Duration.ZERO);
  }

  private static void requireHas(QueryTemplate template, Placeholder placeholder) {
    if (!template.has(placeholder)) {
      throw new IllegalArgumentException("its query has no " + placeholder + "; add it");
    }
  }

  private static void requireSupported(Placeholder placeholder, Map<Placeholder, String> texts) {
    if (!texts.containsKey(placeholder)) {
      throw new IllegalArgumentException(
          "its query has "
              + placeholder
              + ", which metrics of this type do not support; remove it");
    }
  }

  private static String plain(String name) {
    if (!PLAIN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" has characters that are not allowed in a query");
    }
    return name;
  }
}
