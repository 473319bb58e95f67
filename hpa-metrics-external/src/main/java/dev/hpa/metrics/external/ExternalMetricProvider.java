package dev.hpa.metrics.external;

import dev.hpa.kube.client.ResponseNames;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code external.metrics.k8s.io/v1beta1}. Queries with equivalent selectors share one
 * request. Metric names are sent in lower case, as kube-controller-manager does.
 */
final class ExternalMetricProvider implements MetricProvider {

  private static final String GROUP = "external.metrics.k8s.io";

  private final KubernetesApi api;

  private final ResponseNames names = new ResponseNames();

  ExternalMetricProvider(KubernetesApi api) {
    this.api = api;
  }

  /** Compared, because tenants choose its hash code. */
  private record Series(String namespace, String metric, String selector)
      implements Comparable<Series> {

    private static final Comparator<Series> ORDER =
        Comparator.comparing(Series::namespace)
            .thenComparing(Series::metric)
            .thenComparing(Series::selector);

    @Override
    public int compareTo(Series other) {
      return ORDER.compare(this, other);
    }
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<Series, MetricResult> bySeries = new HashMap<>();
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      results.put(
          query,
          query instanceof MetricQuery.ExternalMetric each
              ? bySeries.computeIfAbsent(series(each), this::read)
              : unsupported(query));
    }
    return results;
  }

  @Override
  public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    Map<Series, Set<MetricQuery>> bySeries = new LinkedHashMap<>();
    List<Set<MetricQuery>> batches = new ArrayList<>();
    for (MetricQuery query : queries) {
      if (query instanceof MetricQuery.ExternalMetric each) {
        bySeries.computeIfAbsent(series(each), any -> new LinkedHashSet<>()).add(query);
      } else {
        batches.add(Set.of(query));
      }
    }
    batches.addAll(bySeries.values());
    return batches;
  }

  private static MetricFailure unsupported(MetricQuery query) {
    return new MetricFailure(
        MetricFailure.Category.UNSUPPORTED_QUERY,
        query.kind() + " queries are not supported by the external metrics provider");
  }

  private static Series series(MetricQuery.ExternalMetric query) {
    return new Series(query.namespace(), query.metric(), query.series().toString());
  }

  private MetricResult read(Series series) {
    try {
      MetricReading.Series values =
          names.call(
              api,
              request(series),
              body -> ExternalMetricsDecoder.read(body, series.metric),
              ExternalMetricsDecoder::read);
      return values.isEmpty()
          ? new MetricFailure(
              MetricFailure.Category.NO_DATA, "no metrics returned from external metrics API")
          : values;
    } catch (IllegalArgumentException invalidPath) {
      return failure(
          MetricFailure.Category.INVALID_QUERY, String.valueOf(invalidPath.getMessage()));
    } catch (KubernetesApiException failure) {
      return failure(MetricFailure.Category.SOURCE_FAILED, failure.text());
    }
  }

  private static MetricFailure failure(MetricFailure.Category category, String why) {
    return new MetricFailure(category, "unable to fetch metrics from external metrics API: " + why);
  }

  private static ApiRequest request(Series series) {
    return ApiRequest.get(
        ApiRequest.pathOf("/apis/" + GROUP + "/v1beta1", series.namespace, series.metric),
        series.selector.isEmpty() ? Map.of() : Map.of("labelSelector", series.selector),
        new ApiRequest.Subject(series.metric, GROUP, ""),
        ApiRequest.ResponseFormat.TYPED);
  }
}
