package dev.hpa.metrics.prometheus;

import dev.hpa.api.MilliAmount;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.provider.BuiltInProvider;
import dev.hpa.kube.provider.PartReport;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusClient.Sample;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers what kube-controller-manager would read from the metrics APIs of prometheus-adapter, with
 * the queries that the adapter would send. Pods of several autoscalers are asked for together where
 * that cannot change their values; CPU and memory of the same pods are read together.
 */
final class PrometheusProvider implements BuiltInProvider {

  /** What kube-controller-manager assumes if the metrics API states none. */
  private static final Duration CUSTOM_WINDOW = Duration.ofMinutes(1);

  private final List<RuledServer> servers;
  private final PromQueries queries;
  private final Timeline timeline;

  PrometheusProvider(List<RuledServer> servers, PromQueries queries, Timeline timeline) {
    this.servers = List.copyOf(servers);
    this.queries = queries;
    this.timeline = timeline;
  }

  /** The pods whose usage is read together. */
  private record Usage(String namespace, Selector pods) implements Comparable<Usage> {

    private static final Comparator<Usage> ORDER =
        Comparator.comparing(Usage::namespace).thenComparing(Usage::pods);

    static Usage of(MetricQuery.PodResource query) {
      return new Usage(query.namespace(), query.pods());
    }

