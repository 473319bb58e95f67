package dev.hpa.tck.adapters;

import dev.hpa.api.Selector;
import dev.hpa.spi.ApiRequest;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A conformant adapter with the metric {@code qps} of three pods and a service in the namespace
 * {@code shop}, the external metric {@code depth} of two queues, and the usage of the pods. A
 * defect can change its responses.
 */
final class SampleAdapter implements AdapterClient {

  private static final String CUSTOM = "custom.metrics.k8s.io";
  private static final String EXTERNAL = "external.metrics.k8s.io";
  private static final String RESOURCE = "metrics.k8s.io";
  private static final Pattern GROUP = Pattern.compile("/apis/([^/]+)");
  private static final Pattern VERSION = Pattern.compile("/apis/([^/]+)/([^/]+)");
  private static final Pattern OBJECTS =
      Pattern.compile("/apis/" + CUSTOM + "/([^/]+)/namespaces/shop/([^/]+)/([^/]+)/qps");
  private static final Pattern SERIES =
      Pattern.compile("/apis/" + EXTERNAL + "/(v1beta1)/namespaces/shop/depth");

  private static final Pattern PODS =
      Pattern.compile("/apis/" + RESOURCE + "/(v1|v1beta1)/namespaces/shop/pods");

  private static final List<Thing> THINGS =
      List.of(
          new Thing("pods", "Pod", "web-1", "app=web", "1500m"),
          new Thing("pods", "Pod", "web-2", "app=web", "2"),
          new Thing("pods", "Pod", "api-1", "app=api", "3k"),
          new Thing("services", "Service", "web", "app=web", "7"));

  private static final List<String> QUEUES = List.of("orders", "mails");

  private final List<String> versions;
  private final BiFunction<String, HttpReply, HttpReply> flaw;

  /**
   * @param versions the served versions of custom or resource metrics
   * @param flaw changes the response to a request
   */
  SampleAdapter(List<String> versions, BiFunction<String, HttpReply, HttpReply> flaw) {
    this.versions = versions;
    this.flaw = flaw;
  }

  private record Thing(String resource, String kind, String name, String label, String value) {
    String item(String version) {
      String metric =
          version.equals("v1beta1")
              ? "\"metricName\":\"qps\",\"window\":60"
              : "\"metric\":{\"name\":\"qps\"},\"windowSeconds\":60";
      return ("{\"describedObject\":{\"kind\":\"%s\",\"namespace\":\"shop\",\"name\":\"%s\","
              + "\"apiVersion\":\"v1\"},%s,\"timestamp\":\"2024-05-01T10:00:00Z\",\"value\":\"%s\"}")
          .formatted(kind, name, metric, value);
    }
  }

  @Override
  public AdapterResponse get(ApiRequest request) {
    HttpReply reply = flaw.apply(request.target(), reply(request));
    return new AdapterResponse(reply.code(), reply.contentType(), reply.body());
  }

  HttpReply reply(ApiRequest request) {
    String path = request.path();
    Matcher objects = OBJECTS.matcher(path);
    if (objects.matches() && versions.contains(objects.group(1))) {
      return things(request, objects);
    }
    if (SERIES.matcher(path).matches()) {
      return queues(request);
    }
    Matcher pods = PODS.matcher(path);
    if (pods.matches() && versions.contains(pods.group(1))) {
      return usage(request, pods.group(1));
    }
    Matcher version = VERSION.matcher(path);
    if (version.matches()) {
      return resources(request, version.group(1), version.group(2));
    }
    Matcher group = GROUP.matcher(path);
    return group.matches() ? group(request, group.group(1)) : notFound(request);
  }

  private static HttpReply ok(ApiRequest request, String body) {
    return new HttpReply(request.target(), 200, "application/json", body);
  }

  private static HttpReply notFound(ApiRequest request) {
    return new HttpReply(
        request.target(),
        404,
        "application/json",
        """
        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",
         "message":"the server could not find the metric","reason":"NotFound","code":404}\
        """);
  }

