package dev.hpa.conformance.environment;

import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.conformance.cases.Metrics;
import dev.hpa.conformance.cases.Metrics.Api;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;

/**
 * A server for the three metrics APIs behind the aggregation layer of the API server. Each
 * namespace has a {@link MetricsBoard}.
 */
final class MetricsServer implements AutoCloseable {

  private static final String RESOURCE = "metrics.k8s.io/v1";
  private static final String RESOURCE_BEFORE = "metrics.k8s.io/v1beta1";
  private static final String CUSTOM = "custom.metrics.k8s.io/v1beta2";
  private static final String CUSTOM_BEFORE = "custom.metrics.k8s.io/v1beta1";
  private static final String EXTERNAL = "external.metrics.k8s.io/v1beta1";

  /** The APIs, the preferred versions first. Implementations may read any version. */
  static final List<String> APIS =
      List.of(RESOURCE, RESOURCE_BEFORE, CUSTOM, CUSTOM_BEFORE, EXTERNAL);

  private final Map<String, MetricsBoard> boards = new ConcurrentHashMap<>();
  private final LoopbackServer server;

  /**
   * Starts the server.
   *
   * @throws IllegalStateException if the port is in use
   */
  MetricsServer(MetricsAddress address) {
    this.server =
        LoopbackServer.start("metrics APIs", address.listensOn(), address.port(), this::serve);
  }

  int port() {
    return server.port();
  }

  MetricsBoard board(String namespace) {
    return boards.computeIfAbsent(namespace, any -> new MetricsBoard());
  }

  /** Whether the API server proxies all metrics APIs. */
  static boolean isServed(ClusterApi api) {
    return APIS.stream().allMatch(each -> api.answers("/apis/" + each));
  }

  private record Reply(int code, Object body) {

    static Reply items(String kind, String api, List<Object> items) {
      return new Reply(
          200, Map.of("kind", kind, "apiVersion", api, "metadata", Map.of(), "items", items));
    }

    static Reply status(int code, String reason, String message) {
      return new Reply(
          code,
          Map.of(
              "kind",
              "Status",
              "apiVersion",
              "v1",
              "metadata",
              Map.of(),
              "status",
              "Failure",
              "message",
              message,
              "reason",
              reason,
              "code",
              code));
    }

    static Reply unserved() {
      return notFound("the server could not find the requested resource");
    }

    static Reply notFound(String message) {
      return status(404, "NotFound", message);
    }
  }

  private void serve(Request request, Response response) throws IOException {
    Reply reply = replyOrRefusal(request);
    byte[] body = Json.write(reply.body());
    response.setStatus(reply.code());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    Content.Sink.write(response, true, ByteBuffer.wrap(body));
  }

  private Reply replyOrRefusal(Request request) {
    try {
      return reply(request);
    } catch (IllegalArgumentException invalidSelector) {
      return Reply.status(400, "BadRequest", String.valueOf(invalidSelector.getMessage()));
    }
  }

  private Reply reply(Request request) {
    List<String> path =
        Stream.of(Request.getPathInContext(request).split("/"))
            .filter(part -> !part.isEmpty())
            .toList();
    if (path.size() < 3 || !APIS.contains(path.get(1) + "/" + path.get(2))) {
      return Reply.unserved();
    }
    String api = path.get(1) + "/" + path.get(2);
    if (path.size() == 3) {
      return discovery(api);
    }
    Fields query = Request.extractQueryParameters(request);
    Api kind = kind(api);
    if (kind == Api.RESOURCE && path.size() == 4) {
      return ofAllNamespaces(path.get(3), api, query);
    }
    if (path.size() < 6 || !path.get(3).equals("namespaces")) {
      return Reply.unserved();
    }
    String namespace = path.get(4);
    MetricsBoard board = board(namespace);
    int code = board.answer(kind);
    if (code != 200) {
      return Reply.status(code, "ServiceUnavailable", "service unavailable");
    }
    List<String> rest = path.subList(5, path.size());
    return switch (kind) {
      case RESOURCE -> pods(board, api, namespace, rest, query);
      case EXTERNAL -> external(board, api, rest, query);
      case CUSTOM -> custom(board, api, namespace, rest, query);
    };
  }

  /** The suite has no nodes, and a namespace whose API fails has no pods in the list. */
  private Reply ofAllNamespaces(String resource, String api, Fields query) {
    if (resource.equals("nodes")) {
      return Reply.items("NodeMetricsList", api, List.of());
    }
    if (!resource.equals("pods")) {
      return Reply.unserved();
    }
    Selector selector = selector(query, "labelSelector");
    List<Object> items = new ArrayList<>();
    boards.forEach(
        (namespace, board) -> {
          if (board.answer(Api.RESOURCE) == 200) {
            items.addAll(board.podMetrics(namespace, selector));
          }
        });
    return Reply.items("PodMetricsList", api, items);
  }

