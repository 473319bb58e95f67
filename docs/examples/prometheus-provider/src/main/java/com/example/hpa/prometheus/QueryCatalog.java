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
 * The PromQL of the settings, by metric, made ready for queries of autoscalers. PromQL that has no
 * place for something a query asks is refused: without it, it would answer another question.
 */
record QueryCatalog(Map<String, QueryTemplate> templates, String podLabelPrefix, Duration window) {

  /** What means nothing but itself between the quotes of PromQL; names from outside pass it. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:-]*");

  /** PromQL, and the time its values are measured over: none when it asks for an instant. */
  record Expression(String promql, Duration window) {}

  /**
   * The PromQL for a query.
   *
   * @throws IllegalArgumentException when there is none, or none that asks the same
   * @throws UnsupportedOperationException for kinds of queries that are not answered
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
          throw new UnsupportedOperationException("Prometheus is not asked for resources of pods");
    };
  }

  private Expression fill(
      String metric, Selector series, Map<Place, String> texts, List<Place> asked) {
    QueryTemplate template = templates.get(metric);
    if (template == null) {
      throw new IllegalArgumentException("there is no query of this name");
    }
    texts.put(Place.SERIES, Matchers.of(series, ""));
    asked.forEach(place -> requireHas(template, place));
    if (!series.requirements().isEmpty()) {
      requireHas(template, Place.SERIES);
    }
    template.places().forEach(place -> requireKnown(place, texts));
    return new Expression(
        template.fill(texts), template.has(Place.WINDOW) ? window : Duration.ZERO);
  }

  private static void requireHas(QueryTemplate template, Place place) {
    if (!template.has(place)) {
      throw new IllegalArgumentException("its query has no " + place);
    }
  }

  private static void requireKnown(Place place, Map<Place, String> texts) {
    if (!texts.containsKey(place)) {
      throw new IllegalArgumentException(
          "its query has " + place + ", which metrics of this type do not have");
    }
  }

  private static String plain(String name) {
    if (!PLAIN.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name + "\" not allowed in a query");
    }
    return name;
  }
}
