package dev.hpa.core.options;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which of the values of the pods is compared with the target of a metric: the lowest one that at
 * least this share of them do not exceed.
 *
 * @param percent from 1 to 100, at which it is the maximum
 */
public record Percentile(int percent) {

  private static final Pattern TEXT = Pattern.compile("p[1-9]\\d?");

  /** Parses {@code max} or {@code p90}; null if the text is invalid. */
  static @Nullable Percentile parse(String text) {
    if (text.equals("max")) {
      return new Percentile(100);
    }
    return TEXT.matcher(text).matches()
        ? new Percentile(Integer.parseInt(text.substring(1)))
        : null;
  }

  /**
   * The value of the pods.
   *
   * @param values at least one; sorted afterwards
   */
  public long of(long[] values) {
    Arrays.sort(values);
    return values[(int) (((long) values.length * percent + 99) / 100) - 1];
  }

  /** The text that the annotation has. */
  @Override
  public String toString() {
    return percent == 100 ? "max" : "p" + percent;
  }
}