  private static Reply pods(
      MetricsBoard board, String api, String namespace, List<String> rest, Fields query) {
    return rest.equals(List.of("pods"))
        ? Reply.items(
            "PodMetricsList", api, board.podMetrics(namespace, selector(query, "labelSelector")))
        : Reply.unserved();
  }

  private static Api kind(String api) {
    return switch (api) {
      case RESOURCE, RESOURCE_BEFORE -> Api.RESOURCE;
      case EXTERNAL -> Api.EXTERNAL;
      default -> Api.CUSTOM;
    };
  }

  private static Selector selector(Fields query, String name) {
    String text = query.getValue(name);
    return text == null ? Selector.everything() : Selector.parse(text);
  }

  private static Reply external(MetricsBoard board, String api, List<String> rest, Fields query) {
    String metric = rest.getFirst();
    List<Metrics.Series> series = board.external(metric, selector(query, "labelSelector"));
    if (series == null) {
      return Reply.unserved();
    }
    List<Object> items = new ArrayList<>();
    for (Metrics.Series each : series) {
      items.add(
          Map.of(
              "metricName", metric,
              "metricLabels", each.labels(),
              "timestamp", now(),
              "value", each.value()));
    }
    return Reply.items("ExternalMetricValueList", api, items);
  }

  private static Reply custom(
      MetricsBoard board, String api, String namespace, List<String> rest, Fields query) {
    String metric = rest.getLast();
    if (rest.getFirst().equals("pods") && rest.size() == 3 && rest.get(1).equals("*")) {
      Map<String, String> values = board.ofPods(metric, selector(query, "labelSelector"));
      return values == null
          ? Reply.notFound("the server could not find the metric " + metric + " for pods")
          : values(api, namespace, "Pod", "v1", values, metric);
    }
    String object =
        rest.getFirst().equals("metrics") && rest.size() == 2
            ? ""
            : String.join("/", rest.subList(0, rest.size() - 1));
    String value = board.ofObject(object, metric);
    String name = object.isEmpty() ? namespace : rest.get(1);
    return value == null
        ? Reply.notFound(
            "the server could not find the metric %s for %s %s"
                .formatted(metric, object.isEmpty() ? "namespaces" : rest.getFirst(), name))
        : values(
            api, namespace, object.isEmpty() ? "Namespace" : "", "v1", Map.of(name, value), metric);
  }

  private static Reply values(
      String api,
      String namespace,
      String kind,
      String version,
      Map<String, String> values,
      String metric) {
    List<Object> items = new ArrayList<>();
    values.forEach(
        (name, value) -> items.add(item(api, namespace, kind, version, name, value, metric)));
    return Reply.items("MetricValueList", api, items);
  }

  private static Map<String, Object> item(
      String api,
      String namespace,
      String kind,
      String version,
      String name,
      String value,
      String metric) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", kind);
    object.put("namespace", namespace);
    object.put("name", name);
    object.put("apiVersion", version);
    Map<String, Object> item = new HashMap<>();
    item.put("describedObject", object);
    if (api.equals(CUSTOM)) {
      item.put("metric", Map.of("name", metric));
    } else {
      item.put("metricName", metric);
    }
    item.put("timestamp", now());
    item.put("value", value);
    return item;
  }

  private static String now() {
    return Timestamps.format(Instant.now());
  }

  /** Clients ignore an API version without resources, so at least one is listed. */
  private static Reply discovery(String api) {
    Api ofApi = kind(api);
    String kind =
        switch (ofApi) {
          case RESOURCE -> "PodMetrics";
          case EXTERNAL -> "ExternalMetricValueList";
          case CUSTOM -> "MetricValueList";
        };
    String name =
        switch (ofApi) {
          case RESOURCE -> "pods";
          case EXTERNAL -> "queue";
          case CUSTOM -> "pods/load";
        };
    return new Reply(
        200,
        Map.of(
            "kind",
            "APIResourceList",
            "apiVersion",
            "v1",
            "groupVersion",
            api,
            "resources",
            List.of(
                Map.of(
                    "name",
                    name,
                    "singularName",
                    "",
                    "namespaced",
                    true,
                    "kind",
                    kind,
                    "verbs",
                    List.of("get", "list")))));
  }

  @Override
  public void close() {
    server.close();
  }
}
