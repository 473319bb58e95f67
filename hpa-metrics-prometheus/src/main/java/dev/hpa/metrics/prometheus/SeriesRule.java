package dev.hpa.metrics.prometheus;

import dev.hpa.api.GoQuote;
import dev.hpa.metrics.prometheus.template.TemplateException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;

/**
 * A rule that is ready to use. Immutable.
 *
 * @param place the rule in its file, such as {@code rules[0]}
 * @param selector the PromQL selector of its series
 * @param isNamespaced whether external queries have a matcher of the namespace
 */
record SeriesRule(
    String place,
    String selector,
    SeriesNames names,
    ResourceLabels labels,
    QueryTemplate template,
    boolean isNamespaced) {

  /**
   * @throws IllegalArgumentException if the rule is invalid; the message names the field
   * @throws KubernetesApiException as {@link ResourceLabels#of(Rules.Resources, RestMapper)}
   */
  static SeriesRule of(String place, Rules.Rule rule, RestMapper mapper)
      throws KubernetesApiException {
    Rules.Resources resources = rule.resources();
    return new SeriesRule(
        place,
        rule.seriesQueryOrEmpty(),
        SeriesNames.of(rule),
        ResourceLabels.of(resources, mapper),
        QueryTemplate.parse("metricsQuery", rule.metricsQuery()),
        resources == null || !Boolean.FALSE.equals(resources.namespaced()));
  }

  /**
   * The label with the namespace of a series; empty if the rule names none.
   *
   * @throws KubernetesApiException if the API server cannot be asked
   */
  String namespaceLabel() throws KubernetesApiException {
    try {
      return labels.of(Resource.NAMESPACES);
    } catch (TemplateException none) {
      return "";
    }
  }

  /**
   * The selector of the series of one namespace.
   *
   * @param label that PromQL can write without quotes
   */
  String selectorOf(String label, String namespace) {
    String matcher = label + "=" + GoQuote.quote(namespace);
    String series = selector.strip();
    if (!series.endsWith("}")) {
      return series + "{" + matcher + "}";
    }
    String open = series.substring(0, series.length() - 1).strip();
    return open + (open.endsWith("{") || open.endsWith(",") ? "" : ",") + matcher + "}";
  }
}
