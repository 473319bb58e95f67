package dev.hpa.core.options;

import dev.hpa.api.GoDuration;
import dev.hpa.core.forecast.InvalidQueryException;
import dev.hpa.core.schedules.InvalidScheduleException;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses the values of an option. */
@FunctionalInterface
interface OptionParser {

  /** The longest of all durations but those of forecasts. */
  Duration MAX_DURATION = Duration.ofHours(24);

  Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d+)?%");

  /** The words of {@code treat-as-missing} without an argument. */
  Set<String> REJECTED = Set.of("empty", "zero", "negative", "overflow");

  /**
   * Parses a value.
   *
   * @return null if it is invalid; any unchecked exception means the same
   * @throws InvalidScheduleException if it is invalid, with the reason
   * @throws InvalidQueryException if it is invalid, with the reason
   */
  @Nullable Object parse(OptionValue value) throws InvalidScheduleException, InvalidQueryException;

  private static OptionParser ofText(Function<String, @Nullable Object> parser) {
    return value -> parser.apply(value.value());
  }

  /** One of some words, as it is. */
  static OptionParser words(String... choices) {
    return ofText(text -> List.of(choices).contains(text) ? text : null);
  }

  /** An enum constant with the text of the value. */
  static <E extends Enum<E>> OptionParser oneOf(E[] choices) {
    return ofText(
        text -> {
          for (E each : choices) {
            if (each.toString().equals(text)) {
              return each;
            }
          }
          return null;
        });
  }

  /** Some enum constants, each once, in their order. */
  static <E extends Enum<E>> OptionParser someOf(E[] choices) {
    return ofText(
        text -> {
          List<E> found = new ArrayList<>();
          for (String word : text.split(",", -1)) {
            Stream.of(choices)
                .filter(each -> each.toString().equals(word.strip()) && !found.contains(each))
                .forEach(found::add);
          }
          return found.size() == text.split(",", -1).length ? List.copyOf(found) : null;
        });
  }

  /** A duration up to 24 hours. */
  static OptionParser durationFrom(Duration least) {
    return duration(least, MAX_DURATION);
  }

  static OptionParser duration(Duration least, Duration most) {
    return ofText(
        text -> {
          Duration value = GoDuration.parse(text);
          return value.compareTo(least) < 0 || value.compareTo(most) > 0 ? null : value;
        });
  }

  static OptionParser time() {
    return ofText(text -> OffsetDateTime.parse(text).toInstant());
  }

  static OptionParser positiveInteger() {
    return ofText(
        text -> {
          int value = Integer.parseInt(text);
          return value > 0 ? value : null;
        });
  }

  /** A number from 0 to 100 with a percent sign. */
  static OptionParser share() {
    return ofText(
        text -> {
          double value =
              PERCENT.matcher(text).matches()
                  ? Double.parseDouble(text.substring(0, text.length() - 1))
                  : -1;
          return value < 0 || value > 100 ? null : value;
        });
  }

  static OptionParser matching(String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return ofText(text -> compiled.matcher(text).matches() ? text : null);
  }

  static OptionParser schedule() {
    return value -> Schedule.parse(value.name().part(), value.value());
  }

  static OptionParser watermark() {
    return ofText(Watermark::parse);
  }

  static OptionParser percentile() {
    return ofText(Percentile::parse);
  }

  /** What an autoscaler sets is limited to its namespace. */
  static OptionParser query() {
    return value -> {
      if (value.origin() == OptionValue.Origin.AUTOSCALER) {
        return ForecastQuery.limited(value.value());
      }
      return value.value().isEmpty() ? null : ForecastQuery.unlimited(value.value());
    };
  }

  static OptionParser missing() {
    return ofText(OptionParser::missing);
  }

  private static @Nullable TreatAsMissing missing(String text) {
    Set<String> words = new HashSet<>();
    Duration olderThan = null;
    for (String part : text.split(",", -1)) {
      String word = part.strip();
      if (word.startsWith("older-than=")) {
        olderThan = GoDuration.parse(word.substring("older-than=".length()));
        if (!olderThan.isPositive() || olderThan.compareTo(MAX_DURATION) > 0) {
          return null;
        }
      } else if (REJECTED.contains(word)) {
        words.add(word);
      } else {
        return null;
      }
    }
    return new TreatAsMissing(
        words.contains("empty"),
        words.contains("zero"),
        words.contains("negative"),
        words.contains("overflow"),
        olderThan);
  }
}
