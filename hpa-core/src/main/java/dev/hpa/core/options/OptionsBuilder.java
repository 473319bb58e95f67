package dev.hpa.core.options;

import dev.hpa.api.GoDuration;
import dev.hpa.core.forecast.InvalidQueryException;
import dev.hpa.core.schedules.InvalidScheduleException;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the values of one autoscaler. An invalid value is dropped and reported. */
final class OptionsBuilder {

  private static final Pattern FORECASTER = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

  /** Of all durations but those of forecasts. */
  private static final Duration LONGEST = Duration.ofHours(24);

  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d+)?");

  private final Map<OptionName, OptionValue> values;
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
    Mode mode = choice(OptionKey.MODE, Mode.values(), Mode.ACTIVE);
    Instant until = parsed(OptionKey.MODE_UNTIL, OptionsBuilder::time);
    Duration rolloutTimeout = duration(OptionKey.ROLLOUT_TIMEOUT, Duration.ZERO, LONGEST);
    RolloutStrategy rollout =
        choice(OptionKey.ROLLOUT, RolloutStrategy.values(), RolloutStrategy.IGNORE);
    Duration syncPeriod = duration(OptionKey.SYNC_PERIOD, Duration.ofSeconds(1), LONGEST);
    Duration initialization = duration(OptionKey.CPU_INITIALIZATION_PERIOD, Duration.ZERO, LONGEST);
    Duration readiness = duration(OptionKey.INITIAL_READINESS_DELAY, Duration.ZERO, LONGEST);
    SelectionStrategy selection =
        choice(
            OptionKey.SELECTION_STRATEGY,
            SelectionStrategy.values(),
            SelectionStrategy.LABEL_SELECTOR);
    Fallback fallback = fallback();
    TreatAsMissing missing = parsed(OptionKey.TREAT_AS_MISSING, OptionsBuilder::missing);
    Double precision = parsed(OptionKey.STATUS_PRECISION, OptionsBuilder::percent);
    requires(OptionKey.MODE_UNTIL, mode != Mode.ACTIVE, "a mode other than Active");
    requires(
        OptionKey.ROLLOUT_TIMEOUT, rollout == RolloutStrategy.COMPENSATE, "rollout Compensate");
    ForecastOptions forecast = forecast();
    return new Options(
        mode,
        mode == Mode.ACTIVE ? null : until,
        syncPeriod,
        initialization,
        readiness,
        selection,
        fallback,
        missing == null ? TreatAsMissing.NOTHING : missing,
        rollout,
        rolloutTimeout == null ? Options.DEFAULT_ROLLOUT_TIMEOUT : rolloutTimeout,
        forecast,
        schedules(),
        watermarks(),
        precision == null ? 0 : precision,
        List.copyOf(values.values()),
        Options.bounded(problems));
  }

  private @Nullable Fallback fallback() {
    Integer replicas = parsed(OptionKey.FALLBACK_REPLICAS, OptionsBuilder::count);
    Duration after = duration(OptionKey.FALLBACK_AFTER, Duration.ZERO, LONGEST);
    boolean strategySet = isSet(OptionKey.FALLBACK_STRATEGY);
    Fallback.Strategy strategy =
        choice(OptionKey.FALLBACK_STRATEGY, Fallback.Strategy.values(), Fallback.Strategy.STATIC);
    boolean invalidStrategy = strategySet && !isSet(OptionKey.FALLBACK_STRATEGY);
    boolean current = strategy == Fallback.Strategy.CURRENT_REPLICAS;
    boolean active = !invalidStrategy && (current || replicas != null);
    requires(
        OptionKey.FALLBACK_STRATEGY,
        current || replicas != null,
        "annotation \"hpa.dev/fallback-replicas\"");
    requires(OptionKey.FALLBACK_AFTER, active, "a fallback");
    requires(OptionKey.FALLBACK_REPLICAS, !current, "another strategy than CurrentReplicas");
    return active
        ? new Fallback(
            strategy, current ? null : replicas, after == null ? Fallback.DEFAULT_AFTER : after)
        : null;
  }

  private @Nullable ForecastOptions forecast() {
    String forecaster =
        parsed(OptionKey.FORECAST, text -> FORECASTER.matcher(text).matches() ? text : null);
    Duration horizon =
        duration(
            OptionKey.FORECAST_HORIZON,
            ForecastOptions.MIN_HORIZON,
            ForecastOptions.MAX_SEASON.dividedBy(2));
    Duration season =
        duration(OptionKey.FORECAST_SEASON, ForecastOptions.MIN_SEASON, ForecastOptions.MAX_SEASON);
    ForecastQuery query = query();
    Duration repeats = season == null ? ForecastOptions.DEFAULT_SEASON : season;
    if (horizon != null && horizon.multipliedBy(2).compareTo(repeats) > 0) {
      requires(OptionKey.FORECAST_HORIZON, false, "a season of at least twice its length");
      horizon = null;
    }
    for (OptionKey each :
        List.of(OptionKey.FORECAST_HORIZON, OptionKey.FORECAST_SEASON, OptionKey.FORECAST_QUERY)) {
      requires(each, forecaster != null, "annotation \"hpa.dev/forecast\"");
    }
    return forecaster == null
        ? null
        : new ForecastOptions(
            forecaster,
            horizon == null ? ForecastOptions.DEFAULT_HORIZON : horizon,
            repeats,
            query);
  }

  private @Nullable ForecastQuery query() {
    OptionValue value = values.get(new OptionName(OptionKey.FORECAST_QUERY));
    if (value == null || value.origin() != OptionValue.Origin.AUTOSCALER) {
      return parsed(
          OptionKey.FORECAST_QUERY, text -> text.isEmpty() ? null : ForecastQuery.unlimited(text));
    }
    try {
      return ForecastQuery.limited(value.value());
    } catch (InvalidQueryException invalid) {
      values.remove(value.name());
      problems.add(value.described() + " is invalid: " + invalid.text());
      return null;
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
      if (value.origin() == OptionValue.Origin.AUTOSCALER) {
        problems.add(value.described() + " has no effect; it needs " + requirement);
      }
    }
  }

  /** An enum constant with the text of the value; upstream's if it is not set or invalid. */
  private <E extends Enum<E>> E choice(OptionKey key, E[] choices, E otherwise) {
    E parsed =
        parsed(
            key,
            text -> {
              for (E each : choices) {
                if (each.toString().equals(text)) {
                  return each;
                }
              }
              return null;
            });
    return parsed == null ? otherwise : parsed;
  }

  private @Nullable Duration duration(OptionKey key, Duration least, Duration most) {
    return parsed(
        key,
        text -> {
          Duration value = GoDuration.parse(text);
          return value.compareTo(least) < 0 || value.compareTo(most) > 0 ? null : value;
        });
  }

  /**
   * @param parser returns null or throws for an invalid value
   */
  private <T> @Nullable T parsed(OptionKey key, Function<String, @Nullable T> parser) {
    OptionValue value = values.get(new OptionName(key));
    return value == null ? null : parsed(value, parser);
  }

  private <T> @Nullable T parsed(OptionValue value, Function<String, @Nullable T> parser) {
    T result;
    try {
      result = parser.apply(value.value());
    } catch (RuntimeException invalid) {
      // Any: what one autoscaler has in an annotation must not stop the others.
      result = null;
    }
    if (result == null) {
      values.remove(value.name());
      problems.add(value.described() + " is invalid; use " + value.key().accepted());
    }
    return result;
  }

  private boolean isSet(OptionKey key) {
    return values.containsKey(new OptionName(key));
  }

  /** The values of a key with names. */
  private List<OptionValue> all(OptionKey key) {
    return values.values().stream().filter(each -> each.key() == key).toList();
  }

  private List<Schedule> schedules() {
    List<Schedule> schedules = new ArrayList<>();
    for (OptionValue each : all(OptionKey.SCHEDULE)) {
      try {
        schedules.add(Schedule.parse(each.name().part(), each.value()));
      } catch (InvalidScheduleException invalid) {
        values.remove(each.name());
        problems.add(each.described() + " is invalid: " + invalid.text());
      } catch (RuntimeException invalid) {
        values.remove(each.name());
        problems.add(each.described() + " is invalid; use " + each.key().accepted());
      }
    }
    return schedules;
  }

  private Map<String, Watermark> watermarks() {
    Map<String, Watermark> watermarks = new LinkedHashMap<>();
    for (OptionValue each : all(OptionKey.WATERMARK)) {
      Watermark watermark = parsed(each, Watermark::parse);
      if (watermark != null) {
        watermarks.put(each.name().part(), watermark);
      }
    }
    return watermarks;
  }

  private static Instant time(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }

  private static @Nullable Integer count(String text) {
    int value = Integer.parseInt(text);
    return value > 0 ? value : null;
  }

  private static @Nullable Double percent(String text) {
    double value = PERCENT.matcher(text).matches() ? Double.parseDouble(text) : -1;
    return value < 0 || value > 100 ? null : value;
  }

  private static @Nullable TreatAsMissing missing(String text) {
    Set<String> words = new HashSet<>();
    Duration olderThan = null;
    for (String part : text.split(",", -1)) {
      String word = part.strip();
      if (word.startsWith("older-than=")) {
        olderThan = GoDuration.parse(word.substring("older-than=".length()));
        if (!olderThan.isPositive() || olderThan.compareTo(LONGEST) > 0) {
          return null;
        }
      } else if (word.equals("empty") || word.equals("zero")) {
        words.add(word);
      } else {
        return null;
      }
    }
    return new TreatAsMissing(words.contains("empty"), words.contains("zero"), olderThan);
  }
}
