package dev.hpa.metrics.prometheus;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.metrics.prometheus.QueryTemplate.Matchers;
import dev.hpa.metrics.prometheus.template.TemplateException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.PodNames;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The queries of metrics, by the rules of the servers in their order: the first server that has a
 * metric answers. The namespace of a query is that of the autoscaler. Thread-safe.
 */
final class PromQueries {

  private final List<RuledServer> servers;
  private final RestMapper mapper;
  private final PodNames pods;

  PromQueries(List<RuledServer> servers, RestMapper mapper, PodNames pods) {
    this.servers = servers;
    this.mapper = mapper;
    this.pods = pods;
  }

  /** Where a metric comes from. */
  private record Origin(RuledServer server, MetricRegistry.Source source) {}

  /** Why no server has a metric; null if one has it. Does not block. */
  @Nullable String declines(MetricQuery query) {
    return switch (query) {
      case MetricQuery.PodResource usage -> usage() == null ? missing("no resourceRules") : null;
      case MetricQuery.PodMetric metric -> lacks(find(Resource.PODS, metric.metric()));
      case MetricQuery.ExternalMetric metric -> lacks(findExternal(metric.metric()));
      case MetricQuery.ObjectMetric metric -> {
        for (RuledServer server : servers) {
          if (server.state().registry().hasMetric(metric.metric())) {
            yield null;
          }
        }
        yield lacks(null);
      }
    };
  }

  private @Nullable String lacks(@Nullable Origin origin) {
    return origin == null ? missing("no rule gives this metric") : null;
  }

  /** With what is wrong with the servers, because that may be the reason. */
  private String missing(String what) {
    StringBuilder text = new StringBuilder("Prometheus: ").append(what);
    for (RuledServer server : servers) {
      String problem = server.state().problem();
      if (problem != null) {
        text.append("; ").append(problem);
      }
    }
    return text.toString();
  }

  private @Nullable Origin find(Resource resource, String metric) {
    return first(registry -> registry.custom(resource, metric));
  }

  /** The metrics API has names in lower case only. */
  private @Nullable Origin findExternal(String metric) {
    String name = metric.toLowerCase(Locale.ROOT);
    return first(registry -> registry.external(name));
  }

  private @Nullable Origin first(Function<MetricRegistry, MetricRegistry.@Nullable Source> metric) {
    for (RuledServer server : servers) {
      MetricRegistry.Source source = metric.apply(server.state().registry());
      if (source != null) {
        return new Origin(server, source);
      }
    }
    return null;
  }

  private @Nullable RuledServer usage() {
    for (RuledServer server : servers) {
      RuleSet rules = server.state().rules();
      if (rules != null && rules.usage() != null) {
        return server;
      }
    }
    return null;
  }

  /** What queries of pods have in common that one query can ask for. */
  record Shared(String namespace, String metric, String series) implements Comparable<Shared> {

    private static final Comparator<Shared> ORDER =
        Comparator.comparing(Shared::namespace)
            .thenComparing(Shared::metric)
            .thenComparing(Shared::series);

    /** Tenants choose the hash code. */
    @Override
    public int compareTo(Shared other) {
      return ORDER.compare(this, other);
    }
  }

  /** Queries with an equal result can be one; null for a query that cannot. Does not block. */
  @Nullable Shared shared(MetricQuery.PodMetric query) {
    Origin origin = find(Resource.PODS, query.metric());
    return origin != null && origin.source().rule().template().isByObject()
        ? new Shared(query.namespace(), query.metric(), query.series().toString())
        : null;
  }

  /**
   * The pods of a query, sorted.
   *
   * @throws UnansweredException if there are none
   */
  List<String> names(MetricQuery.PodMetric query) throws UnansweredException {
    List<String> names = pods.select(query.namespace(), query.pods(), false);
    if (names.isEmpty()) {
      throw new UnansweredException(Category.NO_DATA, "no pods match " + query.pods());
    }
    return names;
  }

  PromQuery of(MetricQuery.PodMetric query) throws UnansweredException {
    return of(query, names(query));
  }

  /**
   * @param names pods instead of those of the query
   */
  PromQuery of(MetricQuery.PodMetric query, List<String> names) throws UnansweredException {
    return objects(Resource.PODS, query.metric(), query.namespace(), query.series(), names, null);
  }

  /**
   * The query of the total of a metric over pods.
   *
   * @param names a regular expression of their names
   */
  String total(MetricQuery.PodMetric query, String names) throws UnansweredException {
    return total(
        objects(Resource.PODS, query.metric(), query.namespace(), query.series(), List.of(), names)
            .text());
  }

  /** The query of the total of a metric. */
  String total(MetricQuery.ObjectMetric query) throws UnansweredException {
    return total(of(query).text());
  }

  /** The query of the total of a metric. */
  String total(MetricQuery.ExternalMetric query) throws UnansweredException {
    return total(of(query).text());
  }

  private static String total(String query) {
    return "sum(" + query + ")";
  }

