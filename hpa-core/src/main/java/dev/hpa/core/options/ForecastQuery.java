package dev.hpa.core.options;

import dev.hpa.core.forecast.InvalidQueryException;
import dev.hpa.core.forecast.NamespacedQuery;

/**
 * A PromQL expression for a past load.
 *
 * @param text as it is set
 * @param isLimited whether an autoscaler sets it, so that it reads series of its namespace only
 */
public record ForecastQuery(String text, boolean isLimited) {

  /** A query of an operator, which reads any series. */
  static ForecastQuery unlimited(String text) {
    return new ForecastQuery(text, false);
  }

  /**
   * A query of an autoscaler.
   *
   * @throws InvalidQueryException if it cannot be limited to a namespace
   */
  static ForecastQuery limited(String text) throws InvalidQueryException {
    NamespacedQuery.of(text, "any");
    return new ForecastQuery(text, true);
  }

  /** The expression to send for an autoscaler of a namespace. */
  public String in(String namespace) {
    if (!isLimited) {
      return text;
    }
    try {
      return NamespacedQuery.of(text, namespace);
    } catch (InvalidQueryException unchecked) {
      throw new IllegalArgumentException(unchecked.text(), unchecked);
    }
  }
}
