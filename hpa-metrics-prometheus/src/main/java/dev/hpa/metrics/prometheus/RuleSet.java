package dev.hpa.metrics.prometheus;

import dev.hpa.api.GoDuration;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a file, ready to use. Immutable.
 *
 * @param custom rules of metrics of pods and objects
 * @param external rules of external metrics
 * @param usage rules of CPU and memory; null for none
 */
record RuleSet(List<SeriesRule> custom, List<SeriesRule> external, @Nullable Usage usage) {

  /**
   * @param window the time over which CPU is measured
   */
  record Usage(UsageRule cpu, UsageRule memory, Duration window) {}

  /**
   * @throws IllegalArgumentException if a rule is invalid; the message names the rule and the field
   * @throws KubernetesApiException if the API server cannot be asked
   */
  static RuleSet of(Rules rules, RestMapper mapper) throws KubernetesApiException {
    return new RuleSet(
        all("rules", rules.rules(), mapper),
        all("externalRules", rules.externalRules(), mapper),
        rules.resourceRules() == null ? null : usage(rules.resourceRules(), mapper));
  }

  private static List<SeriesRule> all(String list, List<Rules.Rule> rules, RestMapper mapper)
      throws KubernetesApiException {
    List<SeriesRule> all = new ArrayList<>(rules.size());
    for (Rules.Rule rule : rules) {
      all.add(SeriesRule.of(list + "[" + all.size() + "]", rule, mapper));
    }
    return List.copyOf(all);
  }

  private static Usage usage(Rules.ResourceRules rules, RestMapper mapper)
      throws KubernetesApiException {
    return new Usage(
        UsageRule.of("resourceRules.cpu", orEmpty(rules.cpu()), mapper),
        UsageRule.of("resourceRules.memory", orEmpty(rules.memory()), mapper),
        window(rules.window()));
  }

  private static Rules.ResourceRule orEmpty(Rules.@Nullable ResourceRule rule) {
    return rule == null ? new Rules.ResourceRule(null, null, null, null) : rule;
  }

  /** Prometheus writes durations as Go does, and also in days. */
  private static Duration window(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Duration.ZERO;
    }
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "resourceRules.window: \"%s\" is not a duration; write it like 3m".formatted(text),
          malformed);
    }
  }

  /** The distinct selectors of series. */
  List<String> selectors() {
    return Stream.concat(custom.stream(), external.stream())
        .map(SeriesRule::selector)
        .distinct()
        .toList();
  }
}
