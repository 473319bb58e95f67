package dev.hpa.core.forecast;

import dev.hpa.core.forecast.QueryToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Recognizes PromQL expressions whose value does not add up over pods: averages, quantiles and
 * quotients.
 */
public final class RatioQuery {

  private static final Set<String> AVERAGES =
      Set.of("avg", "quantile", "histogram_quantile", "histogram_avg");

  /** Functions of a share that are a share. */
  private static final Set<String> SAME =
      Set.of(
          "abs",
          "avg_over_time",
          "ceil",
          "clamp",
          "clamp_max",
          "clamp_min",
          "floor",
          "last_over_time",
          "label_replace",
          "max",
          "max_over_time",
          "min",
          "min_over_time",
          "round",
          "scalar",
          "vector");

  private static final Set<String> ALTERNATIVES = Set.of("or", "and", "unless");
  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", ">", "<=", ">=");

  private RatioQuery() {}

  /** Whether the expression is an average or a quotient; false if it is malformed. */
  public static boolean matches(String query) {
    try {
      QueryShape.of(query);
      List<QueryToken> tokens = QueryTokens.of(query);
      return isRatio(tokens.subList(0, tokens.size() - 1));
    } catch (InvalidQueryException malformed) {
      return false;
    }
  }

  private static boolean isRatio(List<QueryToken> tokens) {
    List<QueryToken> first =
        split(split(tokens, RatioQuery::isAlternative).getFirst(), RatioQuery::isComparison)
            .getFirst();
    if (first.size() < tokens.size()) {
      return isRatio(first);
    }
    List<List<QueryToken>> summands = split(tokens, each -> each.is("+") || each.is("-"));
    if (summands.size() > 1) {
      return summands.stream().anyMatch(RatioQuery::isRatio);
    }
    List<List<QueryToken>> factors =
        split(tokens, each -> each.is("*") || each.is("/")).stream()
            .filter(each -> !isNumber(each))
            .toList();
    if (factors.size() == 1) {
      return isShare(factors.getFirst());
    }
    return factors.size() == 2 && tokens.get(tokens.indexOf(factors.get(1).getFirst()) - 1).is("/");
  }

  /** Whether an operand without operators is a share. */
  private static boolean isShare(List<QueryToken> tokens) {
    int open = -1;
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      open = depth == 0 && tokens.get(i).is("(") && !isGrouping(tokens, i) ? i : open;
      depth += step(tokens.get(i));
    }
    if (open < 0) {
      return false;
    }
    String name = open == 0 ? "" : tokens.getFirst().keyword();
    List<QueryToken> inner = tokens.subList(open + 1, closing(tokens, open));
    return AVERAGES.contains(name)
        || ((name.isEmpty() || SAME.contains(name))
            && isRatio(split(inner, each -> each.is(",")).getFirst()));
  }

  private static boolean isAlternative(QueryToken token) {
    return token.kind() == Kind.WORD && ALTERNATIVES.contains(token.keyword());
  }

  private static boolean isComparison(QueryToken token) {
    return token.kind() == Kind.SYMBOL && COMPARISONS.contains(token.text());
  }

  private static boolean isGrouping(List<QueryToken> tokens, int open) {
    return open > 0
        && (tokens.get(open - 1).isWord("by") || tokens.get(open - 1).isWord("without"));
  }

  private static int closing(List<QueryToken> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      depth += step(tokens.get(i));
      if (depth == 0) {
        return i;
      }
    }
    return tokens.size();
  }

  private static int step(QueryToken token) {
    if (token.is("(") || token.is("[") || token.is("{")) {
      return 1;
    }
    return token.is(")") || token.is("]") || token.is("}") ? -1 : 0;
  }

  private static boolean isNumber(List<QueryToken> tokens) {
    return tokens.stream()
        .allMatch(each -> each.kind() == Kind.NUMBER || (each.kind() == Kind.SYMBOL));
  }

  /** The parts between separators outside of parentheses. */
  private static List<List<QueryToken>> split(
      List<QueryToken> tokens, Predicate<QueryToken> separator) {
    List<List<QueryToken>> parts = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < tokens.size(); i++) {
      depth += step(tokens.get(i));
      if (depth == 0 && separator.test(tokens.get(i))) {
        parts.add(tokens.subList(begin, i));
        begin = i + 1;
      }
    }
    parts.add(tokens.subList(begin, tokens.size()));
    return parts;
  }
}
