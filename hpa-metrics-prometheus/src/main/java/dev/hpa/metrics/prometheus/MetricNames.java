package dev.hpa.metrics.prometheus;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of metrics that the rules of a file can give, whatever series there are. Immutable. */
public final class MetricNames {

  /** A name at the begin of a selector. */
  private static final Pattern NAMED = Pattern.compile("^\\s*([a-zA-Z_:][a-zA-Z0-9_:]*)");

  /** A matcher of the name in a selector, with its operator and its value. */
  private static final Pattern NAME_MATCHER =
      Pattern.compile("__name__\\s*(=~|!~|!=|=)\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)')");

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{?[a-zA-Z0-9_]+\\}?");

  private final List<Rules.Rule> custom;
  private final List<Rules.Rule> external;
  private final Rules.@Nullable ResourceRules usage;

  private MetricNames(Rules rules) {
    this.custom = rules.rules();
    this.external = rules.externalRules();
    this.usage = rules.resourceRules();
  }

  /**
   * Reads a configuration of prometheus-adapter.
   *
   * @throws IllegalArgumentException if it is invalid; the message names the place
   * @throws IOException if it cannot be read
   */
  public static MetricNames read(Path file) throws IOException {
    Rules rules = Rules.parse(Files.readAllBytes(file));
    try {
      RuleSet.of(rules, new AnyResource());
    } catch (KubernetesApiException impossible) {
      throw new IllegalStateException(impossible);
    }
    return new MetricNames(rules);
  }

  /** An API server that serves all resources. */
  private static final class AnyResource implements RestMapper {

    @Override
    public List<ResourceMapping> mappings(String group, String kind) {
      return List.of(resource(group, kind));
    }

    @Override
    public ResourceMapping preferred(String group, String kind) {
      return resource(group, kind);
    }

    @Override
    public ResourceMapping resource(String group, String resource) {
      return new ResourceMapping(group, "v1", resource, resource, true);
    }
  }

  /** Whether a rule may give a metric of a kind; names of usage do not matter. */
  public boolean mayGive(MetricQuery.Kind kind, String metric) {
    return switch (kind) {
      case POD_RESOURCE -> usage != null;
      case POD_METRIC, OBJECT_METRIC -> custom.stream().anyMatch(rule -> mayGive(rule, metric));
      case EXTERNAL_METRIC ->
          external.stream().anyMatch(rule -> mayGive(rule, metric.toLowerCase(Locale.ROOT)));
    };
  }

  /** The templates of the queries of a metric of pods or objects, of all rules that may give it. */
  public List<String> queries(String metric) {
    return custom.stream()
        .filter(rule -> mayGive(rule, metric))
        .map(Rules.Rule::metricsQuery)
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean mayGive(Rules.Rule rule, String metric) {
    SeriesNames names = SeriesNames.of(rule);
    String series = seriesName(rule.seriesQueryOrEmpty());
    if (series != null) {
      return names.accept(series) && metric.equals(names.metric(series));
    }
    Rules.Name name = rule.name() == null ? Rules.Name.NONE : rule.name();
    boolean isRenamed = notEmpty(name.matches()) || notEmpty(name.as());
    if (!isRenamed) {
      return names.accept(metric) && acceptsName(rule.seriesQueryOrEmpty(), metric);
    }
    String as = notEmpty(name.as()) ? String.valueOf(name.as()) : "$1";
    return Pattern.compile("^" + form(as) + "$").matcher(metric).matches();
  }

  private static boolean notEmpty(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  /** A regular expression of names with any text in place of groups. */
  private static String form(String as) {
    StringBuilder form = new StringBuilder();
    Matcher reference = REFERENCE.matcher(as);
    int end = 0;
    while (reference.find()) {
      form.append(Pattern.quote(as.substring(end, reference.start()))).append(".*");
      end = reference.end();
    }
    return form.append(Pattern.quote(as.substring(end))).toString();
  }

  /** The one name of the series of a selector; null if there may be several. */
  private static @Nullable String seriesName(String selector) {
    Matcher named = NAMED.matcher(selector);
    if (named.find()) {
      return named.group(1);
    }
    Matcher matcher = NAME_MATCHER.matcher(selector);
    while (matcher.find()) {
      if (matcher.group(1).equals("=")) {
        return value(matcher);
      }
    }
    return null;
  }

  private static String value(Matcher matcher) {
    String quoted = matcher.group(2);
    return quoted == null ? matcher.group(3) : quoted.replaceAll("\\\\(.)", "$1");
  }

  private static boolean acceptsName(String selector, String name) {
    Matcher matcher = NAME_MATCHER.matcher(selector);
    while (matcher.find()) {
      boolean isAccepted =
          switch (matcher.group(1)) {
            case "=~" -> matches(value(matcher), name);
            case "!~" -> !matches(value(matcher), name);
            case "!=" -> !value(matcher).equals(name);
            default -> true;
          };
      if (!isAccepted) {
        return false;
      }
    }
    return true;
  }

  /** An expression that is invalid is reported when series are listed. */
  private static boolean matches(String expression, String name) {
    if (expression.length() > Limit.EXPRESSION_CHARS.asInt()) {
      return true;
    }
    try {
      return Pattern.compile("^(?:" + expression + ")$").matcher(name).matches();
    } catch (PatternSyntaxException invalid) {
      return true;
    }
  }
}
