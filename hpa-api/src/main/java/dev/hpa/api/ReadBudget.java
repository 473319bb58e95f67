package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How much of one value is read, so that a text that is many times smaller than its objects cannot
 * fill the memory. For one value; not thread-safe.
 */
public final class ReadBudget {

  private final long maxValues;
  private final long maxChars;
  private long values;
  private long chars;
  private @Nullable String excess;

  /**
   * @param maxValues maximum number of members and elements at all depths
   * @param maxChars maximum length of their names and texts together, in UTF-16 code units
   */
  public ReadBudget(long maxValues, long maxChars) {
    this.maxValues = maxValues;
    this.maxChars = maxChars;
  }

  /**
   * For an object of a tenant: a metric of an autoscaler with its status has fewer than 50 values,
   * and an autoscaler 1,000 metrics; API servers accept 256 KiB of annotations.
   */
  public static ReadBudget ofObject() {
    return new ReadBudget(50_000, 1 << 19);
  }

  static ReadBudget unlimited() {
    return new ReadBudget(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** What the value had more of than the budget allows; null if it was read completely. */
  public @Nullable String excess() {
    return excess;
  }

  /** Whether a member or element at which a parser is positioned fits; if it does, it counts. */
  boolean take(String name, JsonParser value) throws IOException {
    long length = name.length() + textLength(value);
    if (values == maxValues) {
      excess = "more than " + maxValues + " values";
      return false;
    }
    if (length > maxChars - chars) {
      excess = "more than " + maxChars + " characters";
      return false;
    }
    values++;
    chars += length;
    return true;
  }

  private static long textLength(JsonParser value) throws IOException {
    return value.currentToken() == JsonToken.VALUE_STRING ? value.getTextLength() : 0;
  }
}
