package dev.hpa.controller.metrics;

import dev.hpa.kube.client.CallListener;
import dev.hpa.spi.ApiRequest;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Calls to API servers: by host as upstream counts them, and by resource. */
final class CallMetrics implements CallListener {

  private static final String NO_ANSWER = "<error>";
  private static final List<String> SUBRESOURCES = List.of("scale", "status");

  private final MetricFamily<Counter.Child> results;
  private final MetricFamily<Counter.Child> retries;
  private final MetricFamily<Histogram.Child> durations;
  private final MetricFamily<Histogram.Child> limited;
  private final MetricFamily<Histogram.Child> requestSizes;
  private final MetricFamily<Histogram.Child> responseSizes;
  private final MetricFamily<Counter.Child> requests;

  CallMetrics(MetricFamilies families) {
    results =
        families.counter(
            "rest_client_requests_total",
            "[ALPHA] Number of HTTP requests, partitioned by status code, method, and host.",
            "code",
            "host",
            "method");
    retries =
        families.counter(
            "rest_client_request_retries_total",
            "[ALPHA] Number of request retries, partitioned by status code, verb, and host.",
            "code",
            "host",
            "verb");
    durations =
        families.histogram(
            "rest_client_request_duration_seconds",
            "[ALPHA] Request latency in seconds. Broken down by verb, and host.",
            Buckets.REQUESTS,
            "host",
            "verb");
    limited =
        families.histogram(
            "rest_client_rate_limiter_duration_seconds",
            "[ALPHA] Client side rate limiter latency in seconds. Broken down by verb, and host.",
            Buckets.REQUESTS,
            "host",
            "verb");
    requestSizes =
        families.histogram(
            "rest_client_request_size_bytes",
            "[ALPHA] Request size in bytes. Broken down by verb and host.",
            Buckets.SIZES,
            "host",
            "verb");
    responseSizes =
        families.histogram(
            "rest_client_response_size_bytes",
            "[ALPHA] Response size in bytes. Broken down by verb and host.",
            Buckets.SIZES,
            "host",
            "verb");
    requests =
        families.counter(
            "hpa_api_requests_total",
            "[ALPHA] Requests to the API server by verb, resource and status code.",
            "verb",
            "resource",
            "code");
  }

  @Override
  public void answered(String host, ApiRequest request, int code, Duration took) {
    results.with(code(code), host, request.method()).inc();
    requests.with(verb(request), resource(request), code(code)).inc();
  }

  @Override
  public void received(String host, ApiRequest request, long bytes) {
    if (!isWatch(request)) {
      responseSizes.with(host, request.method()).observe((double) bytes);
    }
  }

  @Override
  public void heldBack(String host, ApiRequest request, Duration wait) {
    limited.with(host, request.method()).observe(Buckets.seconds(wait));
  }

  @Override
  public void retried(String host, ApiRequest request, int code) {
    retries.with(code(code), host, request.method()).inc();
  }

  @Override
  public void ended(String host, ApiRequest request, Duration took) {
    byte[] body = request.body();
    durations.with(host, request.method()).observe(Buckets.seconds(took));
    requestSizes.with(host, request.method()).observe(body == null ? 0 : body.length);
  }

  static String code(int code) {
    return code == 0 ? NO_ANSWER : Integer.toString(code);
  }

  private static boolean isWatch(ApiRequest request) {
    return request.query().containsKey("watch");
  }

  /** The verb of RBAC rules. */
  private static String verb(ApiRequest request) {
    return switch (request.method()) {
      case "GET" -> isWatch(request) ? "watch" : isOne(request) ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      default -> request.method().toLowerCase(Locale.ROOT);
    };
  }

  private static boolean isOne(ApiRequest request) {
    return !request.subject().name().isEmpty() || request.subject().resource().isEmpty();
  }

  /** External metrics share one value, because their names are unbounded. */
  private static String resource(ApiRequest request) {
    ApiRequest.Subject subject = request.subject();
    if (subject.resource().isEmpty()) {
      return "discovery";
    }
    if (subject.group().equals("external.metrics.k8s.io")) {
      return "external.metrics.k8s.io";
    }
    String path = request.path();
    String subresource = path.substring(path.lastIndexOf('/') + 1);
    return subject.resource()
        + (subject.group().endsWith("metrics.k8s.io") ? "." + subject.group() : "")
        + (SUBRESOURCES.contains(subresource) ? "/" + subresource : "");
  }
}
