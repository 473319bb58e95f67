package dev.hpa.sandbox.metrics;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.sandbox.workload.LoadFormatException;
import dev.hpa.sandbox.workload.LoadProfile;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The value of a series: a constant or a profile over time. Immutable. */
public final class MetricValue {

  private static final String WINDOW = "window=";

  private final String text;
  private final Function<Duration, Quantity> amount;
  private final @Nullable Duration window;

  private MetricValue(String text, Function<Duration, Quantity> amount, @Nullable Duration window) {
    this.text = text;
    this.amount = amount;
    this.window = window;
  }

  /**
   * Parses a quantity or a profile, optionally followed by the window in whole seconds: {@code 42},
   * {@code 1500m window=30s}, {@code sine:min=10,max=500,period=30m}.
   *
   * @param traces by the names that {@code trace:NAME} refers to
   * @throws MetricFormatException if the text is malformed
   */
  public static MetricValue parse(String text, Map<String, ? extends LoadProfile> traces) {
    String whole = text.strip();
    int blank = whole.lastIndexOf(' ');
    boolean hasWindow = blank > 0 && whole.startsWith(WINDOW, blank + 1);
    String amount = hasWindow ? whole.substring(0, blank).strip() : whole;
    return new MetricValue(
        whole,
        amount(amount, traces),
        hasWindow ? window(whole.substring(blank + 1 + WINDOW.length())) : null);
  }

  private static Function<Duration, Quantity> amount(
      String text, Map<String, ? extends LoadProfile> traces) {
    try {
      if (text.contains(":")) {
        LoadProfile profile = LoadProfile.parse(text, traces);
        return since -> milli(profile.milliCoresAt(since));
      }
      Quantity quantity = Quantity.parse(text);
      return any -> quantity;
    } catch (LoadFormatException problem) {
      throw new MetricFormatException(String.valueOf(problem.getMessage()));
    } catch (QuantityFormatException problem) {
      throw new MetricFormatException(
          "\"%s\": not a value; use a quantity such as 42 or 1500m, or a profile such as sine:min=10,max=500,period=30m"
              .formatted(text));
    }
  }

  private static Duration window(String text) {
    try {
      Duration window = GoDuration.parse(text);
      if (!window.isNegative() && window.equals(window.truncatedTo(ChronoUnit.SECONDS))) {
        return window;
      }
    } catch (IllegalArgumentException problem) {
      // Reported below, together with negative and sub-second windows.
    }
    throw new MetricFormatException(
        "\"" + text + "\": not a window; use whole seconds such as 30s or 1m");
  }

  /** A quantity of milli-units, rounded. */
  static Quantity milli(double thousandths) {
    return Quantity.ofMilli(Math.round(thousandths), Quantity.Format.DECIMAL_SI);
  }

  /**
   * The value at one time.
   *
   * @param sinceSet the time since the value was set, not negative
   */
  public Quantity at(Duration sinceSet) {
    return amount.apply(sinceSet);
  }

  /** The measurement window; null for none. */
  public @Nullable Duration window() {
    return window;
  }

  /** As written. */
  @Override
  public String toString() {
    return text;
  }
}
