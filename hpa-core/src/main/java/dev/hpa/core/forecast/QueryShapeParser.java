package dev.hpa.core.forecast;

import dev.hpa.core.forecast.QueryToken.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Determines the shape of a PromQL expression. Used once. */
final class QueryShapeParser {

  private static final Map<String, String> CLOSING = Map.of("(", ")", "[", "]", "{", "}");

  private static final Set<String> SCALARS = Set.of("scalar", "time", "pi");

  /** Functions whose result has one series whatever their arguments are. */
  private static final Set<String> SINGLES = Set.of("vector", "absent", "absent_over_time");

  /** Aggregations that do not add up to one series. */
  private static final Set<String> SELECTIONS =
      Set.of("topk", "bottomk", "limitk", "limit_ratio", "count_values");

  private static final Set<String> MATCHINGS =
      Set.of("on", "ignoring", "group_left", "group_right");

  private static final int DEEPEST = 50;

  private final List<QueryToken> tokens;
  private int at;
  private int depth;

  /** Whether buckets are read, which a histogram function makes one series of. */
  private boolean isInHistogram;

  QueryShapeParser(List<QueryToken> tokens) {
    this.tokens = tokens;
  }

  QueryShape parse() throws InvalidQueryException {
    if (peek().kind() == Kind.END) {
      throw new InvalidQueryException("it is empty; write an expression");
    }
    QueryShape shape = expression();
    if (peek().kind() != Kind.END) {
      throw expected("the end");
    }
    return shape;
  }

  private QueryToken peek() {
    return tokens.get(at);
  }

  private InvalidQueryException expected(String what) {
    return new InvalidQueryException(
        "character %d: %s is expected; correct the query".formatted(peek().position(), what));
  }

  /** Operands and operators up to what ends them. */
  private QueryShape expression() throws InvalidQueryException {
    if (++depth > DEEPEST) {
      throw new InvalidQueryException("more than %d levels; simplify the query".formatted(DEEPEST));
    }
    QueryShape shape = QueryShape.SCALAR;
    while (!(peek().kind() == Kind.END
        || peek().is(",")
        || CLOSING.values().stream().anyMatch(peek()::is))) {
      shape = shape.and(part());
    }
    depth--;
    return shape;
  }

  private QueryShape part() throws InvalidQueryException {
    QueryToken next = peek();
    if (next.is("(")) {
      return arguments();
    }
    if (next.is("{") || next.is("[")) {
      skip();
      return next.is("{") ? QueryShape.SEVERAL : QueryShape.SCALAR;
    }
    at++;
    return next.kind() == Kind.WORD ? named(next.keyword()) : QueryShape.SCALAR;
  }

  private QueryShape named(String word) throws InvalidQueryException {
    if (MATCHINGS.contains(word)) {
      if (peek().is("(")) {
        skip();
      }
      return QueryShape.SCALAR;
    }
    if (NamespacedQuery.AGGREGATIONS.contains(word) && (peek().is("(") || isGrouping())) {
      return aggregation(word);
    }
    if (peek().is("(")) {
      return function(word);
    }
    boolean isNoSeries =
        NamespacedQuery.OPERATORS.contains(word)
            || NamespacedQuery.NUMBERS.contains(word)
            || word.equals("bool")
            || word.equals("offset");
    return isNoSeries ? QueryShape.SCALAR : QueryShape.SEVERAL;
  }

  private boolean isGrouping() {
    return peek().isWord("by") || peek().isWord("without");
  }

  private QueryShape aggregation(String word) throws InvalidQueryException {
    boolean isOne = !isGrouping() || isGroupedToOne();
    arguments();
    if (isGrouping()) {
      isOne = isGroupedToOne();
    }
    return isOne && !SELECTIONS.contains(word) ? QueryShape.SINGLE : QueryShape.SEVERAL;
  }

  /** Whether the labels that follow leave one series. */
  private boolean isGroupedToOne() throws InvalidQueryException {
    boolean isBy = peek().isWord("by");
    int first = ++at;
    skip();
    List<QueryToken> labels = tokens.subList(first + 1, at - 1);
    boolean isBuckets = isInHistogram && labels.size() == 1 && labels.getFirst().isWord("le");
    return isBy && (labels.isEmpty() || isBuckets);
  }

  private QueryShape function(String word) throws InvalidQueryException {
    boolean outer = isInHistogram;
    isInHistogram = outer || word.startsWith("histogram_");
    QueryShape shape = arguments();
    isInHistogram = outer;
    if (SCALARS.contains(word)) {
      return QueryShape.SCALAR;
    }
    return SINGLES.contains(word) ? QueryShape.SINGLE : shape.and(QueryShape.SINGLE);
  }

  /** Expressions in parentheses, separated by commas. */
  private QueryShape arguments() throws InvalidQueryException {
    if (!peek().is("(")) {
      throw expected("\"(\"");
    }
    QueryShape shape = QueryShape.SCALAR;
    do {
      at++;
      shape = shape.and(expression());
    } while (peek().is(","));
    if (!peek().is(")")) {
      throw expected("\")\"");
    }
    at++;
    return shape;
  }

  /** Skips what is in parentheses, brackets or braces. */
  private void skip() throws InvalidQueryException {
    String closing = CLOSING.get(peek().text());
    if (closing == null) {
      throw expected("\"(\"");
    }
    while (!peek().is(closing)) {
      if (peek().kind() == Kind.END) {
        throw expected("\"" + closing + "\"");
      }
      at++;
    }
    at++;
  }
}
