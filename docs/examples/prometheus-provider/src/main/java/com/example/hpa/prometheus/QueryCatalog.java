package com.example.hpa.prometheus;

import com.example.hpa.prometheus.QueryTemplate.Place;
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
    Map<Place, String> texts = new EnumMap<>(Place.class);
    texts.put(Place.NAMESPACE, plain(query.namespace()));
    texts.put(Place.WINDOW, window.toMillis() + "ms");
    return switch (query) {
      case MetricQuery.PodMetric pods -> {
        texts.put(Place.PODS, Matchers.of(pods.pods(), podLabelPrefix));
        yield fill(pods.metric(), pods.series(), texts, List.of(Place.NAMESPACE, Place.PODS));
      }
      case MetricQuery.ObjectMetric object -> {
        texts.put(Place.KIND, plain(object.object().kind()));
        texts.put(Place.NAME, plain(object.object().name()));
        yield fill(object.metric(), object.series(), texts, List.of(Place.NAMESPACE, Place.NAME));
      }
      case MetricQuery.ExternalMetric external ->
          fill(external.metric(), external.series(), texts, List.of());
      case MetricQuery.PodResource resource ->
          throw new UnsupportedOperationException(
              "resource metrics are not supported by the Prometheus provider");
    };
  }

  private Expression fill(
      String metric, Selector series, Map<Place, String> texts, List<Place> required) {
    QueryTemplate template = templates.get(metric);
    if (template == null) {
      throw new IllegalArgumentException(
          "no query is configured for this metric; add it to queries");
    }
    texts.put(Place.SERIES, Matchers.of(series, ""));
    required.forEach(place -> requireHas(template, place));
    if (!series.requirements().isEmpty()) {
      requireHas(template, Place.SERIES);
    }
    template.places().forEach(place -> requireSupported(place, texts));
    return new Expression(
        template.fill(texts), template.has(Place.WINDOW) ? window : Duration.ZERO);
  }

  private static void requireHas(QueryTemplate template, Place place) {
    if (!template.has(place)) {
      throw new IllegalArgumentException("its query has no " + place + "; add it");
    }
  }

  private static void requireSupported(Place place, Map<Place, String> texts) {
    if (!texts.containsKey(place)) {
      throw new IllegalArgumentException(
          "its query has " + place + ", which metrics of this type do not support; remove it");
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
