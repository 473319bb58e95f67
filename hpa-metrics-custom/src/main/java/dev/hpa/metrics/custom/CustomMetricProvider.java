package dev.hpa.metrics.custom;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.client.ResponseNames;
import dev.hpa.kube.discovery.ExpiringValue;
import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code custom.metrics.k8s.io} in the preferred version that it supports, which it discovers
 * once per sync period.
 *
 * <p>Objects of any scope are requested in the namespace of the autoscaler. A described Namespace
 * is always that namespace, regardless of its name.
 */
final class CustomMetricProvider implements MetricProvider {

  private static final String ALL = "*";

  private final KubernetesApi api;
  private final RestMapper restMapper;
  private final ExpiringValue<CustomMetricsVersion> version;

  private final ResponseNames names = new ResponseNames();

  CustomMetricProvider(ProviderContext context) {
    this.api = context.api();
    this.restMapper = context.restMapper();
    this.version =
        new ExpiringValue<>(
            context.timeline()::now,
            context.syncPeriod(),
            () -> CustomMetricsVersion.choose(context.api()));
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    queries.forEach(query -> results.computeIfAbsent(query, this::read));
    return results;
  }

  private MetricResult read(MetricQuery query) {
    try {
      return switch (query) {
        case MetricQuery.PodMetric pods ->
            podValues(values(request(pods), new Subject(pods.namespace(), ALL, pods.metric())));
        case MetricQuery.ObjectMetric object ->
            singleValue(values(request(object), subject(object)));
        default ->
            new MetricFailure(
                Category.UNSUPPORTED_QUERY,
                query.kind() + " queries are not supported by the custom metrics provider");
      };
    } catch (IllegalArgumentException invalidPath) {
      return failure(Category.INVALID_QUERY, String.valueOf(invalidPath.getMessage()));
    } catch (KubernetesApiException failure) {
      return failure(Category.SOURCE_FAILED, failure.text());
    }
  }

  private static MetricFailure failure(Category category, String why) {
    return new MetricFailure(category, "unable to fetch metrics from custom metrics API: " + why);
  }

  /**
   * What a request is about.
   *
   * @param object name of the described object; {@link #ALL} for several
   */
  private record Subject(String namespace, String object, String metric) {

    void checkNamespace(String ofValue, String described, String measured)
        throws MisdirectedResponseException {
      MisdirectedResponseException.check("namespace", namespace, ofValue);
    }

    void check(String ofValue, String described, String measured)
        throws MisdirectedResponseException {
      checkNamespace(ofValue, described, measured);
      MisdirectedResponseException.check("metric", metric, measured);
      if (!object.equals(ALL)) {
        MisdirectedResponseException.check("object", object, described);
      }
    }
  }

  private static Subject subject(MetricQuery.ObjectMetric query) {
    CrossVersionObjectReference object = query.object();
    boolean isNamespace = group(object).isEmpty() && object.kind().equals("Namespace");
    return new Subject(
        query.namespace(), isNamespace ? query.namespace() : object.name(), query.metric());
  }

  private List<PodValue> values(ApiRequest request, Subject subject) throws KubernetesApiException {
    return names.call(
        api,
        request,
        body -> MetricValuesDecoder.read(body, subject::check),
        body -> MetricValuesDecoder.read(body, subject::checkNamespace));
  }

  private static MetricResult podValues(List<PodValue> values) {
    return values.isEmpty()
        ? new MetricFailure(Category.NO_DATA, "no metrics returned from custom metrics API")
        : MetricReading.PodValues.of(values);
  }

  private static MetricResult singleValue(List<PodValue> values) {
    return values.size() == 1
        ? singleValue(values.getFirst())
        : failure(
            Category.NO_DATA,
            "the custom metrics API server returned "
                + values.size()
                + " results when we asked for exactly one");
  }

  private static MetricReading singleValue(PodValue value) {
    return MetricReading.SingleValue.of(value.milli(), timestamp(value), value.outOfRange());
  }

  private static @Nullable Instant timestamp(PodValue value) {
    return value.timestamp().equals(Timestamps.ZERO) ? null : value.timestamp();
  }

  private ApiRequest request(MetricQuery.PodMetric query) throws KubernetesApiException {
    CustomMetricsVersion served = version.get();
    String resource = resource("", "Pod");
    return get(
        ApiRequest.pathOf(served.base(), query.namespace(), resource, ALL, query.metric()),
        selectors(served, query.pods(), query.series()),
        resource,
        ALL);
  }

  private ApiRequest request(MetricQuery.ObjectMetric query) throws KubernetesApiException {
    CustomMetricsVersion served = version.get();
    CrossVersionObjectReference object = query.object();
    String group = group(object);
    Map<String, String> selectors = selectors(served, Selector.everything(), query.series());
    if (group.isEmpty() && object.kind().equals("Namespace")) {
      return get(
          ApiRequest.pathOf(served.base(), query.namespace(), "metrics", query.metric()),
          selectors,
          "metrics",
          query.metric());
    }
    String resource = resource(group, object.kind());
    return get(
        ApiRequest.pathOf(
            served.base(), query.namespace(), resource, object.name(), query.metric()),
        selectors,
        resource,
        object.name());
  }

  /** Returns the group; empty if the apiVersion is malformed. */
  private static String group(CrossVersionObjectReference object) {
    try {
      return ApiGroupVersion.parse(object.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  private String resource(String group, String kind) throws KubernetesApiException {
    try {
      ResourceMapping mapping = restMapper.preferred(group, kind);
      return mapping.groupResource();
    } catch (KubernetesApiException failure) {
      throw new KubernetesApiException(
          failure.code(),
          failure.reason(),
          "unable to map kind "
              + kind
              + (group.isEmpty() ? "" : "." + group)
              + " to resource: "
              + failure.text(),
          failure);
    }
  }

  private static Map<String, String> selectors(
      CustomMetricsVersion served, Selector objects, Selector series) {
    Map<String, String> selectors = new TreeMap<>();
    if (!served.hasParameters()) {
      return selectors;
    }
    if (!objects.toString().isEmpty()) {
      selectors.put("labelSelector", objects.toString());
    }
    if (!series.toString().isEmpty()) {
      selectors.put("metricLabelSelector", series.toString());
    }
    return selectors;
  }

  private static ApiRequest get(
      String path, Map<String, String> selectors, String resource, String name) {
    return ApiRequest.get(
        path,
        selectors,
        new ApiRequest.Subject(resource, CustomMetricsVersion.GROUP, name),
        ApiRequest.ResponseFormat.SELF_DESCRIBING);
  }
}