  /** A Namespace is always that of the autoscaler; the metrics API has no other without one. */
  PromQuery of(MetricQuery.ObjectMetric query) throws UnansweredException {
    Resource resource = resource(query.object());
    boolean isNamespace = resource.equals(Resource.NAMESPACES);
    if (resource.isClusterScoped() && !isNamespace) {
      throw new UnansweredException(
          Category.INVALID_QUERY, "metrics of " + resource + " are not in a namespace");
    }
    return objects(
        resource,
        query.metric(),
        isNamespace ? "" : query.namespace(),
        query.series(),
        List.of(isNamespace ? query.namespace() : query.object().name()),
        null);
  }

  private Resource resource(CrossVersionObjectReference object) throws UnansweredException {
    try {
      ResourceMapping mapping = mapper.preferred(group(object), object.kind());
      return new Resource(mapping.group(), mapping.resource());
    } catch (NoMatchException unknown) {
      throw new UnansweredException(Category.INVALID_QUERY, unknown.text());
    } catch (KubernetesApiException failure) {
      throw new UnansweredException(Category.SOURCE_FAILED, failure.text());
    }
  }

  /** The group; empty if the apiVersion is malformed. */
  private static String group(CrossVersionObjectReference object) {
    try {
      return ApiGroupVersion.parse(object.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  /**
   * The query of objects.
   *
   * @param pattern a regular expression of their names instead; null for none
   */
  private PromQuery objects(
      Resource resource,
      String metric,
      String namespace,
      Selector series,
      List<String> names,
      @Nullable String pattern)
      throws UnansweredException {
    Origin origin = find(resource, metric);
    if (origin == null) {
      throw new UnansweredException(
          Category.NO_DATA, missing("no rule gives this metric of " + resource));
    }
    SeriesRule rule = origin.source().rule();
    try {
      Matchers matchers = new Matchers().selector(series);
      if (!namespace.isEmpty()) {
        matchers.equal(rule.labels().of(Resource.NAMESPACES), namespace);
      }
      String label = rule.labels().of(resource);
      if (pattern == null) {
        matchers.anyOf(label, names);
      } else {
        matchers.matching(label, pattern);
      }
      return new PromQuery(
          origin.server(),
          rule.place(),
          rule.template().query(origin.source().series(), matchers, List.of(label)),
          label,
          names);
    } catch (TemplateException | KubernetesApiException failure) {
      throw unbuilt(rule.place(), failure);
    }
  }

  private static UnansweredException unbuilt(String place, Exception failure) {
    return new UnansweredException(
        failure instanceof TemplateException ? Category.INVALID_QUERY : Category.SOURCE_FAILED,
        "%s: no query can be made: %s".formatted(place, failure.getMessage()));
  }

  PromQuery of(MetricQuery.ExternalMetric query) throws UnansweredException {
    Origin origin = findExternal(query.metric());
    if (origin == null) {
      throw new UnansweredException(Category.NO_DATA, missing("no rule gives this metric"));
    }
    SeriesRule rule = origin.source().rule();
    try {
      Matchers matchers = new Matchers().selector(query.series());
      if (rule.isNamespaced()) {
        matchers.equal(rule.labels().of(Resource.NAMESPACES), query.namespace());
      }
      return new PromQuery(
          origin.server(),
          rule.place(),
          rule.template().query(origin.source().series(), matchers, List.of()),
          "",
          List.of());
    } catch (TemplateException | KubernetesApiException failure) {
      throw unbuilt(rule.place(), failure);
    }
  }

  /** The queries of CPU and memory of the pods of a selector. */
  record Usage(PromQuery cpu, PromQuery memory, RuleSet.Usage rules) {}

  Usage usage(String namespace, Selector selector) throws UnansweredException {
    RuledServer server = usage();
    RuleSet rules = server == null ? null : server.state().rules();
    RuleSet.Usage usage = rules == null ? null : rules.usage();
    if (server == null || usage == null) {
      throw new UnansweredException(Category.UNSUPPORTED_QUERY, missing("no resourceRules"));
    }
    List<String> names = pods.select(namespace, selector, true);
    if (names.isEmpty()) {
      throw new UnansweredException(Category.NO_DATA, "no running pods match " + selector);
    }
    return new Usage(
        query(server, usage.cpu(), namespace, names),
        query(server, usage.memory(), namespace, names),
        usage);
  }

  private static PromQuery query(
      RuledServer server, UsageRule rule, String namespace, List<String> names)
      throws UnansweredException {
    try {
      Matchers matchers = new Matchers().equal(rule.labels().of(Resource.NAMESPACES), namespace);
      String label = rule.labels().of(Resource.PODS);
      matchers.anyOf(label, names);
      List<String> groupBy = new ArrayList<>(List.of(label, rule.container()));
      return new PromQuery(
          server, rule.place(), rule.template().query("", matchers, groupBy), label, names);
    } catch (TemplateException | KubernetesApiException failure) {
      throw unbuilt(rule.place(), failure);
    }
  }
}
