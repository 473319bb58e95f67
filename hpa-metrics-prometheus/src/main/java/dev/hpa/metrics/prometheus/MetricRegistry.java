package dev.hpa.metrics.prometheus;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.spi.KubernetesApiException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The metrics that rules make of the series of a server: of several series with the same name of a
 * metric the last one counts, as for prometheus-adapter. Immutable.
 *
 * @param custom the series by resource and metric
 * @param external the series by metric
 * @param objectMetrics the metrics of objects of any resource
 */
record MetricRegistry(
    Map<Custom, Source> custom, Map<String, Source> external, Set<String> objectMetrics) {

  /** Nothing is known. */
  static final MetricRegistry EMPTY = new MetricRegistry(Map.of(), Map.of(), Set.of());

  /**
   * A metric of objects.
   *
   * @param resource of the objects
   */
  record Custom(Resource resource, String metric) implements Comparable<Custom> {

    /** Tenants who export series choose their names, and with them the hash codes of metrics. */
    @Override
    public int compareTo(Custom other) {
      int byMetric = metric.compareTo(other.metric);
      return byMetric == 0 ? resource.compareTo(other.resource) : byMetric;
    }
  }

  /**
   * Where a metric comes from.
   *
   * @param series the name of the series
   */
  record Source(String series, SeriesRule rule) {}

  /**
   * What distinguishes series for rules.
   *
   * @param name may be empty
   * @param labels the sorted names of the labels, without that of the name, each followed by a
   *     comma
   */
  record Shape(String name, String labels) implements Comparable<Shape> {

    @Override
    public int compareTo(Shape other) {
      int byName = name.compareTo(other.name);
      return byName == 0 ? labels.compareTo(other.labels) : byName;
    }

    /** The size in memory, in bytes, at most. */
    long size() {
      return 128 + 2L * (name.length() + labels.length());
    }
  }

  /**
   * A copy with other metrics of objects.
   *
   * @param found the series of each selector of the rules, in the order of the server
   * @throws KubernetesApiException if the API server cannot be asked for resources
   */
  MetricRegistry withCustom(List<SeriesRule> rules, Map<String, SequencedSet<Shape>> found)
      throws KubernetesApiException {
    Map<Custom, Source> metrics = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (SeriesRule rule : rules) {
      Map<String, List<Resource>> byLabels = new HashMap<>();
      for (Shape shape : shapes(rule, found)) {
        String metric = rule.names().metric(shape.name());
        if (metric != null) {
          Source source = new Source(shape.name(), rule);
          for (Resource resource : resources(rule, shape, byLabels)) {
            metrics.put(new Custom(resource, metric), source);
            names.add(metric);
          }
        }
      }
    }
    return new MetricRegistry(ImmutableCopies.map(metrics), external, ImmutableCopies.set(names));
  }

  private static List<Resource> resources(
      SeriesRule rule, Shape shape, Map<String, List<Resource>> known)
      throws KubernetesApiException {
    List<Resource> resources = known.get(shape.labels());
    if (resources == null) {
      List<String> labels = Arrays.stream(shape.labels().split(",")).toList();
      resources = rule.labels().of(labels);
      known.put(shape.labels(), resources);
    }
    return resources;
  }

  /**
   * A copy with other external metrics.
   *
   * @param found as of {@link #withCustom}
   */
  MetricRegistry withExternal(List<SeriesRule> rules, Map<String, SequencedSet<Shape>> found) {
    Map<String, Source> metrics = new HashMap<>();
    for (SeriesRule rule : rules) {
      for (Shape shape : shapes(rule, found)) {
        String metric = rule.names().metric(shape.name());
        if (metric != null) {
          metrics.put(metric, new Source(shape.name(), rule));
        }
      }
    }
    return new MetricRegistry(custom, ImmutableCopies.map(metrics), objectMetrics);
  }

  private static List<Shape> shapes(SeriesRule rule, Map<String, SequencedSet<Shape>> found) {
    SequencedSet<Shape> shapes = found.get(rule.selector());
    return shapes == null
        ? List.of()
        : shapes.stream().filter(shape -> rule.names().accept(shape.name())).toList();
  }

  /** Whether objects of any resource have a metric. */
  boolean hasMetric(String metric) {
    return objectMetrics.contains(metric);
  }

  /** The metrics that a rule gives, sorted. */
  Set<String> metricsOf(SeriesRule rule) {
    Set<String> metrics = new TreeSet<>();
    custom.forEach(
        (metric, source) -> {
          if (source.rule().place().equals(rule.place())) {
            metrics.add(metric.metric());
          }
        });
    external.forEach(
        (metric, source) -> {
          if (source.rule().place().equals(rule.place())) {
            metrics.add(metric);
          }
        });
    return metrics;
  }

  @Nullable Source custom(Resource resource, String metric) {
    return custom.get(new Custom(resource, metric));
  }

  @Nullable Source external(String metric) {
    return external.get(metric);
  }
}
