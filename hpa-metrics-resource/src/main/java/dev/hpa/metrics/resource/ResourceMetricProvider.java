package dev.hpa.metrics.resource;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code metrics.k8s.io/v1beta1}. Queries for the same pods, whatever their resource, share
 * one list.
 *
 * <p>Interpretation: each container's value is turned into milli-units, rounded away from zero,
 * before anything is summed; a pod of which a container lacks the resource has no value.
 */
final class ResourceMetricProvider implements MetricProvider {

  private final KubernetesApi api;

  ResourceMetricProvider(KubernetesApi api) {
    this.api = api;
  }

  private record Pods(String namespace, String selector) {}

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<Pods, List<MetricQuery.PodResource>> lists = new LinkedHashMap<>();
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      if (query instanceof MetricQuery.PodResource each) {
        Pods pods = new Pods(each.namespace(), each.pods().toString());
        lists.computeIfAbsent(pods, any -> new ArrayList<>()).add(each);
      } else {
        results.put(query, notAnswered(query));
      }
    }
    lists.forEach((pods, asked) -> results.putAll(read(pods, asked)));
    return results;
  }

  private static MetricFailure notAnswered(MetricQuery query) {
    return new MetricFailure(
        MetricFailure.Category.NOT_AVAILABLE,
        "the provider of resource metrics does not answer " + query.kind() + " queries");
  }

  private Map<MetricQuery, MetricResult> read(Pods pods, List<MetricQuery.PodResource> asked) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    try {
      PodMetricsDecoder decoder = new PodMetricsDecoder(asked);
      api.call(request(pods), decoder);
      asked.forEach(query -> results.put(query, result(decoder, query)));
    } catch (IllegalArgumentException noPath) {
      fail(results, asked, MetricFailure.Category.INVALID_QUERY, noPath.getMessage());
    } catch (KubernetesApiException failure) {
      fail(results, asked, MetricFailure.Category.SOURCE_FAILED, failure.text());
    }
    return results;
  }

  private static void fail(
      Map<MetricQuery, MetricResult> results,
      List<MetricQuery.PodResource> asked,
      MetricFailure.Category category,
      @Nullable String why) {
    MetricFailure failure =
        new MetricFailure(category, "unable to fetch metrics from resource metrics API: " + why);
    asked.forEach(query -> results.put(query, failure));
  }

  private static MetricResult result(PodMetricsDecoder decoder, MetricQuery.PodResource query) {
    return decoder.pods() == 0
        ? new MetricFailure(
            MetricFailure.Category.NO_DATA, "no metrics returned from resource metrics API")
        : new MetricReading.PodValues(decoder.values(query));
  }

  private static ApiRequest request(Pods pods) {
    return ApiRequest.get(
        ApiRequest.pathOf("/apis/metrics.k8s.io/v1beta1", pods.namespace, "pods"),
        pods.selector.isEmpty() ? Map.of() : Map.of("labelSelector", pods.selector),
        new ApiRequest.Subject("pods", "metrics.k8s.io", ""));
  }
}
