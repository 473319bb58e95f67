package dev.hpa.metrics.prometheus;

import dev.hpa.api.GoQuote;
import dev.hpa.api.Selector;
import dev.hpa.metrics.prometheus.template.Template;
import dev.hpa.metrics.prometheus.template.TemplateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The template of the queries of a rule. Every value is quoted, so that a name or a selector cannot
 * end its matcher; where a template writes the quotes, values that could end them are refused.
 * Immutable.
 */
final class QueryTemplate {

  private static final String SELECTOR =
      "<<\\.Series>> ?\\{ ?<<\\.LabelMatchers>>[^{}<>]*\\} ?(?:\\[[0-9a-z]+\\])?";

  /** Functions of one series; those of several, such as absent and topk, are not among them. */
  private static final String FUNCTION =
      "(?:i?rate|increase|i?delta|deriv|changes|resets|abs|ceil|floor|round|sqrt"
          + "|(?:avg|min|max|sum|count|last)_over_time)";

  private static final String SERIES =
      "(?:%2$s ?\\( ?%1$s ?\\)|%1$s)".formatted(SELECTOR, FUNCTION);

  private static final String GROUPED = "by ?\\( ?<<\\.GroupBy>> ?\\)";

  /** An aggregation of series by object, and perhaps a constant factor. */
  private static final Pattern BY_OBJECT =
      Pattern.compile(
          "(?:sum|avg|min|max|count) ?(?:\\( ?%1$s ?\\) ?%2$s|%2$s ?\\( ?%1$s ?\\))"
                  .formatted(SERIES, GROUPED)
              + " ?(?:[*/] ?[0-9.e]+)?");

  private static final String VALUES = "LabelValuesByName";

  private static final Map<String, Template.Type> FIELDS =
      Map.of(
          "Series",
          Template.Type.TEXT,
          "LabelMatchers",
          Template.Type.TEXT,
          VALUES,
          Template.Type.MAP,
          "GroupBy",
          Template.Type.TEXT,
          "GroupBySlice",
          Template.Type.LIST);

  /** What ends or escapes a string of PromQL in one of its three kinds of quotes. */
  private static final Pattern QUOTING = Pattern.compile("[\"'`\\\\\\p{Cntrl}]");

  private final Template template;
  private final boolean isByObject;
  private final boolean hasOwnQuotes;

  private QueryTemplate(Template template, boolean isByObject, boolean hasOwnQuotes) {
    this.template = template;
    this.isByObject = isByObject;
    this.hasOwnQuotes = hasOwnQuotes;
  }

  /**
   * Whether the value of an object certainly does not depend on which other objects a query asks
   * for, so that objects of several queries can be asked for together.
   */
  boolean isByObject() {
    return isByObject;
  }

  /**
   * @throws IllegalArgumentException if the template is malformed
   */
  static QueryTemplate parse(String field, @Nullable String text) {
    try {
      String template = text == null ? "" : text;
      String oneLine =
          template.strip().replaceAll("\\s+", " ").replaceAll("<< ?(\\S+) ?>>", "<<$1>>");
      return new QueryTemplate(
          Template.parse(template, FIELDS),
          BY_OBJECT.matcher(oneLine).matches(),
          template.contains(VALUES));
    } catch (TemplateException malformed) {
      throw new IllegalArgumentException(field + ": " + malformed.getMessage(), malformed);
    }
  }

  /** The matchers of a query, and the values by label for templates that write their own. */
  static final class Matchers {

    private final List<String> matchers = new ArrayList<>();
    private final Map<String, String> values = new TreeMap<>();

    /**
     * Adds those of a selector.
     *
     * @throws TemplateException if PromQL has no such matcher
     */
    Matchers selector(Selector selector) {
      selector.requirements().forEach(this::requirement);
      return this;
    }

    private void requirement(Selector.Requirement requirement) {
      List<String> sorted = requirement.values().stream().sorted().distinct().toList();
      String joined = String.join("|", sorted);
      String operator =
          switch (requirement.operator()) {
            case EQUALS, DOUBLE_EQUALS -> "=";
            case NOT_EQUALS -> "!=";
            case IN -> "=~";
            case NOT_IN -> "!~";
            case EXISTS -> "!=";
            case DOES_NOT_EXIST -> "=";
            default ->
                throw new TemplateException(
                    "the operator of \""
                        + requirement
                        + "\" is not supported; use =, !=, in, notin");
          };
      add(requirement.key(), operator, joined);
    }

    /** Adds a matcher that requires a value. */
    Matchers equal(String label, String value) {
      add(label, "=", value);
      return this;
    }

    /** Adds a matcher that requires one of several names of objects. */
    Matchers anyOf(String label, List<String> names) {
      add(label, names.size() > 1 ? "=~" : "=", String.join("|", names));
      return this;
    }

    /** Adds a matcher that requires a value that a regular expression matches as a whole. */
    Matchers matching(String label, String pattern) {
      add(label, "=~", pattern);
      return this;
    }

    private void requireUnquotable() {
      values.forEach(
          (label, value) -> {
            if (QUOTING.matcher(value).find()) {
              throw new TemplateException(
                  "the value %s of %s has a character that could end quotes in the template"
                      .formatted(GoQuote.quote(value), label));
            }
          });
    }

    private void add(String label, String operator, String value) {
      matchers.add(label + operator + GoQuote.quote(value));
      values.put(label, value);
    }
  }

  /**
   * The query of a series.
   *
   * @param series a name that PromQL can write without quotes
   * @param groupBy labels by which the result is grouped
   * @throws TemplateException if the template does not fit, the query is empty, or the template
   *     quotes values itself and one of them could end its quotes
   */
  String query(String series, Matchers matchers, List<String> groupBy) {
    if (hasOwnQuotes) {
      matchers.requireUnquotable();
    }
    String query =
        template.execute(
            Map.of(
                "Series",
                series,
                "LabelMatchers",
                String.join(",", matchers.matchers),
                VALUES,
                matchers.values,
                "GroupBy",
                String.join(",", groupBy),
                "GroupBySlice",
                groupBy));
    if (query.isEmpty()) {
      throw new TemplateException("the template gives an empty query");
    }
    return query;
  }
}
