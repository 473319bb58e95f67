package dev.hpa.core.forecast;

/** What the result of a PromQL expression is, as far as its text shows. */
public enum QueryShape {
  /** A number without a series. */
  SCALAR,
  /** One series at most. */
  SINGLE,
  /** Possibly several series. */
  SEVERAL;

  /**
   * The shape of an expression. Functions that are not known are assumed to have as many series as
   * their arguments.
   *
   * @throws InvalidQueryException if it is not divisible into tokens and parentheses
   */
  public static QueryShape of(String query) throws InvalidQueryException {
    return new QueryShapeParser(QueryTokens.of(query)).parse();
  }

  /** That of both together, such as of the operands of an operator. */
  QueryShape and(QueryShape other) {
    return compareTo(other) < 0 ? other : this;
  }
}
