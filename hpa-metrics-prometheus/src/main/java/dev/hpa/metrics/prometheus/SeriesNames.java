package dev.hpa.metrics.prometheus;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hpa.kube.memory.Limit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a rule, and the names of its metrics. Immutable.
 *
 * <p>Regular expressions have the syntax of Go, and match in linear time.
 */
final class SeriesNames {

  private final List<Filter> filters;
  private final Pattern matches;
  private final String as;

  private record Filter(Pattern pattern, boolean isWanted) {}

  private SeriesNames(List<Filter> filters, Pattern matches, String as) {
    this.filters = filters;
    this.matches = matches;
    this.as = as;
  }

  /**
   * The names of a rule.
   *
   * @throws IllegalArgumentException if a filter or the name is invalid
   */
  static SeriesNames of(Rules.Rule rule) {
    List<Filter> filters = new ArrayList<>();
    if (rule.seriesFilters() != null) {
      rule.seriesFilters().forEach(each -> filters.add(filter(each)));
    }
    Rules.Name name = rule.name() == null ? Rules.Name.NONE : rule.name();
    String expression = orEmpty(name.matches());
    Pattern matches = pattern("name.matches", expression.isEmpty() ? ".*" : expression);
    if (!expression.isEmpty()) {
      filters.add(new Filter(matches, true));
    }
    return new SeriesNames(filters, matches, as(orEmpty(name.as()), matches));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static Filter filter(Rules.Filter filter) {
    String is = orEmpty(filter.is());
    String isNot = orEmpty(filter.isNot());
    if (is.isEmpty() == isNot.isEmpty()) {
      throw new IllegalArgumentException(
          "seriesFilters: set either \"is\" or \"isNot\" of each filter");
    }
    return is.isEmpty()
        ? new Filter(pattern("seriesFilters.isNot", isNot), false)
        : new Filter(pattern("seriesFilters.is", is), true);
  }

  private static Pattern pattern(String field, String expression) {
    if (expression.length() > Limit.EXPRESSION_CHARS.asInt()) {
      throw new IllegalArgumentException(
          "%s: an expression of %d characters is longer than %d; divide the rule"
              .formatted(field, expression.length(), Limit.EXPRESSION_CHARS.asInt()));
    }
    try {
      return Pattern.compile(expression);
    } catch (PatternSyntaxException malformed) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is no regular expression of Go: %s"
              .formatted(field, expression, malformed.getDescription()),
          malformed);
    }
  }

  private static String as(String as, Pattern matches) {
    if (!as.isEmpty()) {
      return as;
    }
    return switch (matches.groupCount()) {
      case 0 -> "$0";
      case 1 -> "$1";
      default ->
          throw new IllegalArgumentException(
              "name.as: \"%s\" has %d groups; set \"as\" to the name of the metric, such as $1_$2"
                  .formatted(matches.pattern(), matches.groupCount()));
    };
  }

  /** Whether all filters accept the name of a series. */
  boolean accept(String series) {
    for (Filter filter : filters) {
      if (filter.pattern().matcher(series).find() != filter.isWanted()) {
        return false;
      }
    }
    return true;
  }

  /** The name of the metric of a series; null if the series has another name than expected. */
  @Nullable String metric(String series) {
    Matcher found = matches.matcher(series);
    return found.find() ? expanded(found) : null;
  }

  /**
   * Replaces {@code $name} and {@code ${name}}, with names or numbers of groups, as Go does: a name
   * is as long as possible, an unknown one is empty, and {@code $$} is a dollar sign.
   */
  private String expanded(Matcher found) {
    StringBuilder name = new StringBuilder();
    int at = 0;
    while (at < as.length()) {
      int dollar = as.indexOf('$', at);
      if (dollar < 0) {
        break;
      }
      name.append(as, at, dollar);
      at = dollar + 1;
      if (as.startsWith("$", at)) {
        name.append('$');
        at++;
        continue;
      }
      int end = reference(at);
      if (end < 0) {
        name.append('$');
        continue;
      }
      String reference = as.substring(at, end);
      name.append(
          group(
              found,
              reference.startsWith("{")
                  ? reference.substring(1, reference.length() - 1)
                  : reference));
      at = end;
    }
    return name.append(as.substring(at)).toString();
  }

  /** The end of a reference that begins after a dollar sign; −1 if none does. */
  private int reference(int from) {
    boolean isBraced = as.startsWith("{", from);
    int end = from + (isBraced ? 1 : 0);
    int begin = end;
    while (end < as.length()
        && (as.charAt(end) == '_' || Character.isLetterOrDigit(as.charAt(end)))) {
      end++;
    }
    if (end == begin || (isBraced && !as.startsWith("}", end))) {
      return -1;
    }
    return isBraced ? end + 1 : end;
  }

  private String group(Matcher found, String name) {
    String value = null;
    if (name.chars().allMatch(c -> c >= '0' && c <= '9')) {
      int number = name.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(name);
      value = number <= found.groupCount() ? found.group(number) : null;
    } else if (matches.namedGroups().containsKey(name)) {
      value = found.group(name);
    }
    return value == null ? "" : value;
  }
}
