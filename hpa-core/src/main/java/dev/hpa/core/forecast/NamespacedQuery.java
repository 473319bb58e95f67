package dev.hpa.core.forecast;

import dev.hpa.core.forecast.QueryToken.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits a PromQL expression to the series of a namespace: every selector gets the matcher {@code
 * namespace="…"}.
 *
 * <p>The expression is parsed and written again from what was understood, so that a server cannot
 * understand it differently: comments are gone, and all strings have one form of quotes. What is
 * not understood is refused, and so are functions that are not known to read their arguments only.
 * Used once.
 */
public final class NamespacedQuery {

  /** The label that Prometheus adds to the series of a namespace. */
  private static final String LABEL = "namespace";

  /** The longest query, in characters. */
  public static final int MAX_CHARS = 4096;

  private static final int DEEPEST = 50;

  static final Set<String> AGGREGATIONS =
      words(
          "sum min max avg group stddev stdvar count count_values bottomk topk quantile limitk"
              + " limit_ratio");

  private static final Set<String> FUNCTIONS =
      words(
          "abs absent absent_over_time acos acosh asin asinh atan atanh avg_over_time ceil changes"
              + " clamp clamp_max clamp_min cos cosh count_over_time day_of_month day_of_week"
              + " day_of_year days_in_month deg delta deriv double_exponential_smoothing exp floor"
              + " histogram_avg histogram_count histogram_fraction histogram_quantile"
              + " histogram_stddev histogram_stdvar histogram_sum holt_winters hour idelta increase"
              + " irate label_join label_replace last_over_time ln log10 log2 mad_over_time"
              + " max_over_time min_over_time minute month pi predict_linear present_over_time"
              + " quantile_over_time rad rate resets round scalar sgn sin sinh sort sort_by_label"
              + " sort_by_label_desc sort_desc sqrt stddev_over_time stdvar_over_time sum_over_time"
              + " tan tanh time timestamp vector year");

  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<=", ">=", "<", ">");
  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "^");
  private static final Set<String> MATCHERS = Set.of("=", "!=", "=~", "!~");
  static final Set<String> OPERATORS = words("and or unless atan2");
  static final Set<String> NUMBERS = words("inf nan");

  /** Words that are no names of metrics here, because they have a meaning elsewhere. */
  private static final Set<String> KEYWORDS =
      Stream.of(
              AGGREGATIONS,
              OPERATORS,
              words(
                  "bool on ignoring group_left group_right by without offset start end step range"
                      + " smoothed anchored fill fill_left fill_right with keep_metric_names limit"
                      + " default if ifnot"))
          .flatMap(Set::stream)
          .collect(Collectors.toSet());

  private final List<QueryToken> tokens;
  private final String namespace;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private int depth;

  private NamespacedQuery(List<QueryToken> tokens, String namespace) {
    this.tokens = tokens;
    this.namespace = namespace;
  }

  private static Set<String> words(String text) {
    return Set.of(text.split(" ", -1));
  }

  /**
   * The expression, limited to a namespace.
   *
   * @throws InvalidQueryException if it cannot be limited; this does not depend on the namespace
   */
  public static String of(String query, String namespace) throws InvalidQueryException {
    if (query.length() > MAX_CHARS) {
      throw new InvalidQueryException(
          "it has %d characters; use at most %d".formatted(query.length(), MAX_CHARS));
    }
    NamespacedQuery parser = new NamespacedQuery(QueryTokens.of(query), namespace);
    parser.expression();
    parser.require(parser.peek().kind() == Kind.END, "an operator or the end");
    return parser.out.toString();
  }

  private QueryToken peek() {
    return tokens.get(at);
  }

  private QueryToken take() {
    return tokens.get(at++);
  }

  private void require(boolean isMet, String expected) throws InvalidQueryException {
    if (!isMet) {
      throw new InvalidQueryException(
          "character %d: %s is expected; change the query".formatted(peek().position(), expected));
    }
  }

  private boolean accept(String symbol) {
    boolean isNext = peek().is(symbol);
    if (isNext) {
      at++;
      out.append(symbol);
    }
    return isNext;
  }

  private void expect(String symbol) throws InvalidQueryException {
    require(accept(symbol), "\"" + symbol + "\"");
  }

  private void word(String text) {
    out.append(' ').append(text).append(' ');
  }

  /** Operators in the order of the text: their precedence stays as it is. */
  private void expression() throws InvalidQueryException {
    if (++depth > DEEPEST) {
      throw new InvalidQueryException(
          "character %d: more than %d levels; simplify the query"
              .formatted(peek().position(), DEEPEST));
    }
    operand();
    while (operator()) {
      operand();
    }
    depth--;
  }

  private boolean operator() throws InvalidQueryException {
    QueryToken next = peek();
    boolean isComparison = next.kind() == Kind.SYMBOL && COMPARISONS.contains(next.text());
    boolean isOperator =
        isComparison
            || (next.kind() == Kind.SYMBOL && ARITHMETIC.contains(next.text()))
            || (next.kind() == Kind.WORD && OPERATORS.contains(next.keyword()));
    if (!isOperator) {
      return false;
    }
    word(take().keyword());
    if (isComparison && peek().isWord("bool")) {
      word(take().keyword());
    }
    if (peek().isWord("on") || peek().isWord("ignoring")) {
      word(take().keyword());
      labels();
      if (peek().isWord("group_left") || peek().isWord("group_right")) {
        word(take().keyword());
        if (peek().is("(")) {
          labels();
        }
      }
    }
    return true;
  }

  private void operand() throws InvalidQueryException {
    while (peek().is("+") || peek().is("-")) {
      word(take().text());
    }
    QueryToken next = peek();
    switch (next.kind()) {
      case NUMBER, DURATION -> out.append(take().text());
      case STRING -> out.append(quoted(take()));
      case WORD -> named();
      default -> {
        if (next.is("{")) {
          selector(null);
        } else {
          require(next.is("("), "a metric, a number or a function");
          parentheses();
        }
      }
    }
    while (suffix()) {
      // Each suffix is written by its check.
    }
  }

  private void parentheses() throws InvalidQueryException {
    expect("(");
    expression();
    expect(")");
  }

  private void named() throws InvalidQueryException {
    QueryToken name = take();
    String keyword = name.keyword();
    if (AGGREGATIONS.contains(keyword) && (peek().is("(") || isGrouping())) {
      out.append(keyword);
      boolean isGrouped = grouping();
      arguments();
      if (!isGrouped) {
        grouping();
      }
    } else if (peek().is("(")) {
      if (!FUNCTIONS.contains(name.text())) {
        throw new InvalidQueryException(
            "character %d: function \"%s\" cannot be limited to the namespace; use another"
                .formatted(name.position(), name.text()));
      }
      out.append(name.text());
      arguments();
    } else if (NUMBERS.contains(keyword)) {
      out.append(keyword);
    } else if (KEYWORDS.contains(keyword)) {
      throw new InvalidQueryException(
          "character %d: \"%s\" is a keyword; write a metric with this name as {__name__=\"%s\"}"
              .formatted(name.position(), name.text(), name.text()));
    } else {
      selector(name);
    }
  }

  private boolean isGrouping() {
    return peek().isWord("by") || peek().isWord("without");
  }

  private boolean grouping() throws InvalidQueryException {
    if (!isGrouping()) {
      return false;
    }
    word(take().keyword());
    labels();
    return true;
  }

  private void arguments() throws InvalidQueryException {
    expect("(");
    if (accept(")")) {
      return;
    }
    do {
      expression();
    } while (accept(","));
    expect(")");
  }

  /** Names of labels in parentheses, each of which may be a keyword. */
  private void labels() throws InvalidQueryException {
    expect("(");
    while (!peek().is(")")) {
      out.append(label());
      if (!accept(",")) {
        break;
      }
    }
    expect(")");
  }

  private String label() throws InvalidQueryException {
    require(peek().kind() == Kind.WORD && peek().text().indexOf(':') < 0, "the name of a label");
    return take().text();
  }

  /** The matcher of the namespace and those of the query, all of which a series has to meet. */
  private void selector(@Nullable QueryToken metric) throws InvalidQueryException {
    out.append(metric == null ? "" : metric.text());
    out.append('{').append(LABEL).append('=').append(quoted(namespace));
    if (peek().is("{")) {
      at++;
      while (!peek().is("}")) {
        matcher();
        if (!peek().is(",")) {
          break;
        }
        at++;
      }
      require(peek().is("}"), "\",\" or \"}\"");
      at++;
    }
    out.append('}');
  }

  private void matcher() throws InvalidQueryException {
    out.append(',').append(label());
    QueryToken operator = peek();
    require(
        operator.kind() == Kind.SYMBOL && MATCHERS.contains(operator.text()),
        "\"=\", \"!=\", \"=~\" or \"!~\"");
    out.append(take().text());
    require(peek().kind() == Kind.STRING, "a string");
    out.append(quoted(take()));
  }

  private boolean suffix() throws InvalidQueryException {
    if (accept("[")) {
      duration();
      if (accept(":") && !peek().is("]")) {
        duration();
      }
      expect("]");
      return true;
    }
    if (peek().isWord("offset")) {
      word(take().keyword());
      if (!accept("-")) {
        accept("+");
      }
      duration();
      return true;
    }
    if (accept("@")) {
      time();
      return true;
    }
    return false;
  }

  private void duration() throws InvalidQueryException {
    require(
        peek().kind() == Kind.DURATION || peek().kind() == Kind.NUMBER, "a duration such as 5m");
    out.append(take().text());
  }

  private void time() throws InvalidQueryException {
    if (peek().isWord("start") || peek().isWord("end")) {
      out.append(take().keyword());
      expect("(");
      expect(")");
      return;
    }
    if (!accept("-")) {
      accept("+");
    }
    require(peek().kind() == Kind.NUMBER, "a time in seconds, start() or end()");
    out.append(take().text());
  }

  private static String quoted(QueryToken string) throws InvalidQueryException {
    for (int i = 0; i < string.text().length(); i++) {
      char each = string.text().charAt(i);
      if ((each < ' ' && "\n\r\t".indexOf(each) < 0)
          || each == 0x7f
          || Character.isSurrogate(each)) {
        throw new InvalidQueryException(
            "character %d: the string has a character that is not supported; remove U+%04X"
                .formatted(string.position(), (int) each));
      }
    }
    return quoted(string.text());
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
        + '"';
  }
}
