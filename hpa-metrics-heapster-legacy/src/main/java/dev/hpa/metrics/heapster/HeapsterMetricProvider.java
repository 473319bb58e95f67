package dev.hpa.metrics.heapster;

import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads Heapster through the service proxy of the API server, as kube-controller-manager 1.5 to
 * 1.21 did. Supports resource metrics of whole pods and custom metrics of pods; ignores the metric
 * selector.
 */
final class HeapsterMetricProvider implements MetricProvider {

  private static final String SERVICE = "http:heapster:";
  private static final String PROXY =
      "/api/v1/namespaces/kube-system/services/" + SERVICE + "/proxy";

  /** Of a response, whose values take ten times as much. One of 5,000 pods has 2 MB. */
  private static final int MAX_BYTES = 8 << 20;

  /** The age of the oldest requested samples. */
  private static final Duration SAMPLE_RANGE = Duration.ofMinutes(5);

  private static final String UNREADABLE = "failed to unmarshal heapster response: ";

  private final KubernetesApi api;
  private final InstantSource clock;

  HeapsterMetricProvider(KubernetesApi api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
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
        case MetricQuery.PodResource each when each.container() != null ->
            new MetricFailure(
                Category.UNSUPPORTED_QUERY, "container metrics are not supported by heapster");
        case MetricQuery.PodResource each -> resource(each);
        case MetricQuery.PodMetric each -> raw(each);
        case MetricQuery.ObjectMetric each ->
            new MetricFailure(Category.UNSUPPORTED_QUERY, "object metrics are not yet supported");
        case MetricQuery.ExternalMetric each ->
            new MetricFailure(Category.UNSUPPORTED_QUERY, "external metrics aren't supported");
      };
    } catch (HeapsterException failure) {
      return failure.failure();
    }
  }

  private MetricResult resource(MetricQuery.PodResource query) throws HeapsterException {
    ApiRequest request =
        heapster(
            "/apis/metrics/v1alpha1/namespaces/" + ApiRequest.segment(query.namespace()) + "/pods",
            labelSelector(query.pods()));
    Optional<List<PodValue>> values =
        read(
            request,
            "failed to get pod resource metrics: ",
            UNREADABLE,
            json -> PodMetricsList.read(json).values(query.resource()));
    return MetricReading.PodValues.of(
        values.orElseThrow(
            () -> new HeapsterException(Category.NO_DATA, "no metrics returned from heapster")));
  }

  private MetricResult raw(MetricQuery.PodMetric query) throws HeapsterException {
    List<String> pods = podNames(query);
    String names = pods.stream().map(ApiRequest::segment).collect(Collectors.joining(","));
    ApiRequest request =
        heapster(
            "/api/v1/model/namespaces/"
                + ApiRequest.segment(query.namespace())
                + "/pod-list/"
                + names
                + "/metrics/"
                + ApiRequest.segment(query.metric()),
            Map.of("start", Timestamps.format(clock.instant().minus(SAMPLE_RANGE))));
    PodSamples samples = read(request, "failed to get pod metrics: ", UNREADABLE, PodSamples::read);
    if (samples.size() != pods.size()) {
      throw new HeapsterException(
          Category.SOURCE_FAILED,
          "requested metrics for " + pods.size() + " pods, got metrics for " + samples.size());
    }
    return MetricReading.PodValues.of(samples.values(pods));
  }

  private List<String> podNames(MetricQuery.PodMetric query) throws HeapsterException {
    String failed = "failed to get pod list while fetching metrics: ";
    ApiRequest request =
        ApiRequest.get(
            podsPath(query.namespace(), failed),
            labelSelector(query.pods()),
            new ApiRequest.Subject("pods", "", ""));
    List<String> names = read(request, failed, failed, PodNames::read);
    if (names.isEmpty()) {
      throw new HeapsterException(Category.NO_DATA, "no pods matched the provided selector");
    }
    return names;
  }

  private static String podsPath(String namespace, String failed) throws HeapsterException {
    try {
      return ApiRequest.pathOf("/api/v1", namespace, "pods");
    } catch (IllegalArgumentException invalidPath) {
      throw new HeapsterException(Category.INVALID_QUERY, failed + invalidPath.getMessage());
    }
  }

  private static Map<String, String> labelSelector(Selector pods) {
    String text = pods.toString();
    return text.isEmpty() ? Map.of() : Map.of("labelSelector", text);
  }

  private static ApiRequest heapster(String path, Map<String, String> query) {
    return ApiRequest.get(
        PROXY + path,
        query,
        new ApiRequest.Subject("services", "", SERVICE),
        ApiRequest.ResponseFormat.SELF_DESCRIBING);
  }

  /**
   * Sends a request and decodes the response.
   *
   * @param failed begins the message of a request that fails
   * @param unreadable that of a response that cannot be decoded
   */
  private <T> T read(
      ApiRequest request, String failed, String unreadable, Function<String, T> decoding)
      throws HeapsterException {
    try {
      Decoded<T> decoded = api.call(request, body -> decoded(unreadable, text(body), decoding));
      if (decoded.failure() != null) {
        throw decoded.failure();
      }
      return Objects.requireNonNull(decoded.value());
    } catch (KubernetesApiException failure) {
      throw new HeapsterException(Category.SOURCE_FAILED, failed + failure.text());
    }
  }

  private static String text(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new IOException("the answer is larger than " + (MAX_BYTES >> 20) + " MiB");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** What was decoded, or why it could not be. */
  private record Decoded<T>(@Nullable T value, @Nullable HeapsterException failure) {}

  private static <T> Decoded<T> decoded(
      String unreadable, String response, Function<String, T> decoding) {
    try {
      return new Decoded<>(decoding.apply(response), null);
    } catch (JsonFormatException | IllegalArgumentException | DateTimeException failure) {
      return new Decoded<>(
          null, new HeapsterException(Category.SOURCE_FAILED, unreadable + failure.getMessage()));
    }
  }
}
