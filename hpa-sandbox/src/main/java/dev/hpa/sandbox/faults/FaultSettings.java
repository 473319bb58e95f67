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
      throw noDuration(name, String.valueOf(text));
    }
    return duration;
  }

  @Nullable Duration signedDuration(String name) {
    String text = take(name);
    try {
      return text == null ? null : GoDuration.parse(text);
    } catch (IllegalArgumentException problem) {
      throw noDuration(name, text);
    }
  }

  private static FaultFormatException noDuration(String name, String text) {
    return new FaultFormatException(
        name + ": \"" + text + "\" is no duration; write one such as 500ms or 1m30s");
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
      throw new FaultFormatException(name + ": \"" + text + "\" is no whole number");
    }
  }

  /** A number of requests of at least 1; 0 when absent. */
  long count(String name) {
    Long count = number(name);
    if (count != null && count < 1) {
      throw new FaultFormatException(name + ": " + count + " is too small; write 1 or more");
    }
    return count == null ? 0 : count;
  }

  /** A number from 0 to 1; 1 when absent. */
  double share(String name) {
    String text = take(name);
    try {
      double share = text == null ? 1 : Double.parseDouble(text);
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException problem) {
      // Reported below, together with numbers out of range.
    }
    throw new FaultFormatException(
        name + ": \"" + text + "\" is no share; write a number from 0 to 1 such as 0.25");
  }

  void requireNoMore(String fault) {
    if (!values.isEmpty()) {
      throw new FaultFormatException(
          "the fault %s has no setting %s; it has %s"
              .formatted(fault, String.join(", ", values.keySet()), String.join(", ", known)));
    }
  }
}