    /** Tenants choose the hash code. */
    @Override
    public int compareTo(Usage other) {
      return ORDER.compare(this, other);
    }
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> wanted) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    Map<PromQueries.Shared, List<MetricQuery.PodMetric>> shared = new LinkedHashMap<>();
    Map<Usage, PodUsages> usages = new HashMap<>();
    for (MetricQuery query : wanted) {
      if (query instanceof MetricQuery.PodMetric metric) {
        PromQueries.Shared key = queries.shared(metric);
        if (key == null) {
          results.putAll(podsOf(List.of(metric)));
        } else {
          shared.computeIfAbsent(key, any -> new ArrayList<>()).add(metric);
        }
        continue;
      }
      try {
        results.put(query, read(query, usages));
      } catch (UnansweredException unanswered) {
        results.put(query, unanswered.failure());
      }
    }
    shared.values().forEach(together -> results.putAll(podsOf(together)));
    return results;
  }

  private MetricResult read(MetricQuery query, Map<Usage, PodUsages> usages)
      throws UnansweredException {
    return switch (query) {
      case MetricQuery.PodMetric metric ->
          throw new IllegalStateException("pods are read together: " + metric);
      case MetricQuery.ObjectMetric metric -> object(queries.of(metric));
      case MetricQuery.ExternalMetric metric -> external(queries.of(metric));
      case MetricQuery.PodResource usage -> {
        Usage key = Usage.of(usage);
        PodUsages known = usages.get(key);
        if (known == null) {
          known = usages(queries.usage(usage.namespace(), usage.pods()));
          usages.put(key, known);
        }
        yield known.of(usage);
      }
    };
  }

  @Override
  public Collection<Set<MetricQuery>> batches(Set<MetricQuery> wanted) {
    Map<Usage, Set<MetricQuery>> usages = new LinkedHashMap<>();
    Map<PromQueries.Shared, Set<MetricQuery>> shared = new LinkedHashMap<>();
    List<Set<MetricQuery>> batches = new ArrayList<>();
    for (MetricQuery query : wanted) {
      PromQueries.Shared key =
          query instanceof MetricQuery.PodMetric metric ? queries.shared(metric) : null;
      if (key != null) {
        shared.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(query);
      } else if (query instanceof MetricQuery.PodResource usage) {
        usages.computeIfAbsent(Usage.of(usage), any -> new LinkedHashSet<>()).add(query);
      } else {
        batches.add(Set.of(query));
      }
    }
    batches.addAll(usages.values());
    batches.addAll(shared.values());
    return batches;
  }

  private PrometheusClient.Result send(PromQuery query, Set<String> labels)
      throws UnansweredException {
    try {
      return query.server().client().query(query.text(), timeline.wall(), labels);
    } catch (IOException | TimeoutException failure) {
      throw new UnansweredException(
          Category.SOURCE_FAILED, "%s: %s".formatted(query, failure.getMessage()));
    }
  }

  private List<Sample> vector(PromQuery query, Set<String> labels) throws UnansweredException {
    PrometheusClient.Result result = send(query, labels);
    if (!result.isVector()) {
      throw new UnansweredException(
          Category.INVALID_QUERY, query + ": the query returned a scalar instead of a vector");
    }
    return result.samples();
  }

  /** The last of several samples of an object counts. */
  private Map<String, Double> byName(PromQuery query) throws UnansweredException {
    Map<String, Double> values = new HashMap<>();
    for (Sample each : vector(query, Set.of(query.label()))) {
      values.put(each.labels().getOrDefault(query.label(), ""), each.value());
    }
    return values;
  }

  /** Times of the metrics API have whole seconds. */
  private Instant now() {
    return timeline.wall().truncatedTo(ChronoUnit.SECONDS);
  }

  /** The results of queries that share their requests. */
  private Map<MetricQuery, MetricResult> podsOf(List<MetricQuery.PodMetric> together) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    Map<MetricQuery.PodMetric, List<String>> names = new LinkedHashMap<>();
    SortedSet<String> all = new TreeSet<>();
    for (MetricQuery.PodMetric query : together) {
      try {
        List<String> own = queries.names(query);
        names.put(query, own);
        all.addAll(own);
      } catch (UnansweredException unanswered) {
        results.put(query, unanswered.failure());
      }
    }
    try {
      PodsRead read = names.isEmpty() ? null : read(names, List.copyOf(all));
      names.forEach((query, own) -> results.put(query, pods(Objects.requireNonNull(read), own)));
    } catch (UnansweredException unanswered) {
      names.keySet().forEach(query -> results.put(query, unanswered.failure()));
    }
    return results;
  }

  /**
   * The values of pods by name.
   *
   * @param query one of the queries that were sent, for messages
   */
  private record PodsRead(PromQuery query, Map<String, Double> values) {}

  /**
   * One query keeps its pods together, whatever their number, because its template may need them.
   */
  private PodsRead read(Map<MetricQuery.PodMetric, List<String>> names, List<String> all)
      throws UnansweredException {
    MetricQuery.PodMetric first = names.keySet().iterator().next();
    int most = names.size() == 1 ? all.size() : Limit.SHARED_PODS.asInt();
    PromQuery sent = queries.of(first, all.subList(0, Math.min(most, all.size())));
    Map<String, Double> values = new HashMap<>(byName(sent));
    for (int begin = most; begin < all.size(); begin += most) {
      values.putAll(
          byName(queries.of(first, all.subList(begin, Math.min(begin + most, all.size())))));
    }
    return new PodsRead(sent, values);
  }

  private MetricResult pods(PodsRead read, List<String> names) {
    Instant now = now();
    List<PodValue> found = new ArrayList<>();
    for (String pod : names) {
      Double value = read.values().get(pod);
      if (value != null) {
        MilliAmount amount = AdapterMilli.ofCustom(value);
        found.add(PodValue.of(pod, now, CUSTOM_WINDOW, amount.milli(), amount.outOfRange()));
      }
    }
    return found.isEmpty()
        ? new MetricFailure(Category.NO_DATA, "%s: no pod has a value".formatted(read.query()))
        : MetricReading.PodValues.of(found);
  }

  private MetricResult object(PromQuery query) throws UnansweredException {
    Double value = byName(query).get(query.names().getFirst());
    if (value == null) {
      throw new UnansweredException(
          Category.NO_DATA,
          "%s: no series has %s=\"%s\"".formatted(query, query.label(), query.names().getFirst()));
    }
    MilliAmount amount = AdapterMilli.ofCustom(value);
    return MetricReading.SingleValue.of(amount.milli(), now(), amount.outOfRange());
  }

  private MetricResult external(PromQuery query) throws UnansweredException {
    List<Sample> samples = send(query, Set.of()).samples();
    if (samples.isEmpty()) {
      throw new UnansweredException(Category.NO_DATA, query + ": there are no series");
    }
    List<Long> values = new ArrayList<>(samples.size());
    Map<Integer, Quantity> outOfRange = new HashMap<>();
    for (Sample each : samples) {
      MilliAmount amount = AdapterMilli.of(each.value());
      if (amount.outOfRange() != null) {
        outOfRange.put(values.size(), amount.outOfRange());
      }
      values.add(amount.milli());
    }
    return MetricReading.Series.of(
        values,
        samples.stream()
            .map(each -> each.time().truncatedTo(ChronoUnit.SECONDS))
            .max(Comparator.naturalOrder())
            .orElseThrow(),
        outOfRange);
  }

  private PodUsages usages(PromQueries.Usage usage) throws UnansweredException {
    PodUsages usages = new PodUsages(usage.rules().window(), usage.cpu().names());
    add("cpu", usage.cpu(), usage.rules().cpu().container(), usages);
    add("memory", usage.memory(), usage.rules().memory().container(), usages);
    return usages;
  }

  private void add(String resource, PromQuery query, String container, PodUsages usages)
      throws UnansweredException {
    for (Sample each : vector(query, new TreeSet<>(List.of(query.label(), container)))) {
      usages.add(resource, query.label(), container, each);
    }
  }

  @Override
  public @Nullable String declines(MetricQuery query) {
    return queries.declines(query);
  }

  /**
   * A metric counts as known if any namespace has a series of its name, which its tenants choose.
   */
  @Override
  public boolean yieldsWithoutData(MetricQuery query) {
    return !(query instanceof MetricQuery.PodResource);
  }

  @Override
  public String describe(MetricQuery query) {
    try {
      return switch (query) {
        case MetricQuery.PodMetric metric -> queries.of(metric).text();
        case MetricQuery.ObjectMetric metric -> queries.of(metric).text();
        case MetricQuery.ExternalMetric metric -> queries.of(metric).text();
        case MetricQuery.PodResource usage -> {
          PromQueries.Usage both = queries.usage(usage.namespace(), usage.pods());
          yield (usage.resource().equals("memory") ? both.memory() : both.cpu()).text();
        }
      };
    } catch (UnansweredException unanswered) {
      return "";
    }
  }

  @Override
  public List<PartReport> report() {
    return servers.stream().flatMap(server -> server.report().stream()).toList();
  }

  @Override
  public void prepare() throws InterruptedException {
    for (RuledServer server : servers) {
      server.await();
    }
  }

  @Override
  public @Nullable String problem() {
    String problems =
        servers.stream()
            .map(server -> server.state().problem())
            .filter(Objects::nonNull)
            .collect(Collectors.joining("; "));
    return problems.isEmpty() ? null : problems;
  }

  @Override
  public void close() {
    servers.forEach(RuledServer::close);
  }
}
