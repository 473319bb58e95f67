package dev.hpa.metrics.prometheus;

import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;

/**
 * A rule of CPU or memory that is ready to use. Immutable.
 *
 * @param place the rule in its file, such as {@code resourceRules.cpu}
 * @param container the label of the container
 */
record UsageRule(String place, ResourceLabels labels, QueryTemplate template, String container) {

  /**
   * @throws IllegalArgumentException as {@link SeriesRule#of}
   * @throws KubernetesApiException as {@link SeriesRule#of}
   */
  static UsageRule of(String place, Rules.ResourceRule rule, RestMapper mapper)
      throws KubernetesApiException {
    QueryTemplate.parse("nodeQuery", rule.nodeQuery());
    return new UsageRule(
        place,
        ResourceLabels.of(rule.resources(), mapper),
        QueryTemplate.parse("containerQuery", rule.containerQuery()),
        rule.containerLabel() == null ? "" : rule.containerLabel());
  }
}
