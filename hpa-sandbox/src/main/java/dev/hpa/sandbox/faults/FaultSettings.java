package dev.hpa.sandbox.faults;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a fault while it is parsed. Each setting is read once, and unknown settings are
 * errors.
 */
final class FaultSettings {

  private final Map<String, String> values;
  private final TreeSet<String> known = new TreeSet<>();

  FaultSettings(Map<String, String> values) {
    this.values = new LinkedHashMap<>(values);
  }

  private @Nullable String take(String name) {
    known.add(name);
    return values.remove(name);
  }

  String text(String name) {
    String text = take(name);
    return text == null ? "" : text;
  }

  /** A duration that is not negative. */
  @Nullable Duration duration(String name) {
    String text = values.get(name);
    Duration duration = signedDuration(name);
    if (duration != null && duration.isNegative()) {
      throw invalidDuration(name, String.valueOf(text));
    }
    return duration;
  }

  @Nullable Duration signedDuration(String name) {
    String text = take(name);
    try {
      return text == null ? null : GoDuration.parse(text);
    } catch (IllegalArgumentException problem) {
      throw invalidDuration(name, text);
    }
  }

  private static FaultFormatException invalidDuration(String name, String text) {
    return new FaultFormatException(
        name + ": \"" + text + "\" is not a duration; use one such as 500ms or 1m30s");
  }

  Duration durationOr(String name, Duration fallback) {
    Duration duration = duration(name);
    return duration == null ? fallback : duration;
  }

  @Nullable Long number(String name) {
    String text = take(name);
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException problem) {
      throw new FaultFormatException(
          name + ": \"" + text + "\" is not an integer; use one such as 3");
    }
  }

  /** A number of requests of at least 1; 0 when absent. */
  long count(String name) {
    Long count = number(name);
    if (count != null && count < 1) {
      throw new FaultFormatException(name + ": \"" + count + "\" is too small; use 1 or more");
    }
    return count == null ? 0 : count;
  }

  /** A number from 0 to 1; 1 when absent. */
  double probability(String name) {
    String text = take(name);
    try {
      double value = text == null ? 1 : Double.parseDouble(text);
      if (value >= 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException problem) {
      // Reported below, together with numbers out of range.
    }
    throw new FaultFormatException(
        name + ": \"" + text + "\" is not a probability; use a number from 0 to 1, such as 0.25");
  }

  void requireNoMore() {
    if (!values.isEmpty()) {
      throw new FaultFormatException(
          "%s: unknown setting; use %s"
              .formatted(values.keySet().iterator().next(), String.join(", ", known)));
    }
  }
}
