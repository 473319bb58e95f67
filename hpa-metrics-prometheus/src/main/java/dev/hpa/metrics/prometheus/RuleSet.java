package dev.hpa.metrics.prometheus;

import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.RestMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
   * @throws KubernetesApiException if the API server cannot be asked, or does not serve a resource
   *     that a rule names
   */
  static RuleSet of(Rules rules, RestMapper mapper) throws KubernetesApiException {
    return new RuleSet(
        all("rules", rules.rules(), mapper),
        all("externalRules", rules.externalRules(), mapper),
        rules.resourceRules() == null ? null : usage(rules.resourceRules(), mapper));
  }

  /** The rules of series. */
  List<SeriesRule> all() {
    return Stream.concat(custom.stream(), external.stream()).toList();
  }

  private static List<SeriesRule> all(String list, List<Rules.Rule> rules, RestMapper mapper)
      throws KubernetesApiException {
    List<SeriesRule> all = new ArrayList<>(rules.size());
    for (Rules.Rule rule : rules) {
      String place = list + "[" + all.size() + "]";
      all.add(at(place, () -> SeriesRule.of(place, rule, mapper)));
    }
    return List.copyOf(all);
  }

  private static Usage usage(Rules.ResourceRules rules, RestMapper mapper)
      throws KubernetesApiException {
    return new Usage(
        usage("resourceRules.cpu", rules.cpu(), mapper),
        usage("resourceRules.memory", rules.memory(), mapper),
        window(rules.window()));
  }

  private static UsageRule usage(String place, Rules.@Nullable ResourceRule rule, RestMapper mapper)
      throws KubernetesApiException {
    Rules.ResourceRule some = rule == null ? new Rules.ResourceRule(null, null, null, null) : rule;
    return at(place, () -> UsageRule.of(place, some, mapper));
  }

  private interface Making<T> {
    T make() throws KubernetesApiException;
  }

  /** Names the place of what is wrong. */
  private static <T> T at(String place, Making<T> rule) throws KubernetesApiException {
    try {
      return rule.make();
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(place + "." + invalid.getMessage(), invalid);
    } catch (NoMatchException unserved) {
      throw new NoMatchException(place + "." + unserved.text());
    }
  }

  /** Units from years to milliseconds, each at most once and in this order. */
  private static final Pattern DURATION =
      Pattern.compile(
          "0|(?:(\\d{1,9})y)?(?:(\\d{1,9})w)?(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?"
              + "(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

  private static final List<Duration> UNITS =
      List.of(
          Duration.ofDays(365),
          Duration.ofDays(7),
          Duration.ofDays(1),
          Duration.ofHours(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(1),
          Duration.ofMillis(1));

  /** A duration as Prometheus writes it. */
  private static Duration window(@Nullable String text) {
    if (text == null) {
      return Duration.ZERO;
    }
    Matcher parts = DURATION.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      throw new IllegalArgumentException(
          "resourceRules.window: \"%s\" is not a duration; write it like 3m".formatted(text));
    }
    Duration window = Duration.ZERO;
    for (int i = 0; i < UNITS.size(); i++) {
      String count = parts.group(i + 1);
      if (count != null) {
        window = window.plus(UNITS.get(i).multipliedBy(Long.parseLong(count)));
      }
    }
    return window;
  }
}