  private HttpReply group(ApiRequest request, String group) {
    List<String> served = group.equals(EXTERNAL) ? List.of("v1beta1") : versions;
    return ok(
        request,
        """
        {"kind":"APIGroup","apiVersion":"v1","name":"%s","versions":[%s],
         "preferredVersion":{"groupVersion":"%s/%s","version":"%s"}}\
        """
            .formatted(
                group,
                served.stream()
                    .map(
                        each ->
                            "{\"groupVersion\":\"%s/%s\",\"version\":\"%s\"}"
                                .formatted(group, each, each))
                    .collect(Collectors.joining(",")),
                group,
                served.getFirst(),
                served.getFirst()));
  }

  private static HttpReply resources(ApiRequest request, String group, String version) {
    String resource =
        switch (group) {
          case CUSTOM -> "pods/qps";
          case RESOURCE -> "pods";
          default -> "depth";
        };
    return ok(
        request,
        """
        {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"%s/%s","resources":[
          {"name":"%s","namespaced":true,"kind":"%s","verbs":["get","list"]}]}\
        """
            .formatted(
                group, version, resource, group.equals(RESOURCE) ? "PodMetrics" : listKind(group)));
  }

  private static String listKind(String group) {
    return switch (group) {
      case CUSTOM -> "MetricValueList";
      case RESOURCE -> "PodMetricsList";
      default -> "ExternalMetricValueList";
    };
  }

  private static Selector selector(ApiRequest request, String parameter) {
    return Selector.parse(request.query().getOrDefault(parameter, ""));
  }

  private static Map<String, String> labels(String text) {
    int equals = text.indexOf('=');
    return Map.of(text.substring(0, equals), text.substring(equals + 1));
  }

  private static HttpReply things(ApiRequest request, Matcher path) {
    Selector labels = selector(request, "labelSelector");
    Selector series = selector(request, "metricLabelSelector");
    Predicate<Thing> isAsked =
        each ->
            each.resource().equals(path.group(2))
                && (path.group(3).equals("%2A") || each.name().equals(path.group(3)))
                && labels.matches(labels(each.label()))
                && series.matches(Map.of("verb", "GET"));
    String items =
        THINGS.stream()
            .filter(isAsked)
            .map(each -> each.item(path.group(1)))
            .collect(Collectors.joining(","));
    return list(request, CUSTOM, path.group(1), items);
  }

  private static HttpReply usage(ApiRequest request, String version) {
    Selector labels = selector(request, "labelSelector");
    String items =
        THINGS.stream()
            .filter(each -> each.kind().equals("Pod") && labels.matches(labels(each.label())))
            .map(
                each ->
                    ("{\"metadata\":{\"name\":\"%s\",\"namespace\":\"shop\"},\"window\":\"15.1s\","
                            + "\"timestamp\":\"2024-05-01T10:00:00Z\",\"containers\":["
                            + "{\"name\":\"app\",\"usage\":{\"cpu\":\"1500000n\",\"memory\":\"20Mi\"}}]}")
                        .formatted(each.name()))
            .collect(Collectors.joining(","));
    return list(request, RESOURCE, version, items);
  }

  private static HttpReply queues(ApiRequest request) {
    Selector series = selector(request, "labelSelector");
    String items =
        QUEUES.stream()
            .filter(each -> series.matches(Map.of("queue", each)))
            .map(
                each ->
                    ("{\"metricName\":\"depth\",\"metricLabels\":{\"queue\":\"%s\"},\"window\":60,"
                            + "\"timestamp\":\"2024-05-01T10:00:00Z\",\"value\":\"42\"}")
                        .formatted(each))
            .collect(Collectors.joining(","));
    return list(request, EXTERNAL, "v1beta1", items);
  }

  private static HttpReply list(ApiRequest request, String group, String version, String items) {
    return ok(
        request,
        "{\"kind\":\"%s\",\"apiVersion\":\"%s/%s\",\"metadata\":{},\"items\":[%s]}"
            .formatted(listKind(group), group, version, items));
  }
}
