package dev.hpa.core.options;

import dev.hpa.core.forecast.InvalidQueryException;
import dev.hpa.core.schedules.InvalidScheduleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parses the values of one autoscaler. What is invalid, or has no effect, is dropped and reported.
 */
final class OptionsBuilder {

  private final Map<OptionName, OptionValue> values;
  private final Map<OptionName, Object> parsed = new TreeMap<>();
  private final List<String> problems;

  /**
   * @param values the values to parse
   * @param problems the problems found so far
   */
  OptionsBuilder(Map<OptionName, OptionValue> values, List<String> problems) {
    this.values = values;
    this.problems = new ArrayList<>(problems);
  }

  Options build() {
    boolean hasStrategy = isSet(OptionKey.FALLBACK_STRATEGY);
    List.copyOf(values.values()).forEach(this::parse);
    requireMode();
    requireFallback(hasStrategy);
    requireForecast();
    return new Options(parsed, List.copyOf(values.values()), Options.bounded(problems));
  }

  private void parse(OptionValue value) {
    String reason = "use " + value.key().accepted();
    try {
      Object result = value.key().parser().parse(value);
      if (result != null) {
        parsed.put(value.name(), result);
        return;
      }
    } catch (InvalidScheduleException invalid) {
      invalid(value, ": " + invalid.text());
      return;
    } catch (InvalidQueryException invalid) {
      invalid(value, ": " + invalid.text());
      return;
    } catch (RuntimeException invalid) {
      // Any: what one autoscaler has in an annotation must not stop the others.
    }
    invalid(value, "; " + reason);
  }

  private void invalid(OptionValue value, String reason) {
    values.remove(value.name());
    problems.add(value.described() + " is invalid" + reason);
  }

  private void requireMode() {
    requires(
        OptionKey.MODE_UNTIL,
        get(OptionKey.MODE, Mode.ACTIVE) != Mode.ACTIVE,
        "a mode other than Active");
    requires(
        OptionKey.ROLLOUT_TIMEOUT,
        get(OptionKey.ROLLOUT, "").equals("Compensate"),
        "rollout Compensate");
  }

  /**
   * @param hasStrategy whether there is a value for the strategy; without a valid one then, nothing
   *     falls back
   */
  private void requireFallback(boolean hasStrategy) {
    boolean invalid = hasStrategy && !isSet(OptionKey.FALLBACK_STRATEGY);
    boolean current =
        get(OptionKey.FALLBACK_STRATEGY, Fallback.Strategy.STATIC)
            == Fallback.Strategy.CURRENT_REPLICAS;
    boolean complete = current || isSet(OptionKey.FALLBACK_REPLICAS);
    requires(OptionKey.FALLBACK_STRATEGY, complete, "annotation \"hpa.dev/fallback-replicas\"");
    requires(OptionKey.FALLBACK_AFTER, complete && !invalid, "a fallback");
    requires(OptionKey.FALLBACK_REPLICAS, !current, "another strategy than CurrentReplicas");
    if (invalid) {
      parsed.remove(new OptionName(OptionKey.FALLBACK_REPLICAS));
    }
  }

  private void requireForecast() {
    Duration horizon = get(OptionKey.FORECAST_HORIZON, Duration.ZERO);
    Duration season = get(OptionKey.FORECAST_SEASON, ForecastOptions.DEFAULT_SEASON);
    requires(
        OptionKey.FORECAST_HORIZON,
        horizon.multipliedBy(2).compareTo(season) <= 0,
        "a season of at least twice its length");
    boolean isForecast = isSet(OptionKey.FORECAST);
    for (OptionKey each :
        List.of(OptionKey.FORECAST_HORIZON, OptionKey.FORECAST_SEASON, OptionKey.FORECAST_QUERY)) {
      requires(each, isForecast, "annotation \"hpa.dev/forecast\"");
    }
  }

  /**
   * Drops a value whose key has no effect, and reports it if the autoscaler sets it. A namespace or
   * a flag may set it for those autoscalers on which it has one.
   */
  private void requires(OptionKey key, boolean isMet, String requirement) {
    OptionName name = new OptionName(key);
    OptionValue value = values.get(name);
    if (value != null && !isMet) {
      values.remove(name);
      parsed.remove(name);
      if (value.origin() == OptionValue.Origin.AUTOSCALER) {
        problems.add(value.described() + " has no effect; it needs " + requirement);
      }
    }
  }

  private boolean isSet(OptionKey key) {
    return values.containsKey(new OptionName(key));
  }

  private <T> T get(OptionKey key, T otherwise) {
    return Options.cast(parsed.get(new OptionName(key)), otherwise);
  }
}
