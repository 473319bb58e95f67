package dev.hpa.core.options;

import dev.hpa.api.Quantity;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Two thresholds that replace the target and the tolerance of a metric: between them, both
 * included, nothing happens; above {@code high} it is the target, below {@code low} that is.
 *
 * @param low 0 or more; at 0 the metric never scales down
 * @param high more than 0, and not less than {@code low}
 */
public record Watermark(Quantity low, Quantity high) {

  /** The largest number that a {@code long} of milli-units holds. */
  private static final long MAX_NUMBER = Long.MAX_VALUE / 1000;

  private static final String QUANTITY =
      "(\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+|[numkMGTPE]|[KMGTPE]i)?";
  private static final Pattern RANGE =
      Pattern.compile("(?<low>" + QUANTITY + ")-(?<high>" + QUANTITY + ")");

  /** Parses thresholds such as {@code 40-80} or {@code 100m-400m}; null if they are invalid. */
  static @Nullable Watermark parse(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      return null;
    }
    Quantity low = Quantity.parse(range.group("low"));
    Quantity high = Quantity.parse(range.group("high"));
    boolean fits = high.signum() > 0 && high.value() <= MAX_NUMBER;
    return fits && low.compareTo(high) <= 0 ? new Watermark(low, high) : null;
  }

  /** Whether both thresholds are integers that a utilization in percent can be compared with. */
  public boolean isUtilization() {
    return isPercent(low) && isPercent(high);
  }

  private static boolean isPercent(Quantity quantity) {
    long percent = quantity.value();
    return percent <= Integer.MAX_VALUE
        && quantity.compareTo(Quantity.of(percent, Quantity.Format.DECIMAL_SI)) == 0;
  }

  /** Both thresholds as the annotation has them, such as {@code 40-80}. */
  @Override
  public String toString() {
    return low + "-" + high;
  }
}
