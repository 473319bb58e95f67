package dev.hpa.core.options;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a metrics source that count as a failed metric.
 *
 * @param empty whether an answer without a value does
 * @param zero whether an answer whose values are all 0 does
 * @param negative whether an answer with a value below 0 does
 * @param overflow whether an answer does whose values or sum do not fit 64 bits in milli-units
 * @param olderThan the age from which an answer does; null for none. Answers without a timestamp
 *     have no age
 */
public record TreatAsMissing(
    boolean empty, boolean zero, boolean negative, boolean overflow, @Nullable Duration olderThan) {

  /** No answer does, as upstream. */
  public static final TreatAsMissing NOTHING = new TreatAsMissing(false, false, false, false, null);
}
