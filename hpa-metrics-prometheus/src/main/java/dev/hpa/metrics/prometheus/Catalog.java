package dev.hpa.metrics.prometheus;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.spi.KubernetesApiException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics that rules make of the series of a server: of several series with the same name of a
 * metric the last one counts, as for prometheus-adapter. Immutable.
 *
 * @param custom the series by resource and metric
 * @param external the series by metric
 */
record Catalog(Map<Custom, Source> custom, Map<String, Source> external) {

  /** Whether objects of any resource have a metric. */
  boolean hasMetric(String metric) {
    return custom.keySet().stream().anyMatch(each -> each.metric().equals(metric));
  }

  /**
   * A metric of objects.
   *
   * @param resource of the objects
   */
  record Custom(Resource resource, String metric) {}

  /**
   * Where a metric comes from.
   *
   * @param series the name of the series
   */
  record Source(String series, SeriesRule rule) {}

  /**
   * What tells series apart for rules.
   *
   * @param name may be empty
   * @param labels the names of the labels, without that of the name
   */
  record Shape(String name, Set<String> labels) {}

  /**
   * The metrics of rules.
   *
   * @param found the series of each selector, in the order of the server
   * @throws KubernetesApiException if the API server cannot be asked for resources
   */
  static Catalog of(RuleSet rules, Map<String, SequencedSet<Shape>> found)
      throws KubernetesApiException {
    Map<Custom, Source> custom = new HashMap<>();
    for (SeriesRule rule : rules.custom()) {
      for (Shape shape : shapes(rule, found)) {
        String metric = rule.names().metric(shape.name());
        for (Resource resource : metric == null ? List.<Resource>of() : resources(rule, shape)) {
          custom.put(new Custom(resource, String.valueOf(metric)), new Source(shape.name(), rule));
        }
      }
    }
    Map<String, Source> external = new HashMap<>();
    for (SeriesRule rule : rules.external()) {
      for (Shape shape : shapes(rule, found)) {
        String metric = rule.names().metric(shape.name());
        if (metric != null) {
          external.put(metric, new Source(shape.name(), rule));
        }
      }
    }
    return new Catalog(ImmutableCopies.map(custom), ImmutableCopies.map(external));
  }

  private static List<Resource> resources(SeriesRule rule, Shape shape)
      throws KubernetesApiException {
    return rule.labels().of(shape.labels());
  }

  private static List<Shape> shapes(SeriesRule rule, Map<String, SequencedSet<Shape>> found) {
    return found.getOrDefault(rule.selector(), new LinkedHashSet<>()).stream()
        .filter(shape -> rule.names().accept(shape.name()))
        .toList();
  }

  /** The number of metrics that a rule produces. */
  long metricsOf(SeriesRule rule) {
    return Stream.concat(custom.values().stream(), external.values().stream())
        .filter(source -> source.rule() == rule)
        .count();
  }

  @Nullable Source custom(Resource resource, String metric) {
    return custom.get(new Custom(resource, metric));
  }

  @Nullable Source external(String metric) {
    return external.get(metric);
  }
}
