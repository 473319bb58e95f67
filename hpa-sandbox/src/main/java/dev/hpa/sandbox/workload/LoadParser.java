package dev.hpa.sandbox.workload;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Parses load profiles: {@code steady:cpu=500m}, {@code ramp:from=200m,to=2,over=10m}, {@code
 * sine:min=200m,max=2,period=30m}, {@code spike:base=200m,peak=3,at=5m,for=2m[,every=20m]}, {@code
 * day:min=200m,max=2,period=1h[,spike=3][,at=27m][,for=2m]}, {@code trace:NAME}.
 *
 * <p>The spike of a day occurs once per period, by default at 45% of it and for 4% of it.
 */
final class LoadParser {

  private static final double DAY_SPIKE_AT = 0.45;
  private static final double DAY_SPIKE_LENGTH = 0.04;

  private final Map<String, LoadProfile> traces;

  LoadParser(Map<String, ? extends LoadProfile> traces) {
    this.traces = Map.copyOf(traces);
  }

  /**
   * Parses the value of the annotation {@code sandbox.hpa.dev/load}.
   *
   * @throws LoadFormatException if the text is malformed
   */
  LoadProfile profile(String text) {
    int colon = text.indexOf(':');
    String name = (colon < 0 ? text : text.substring(0, colon)).strip();
    String rest = colon < 0 ? "" : text.substring(colon + 1).strip();
    return switch (name) {
      case "steady" -> steady(new Settings(name, rest));
      case "ramp" -> ramp(new Settings(name, rest));
      case "sine" -> sine(new Settings(name, rest));
      case "spike" -> spike(new Settings(name, rest));
      case "day" -> day(new Settings(name, rest));
      case "trace" -> trace(rest);
      default ->
          throw new LoadFormatException(
              "\""
                  + name
                  + "\": unknown profile; use steady, ramp, sine, spike, day or trace, such as"
                  + " ramp:from=200m,to=2,over=10m");
    };
  }

  /**
   * Parses the value of the annotation {@code sandbox.hpa.dev/cpu}.
   *
   * @throws LoadFormatException if the text is malformed
   */
  static LoadProfile constant(String text) {
    return LoadProfile.steady(cpu(text));
  }

  private LoadProfile trace(String name) {
    LoadProfile trace = traces.get(name);
    if (trace == null) {
      throw new LoadFormatException(
          "\""
              + name
              + "\": unknown trace; known traces: "
              + (traces.isEmpty() ? "none" : String.join(", ", new TreeSet<>(traces.keySet()))));
    }
    return trace;
  }

  private static LoadProfile steady(Settings settings) {
    double cpu = settings.takeCpu("cpu");
    settings.requireNoMore();
    return LoadProfile.steady(cpu);
  }

  private static LoadProfile ramp(Settings settings) {
    double from = settings.takeCpu("from");
    double to = settings.takeCpu("to");
    Duration over = settings.takeTime("over");
    settings.requireNoMore();
    return LoadProfile.ramp(from, to, over);
  }

  private static LoadProfile sine(Settings settings) {
    double min = settings.takeCpu("min");
    double max = settings.takeCpu("max");
    Duration period = settings.takePeriod("period");
    settings.requireNoMore();
    return LoadProfile.sine(min, max, period);
  }

  private static LoadProfile spike(Settings settings) {
    double base = settings.takeCpu("base");
    double peak = settings.takeCpu("peak");
    Duration at = settings.takeTime("at");
    Duration length = settings.takeTime("for");
    Duration every = settings.has("every") ? settings.takePeriod("every") : Duration.ZERO;
    settings.requireNoMore();
    return LoadProfile.spike(base, peak, at, length, every);
  }

  private static LoadProfile day(Settings settings) {
    double min = settings.takeCpu("min");
    double max = settings.takeCpu("max");
    Duration period = settings.takePeriod("period");
    LoadProfile day = new DailyLoadProfile(min, max, period);
    if (settings.has("spike")) {
      double peak = settings.takeCpu("spike");
      Duration at = settings.has("at") ? settings.takeTime("at") : partOf(period, DAY_SPIKE_AT);
      Duration length =
          settings.has("for") ? settings.takeTime("for") : partOf(period, DAY_SPIKE_LENGTH);
      day = LoadProfile.larger(day, LoadProfile.spike(0, peak, at, length, period));
    }
    settings.requireNoMore();
    return day;
  }

  private static Duration partOf(Duration period, double share) {
    return Duration.ofSeconds(Math.round(period.toSeconds() * share));
  }

  private static double cpu(String text) {
    try {
      double milli = 1000 * Quantity.parse(text.strip()).approximateDouble();
      if (milli >= 0 && milli < Double.POSITIVE_INFINITY) {
        return milli;
      }
    } catch (QuantityFormatException problem) {
      // Reported below.
    }
    throw new LoadFormatException(
        "\"" + text + "\": not an amount of CPU; use cores such as 2 or millicores such as 1500m");
  }

  /**
   * The settings of a profile while it is parsed. Each setting is read once, and unknown settings
   * are errors.
   */
  private static final class Settings {
    private final String profile;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> known = new ArrayList<>();

    Settings(String profile, String text) {
      this.profile = profile;
      for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
          throw new LoadFormatException(
              "\"" + pair + "\": not a setting of " + profile + "; use key=value");
        }
        values.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
      }
    }

    boolean has(String key) {
      known.add(key);
      return values.containsKey(key);
    }

    private String take(String key) {
      known.add(key);
      String value = values.remove(key);
      if (value == null) {
        throw new LoadFormatException(
            key + ": required setting of " + profile + " is missing; add " + key + "=...");
      }
      return value;
    }

    double takeCpu(String key) {
      return cpu(take(key));
    }

    Duration takeTime(String key) {
      String text = take(key);
      try {
        Duration time = GoDuration.parse(text);
        if (!time.isNegative()) {
          return time;
        }
      } catch (IllegalArgumentException problem) {
        // Reported below, together with negative durations.
      }
      throw new LoadFormatException(
          key + ": \"" + text + "\" is not a duration; use one such as 90s or 1h5m");
    }

    Duration takePeriod(String key) {
      Duration period = takeTime(key);
      if (period.isZero()) {
        throw new LoadFormatException(key + ": must be more than 0; use a duration such as 30m");
      }
      return period;
    }

    void requireNoMore() {
      if (!values.isEmpty()) {
        throw new LoadFormatException(
            values.keySet().iterator().next()
                + ": unknown setting of "
                + profile
                + "; use "
                + String.join(", ", known.stream().distinct().toList()));
      }
    }
  }
}
