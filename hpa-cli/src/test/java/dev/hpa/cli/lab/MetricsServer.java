package dev.hpa.cli.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.app.serving.TestAuthority;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The three metrics APIs, each in one version, as an extension API server. Values are the current
 * values of a {@link Load} for the pods of {@link Workloads}.
 */
final class MetricsServer implements AutoCloseable {

  /** The APIs with the kinds of their lists. */
  private static final Map<String, String> APIS =
      Map.of(
          "metrics.k8s.io/v1beta1", "PodMetricsList",
          "custom.metrics.k8s.io/v1beta2", "MetricValueList",
          "external.metrics.k8s.io/v1beta1", "ExternalMetricValueList");

  private static final Pattern PATH =
      Pattern.compile("/apis/(?<api>[^/]+/[^/]+)(/namespaces/(?<namespace>[^/]+)/(?<rest>.+))?");

  private static final Pattern SELECTOR = Pattern.compile("(?:^|&)labelSelector=([^&]*)");

  private final AtomicReference<@Nullable Instant> firstQuestion = new AtomicReference<>();
  private final HttpsServer server;
  private final Workloads workloads;
  private final Load load;

  private MetricsServer(HttpsServer server, Workloads workloads, Load load) {
    this.server = server;
    this.workloads = workloads;
    this.load = load;
  }

  static MetricsServer start(Workloads workloads, Load load) throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    MetricsServer metrics = new MetricsServer(server, workloads, load);
    server.createContext("/", metrics::handle);
    server.start();
    return metrics;
  }

  private static SSLContext tls() throws Exception {
    TestAuthority.Issued issued = new TestAuthority("metrics-ca").issue("metrics");
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "metrics", issued.key(), new char[0], new X509Certificate[] {issued.certificate()});
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  /** Registers the APIService objects of the three groups. */
  void register(LabApi api) throws Exception {
    api.create(
        "/api/v1/namespaces/kube-system/services",
        Json.tree(
            """
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "metrics"},
              "spec": {"type": "ExternalName", "externalName": "localhost"}}
            """));
    for (String each : APIS.keySet()) {
      String[] parts = each.split("/");
      api.create(
          "/apis/apiregistration.k8s.io/v1/apiservices",
          Json.tree(
              """
              {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
                "metadata": {"name": "%2$s.%1$s"},
                "spec": {"group": "%1$s", "version": "%2$s", "insecureSkipTLSVerify": true,
                  "groupPriorityMinimum": 100, "versionPriority": 100,
                  "service": {"namespace": "kube-system", "name": "metrics", "port": %3$d}}}
              """
                  .formatted(parts[0], parts[1], server.getAddress().getPort())));
    }
  }

  /** Returns whether requests of all three groups arrive. */
  static boolean isServed(LabApi api) throws InterruptedException {
    for (String each : APIS.keySet()) {
      if (!api.answers("/apis/" + each)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the time since the first query of a value; zero if there was none. */
  Duration sinceFirstQuestion() {
    Instant first = firstQuestion.get();
    return first == null ? Duration.ZERO : Duration.between(first, Instant.now());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
      if (!path.matches() || !APIS.containsKey(path.group("api"))) {
        exchange.sendResponseHeaders(404, -1);
      } else if (path.group("rest") == null) {
        answer(exchange, 200, discovery(path.group("api")));
      } else {
        answerQuestion(exchange, path);
      }
    }
  }

  private void answerQuestion(HttpExchange exchange, Matcher path) throws IOException {
    firstQuestion.compareAndSet(null, Instant.now());
    String query = Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), "");
    Matcher selector = SELECTOR.matcher(query);
    String rest = path.group("rest");
    String api = path.group("api");
    List<Object> items =
        items(api, path.group("namespace"), rest, selector.find() ? selector.group(1) : "");
    if (items.isEmpty()) {
      answer(exchange, 404, notFound(rest));
    } else {
      answer(
          exchange,
          200,
          Map.of("kind", APIS.get(api), "apiVersion", api, "metadata", Map.of(), "items", items));
    }
  }

  private List<Object> items(String api, String namespace, String rest, String selector) {
    String metric = rest.substring(rest.lastIndexOf('/') + 1);
    List<Object> items = new ArrayList<>();
    if (api.startsWith("external.")) {
      add(items, metric, selector, value -> Map.of("metricName", metric, "value", value));
    } else if (rest.equals("pods")) {
      workloads
          .pods(Selector.parse(selector))
          .forEach(
              (pod, app) ->
                  add(items, "cpu", "app=" + app, value -> usage(namespace, pod, app, value)));
    } else if (rest.startsWith("pods/")) {
      workloads
          .pods(Selector.parse(selector))
          .forEach(
              (pod, app) ->
                  add(
                      items,
                      metric,
                      "app=" + app,
                      value -> ofObject("Pod", namespace, pod, metric, value)));
    } else {
      String[] object = rest.split("/");
      add(
          items,
          metric,
          object[0] + "/" + object[1],
          value -> ofObject("Service", namespace, object[1], metric, value));
    }
    return items;
  }

  private void add(
      List<Object> items, String metric, String of, Function<String, Map<String, Object>> item) {
    String value = load.value(metric, of, sinceFirstQuestion());
    if (value != null) {
      Map<String, Object> measured = new HashMap<>(item.apply(value));
      measured.put("timestamp", Timestamps.format(Instant.now()));
      items.add(measured);
    }
  }

  private static Map<String, Object> usage(String namespace, String pod, String app, String value) {
    return Map.of(
        "metadata", Map.of("namespace", namespace, "name", pod, "labels", Map.of("app", app)),
        "window", "15s",
        "containers", List.of(Map.of("name", "app", "usage", Map.of("cpu", value))));
  }

  private static Map<String, Object> ofObject(
      String kind, String namespace, String name, String metric, String value) {
    return Map.of(
        "describedObject",
        Map.of("kind", kind, "namespace", namespace, "name", name),
        "metric",
        Map.of("name", metric),
        "windowSeconds",
        60,
        "value",
        value);
  }

  private static Map<String, Object> notFound(String rest) {
    String[] parts = rest.split("/");
    return Map.of(
        "kind", "Status",
        "apiVersion", "v1",
        "status", "Failure",
        "reason", "NotFound",
        "code", 404,
        "message",
            "the server could not find the metric %s for %s %s"
                .formatted(parts[parts.length - 1], parts[0], parts.length > 1 ? parts[1] : ""));
  }

  /** A resource list with one entry, because discovery ignores an empty API. */
  private static Map<String, Object> discovery(String api) {
    return Map.of(
        "kind",
        "APIResourceList",
        "apiVersion",
        "v1",
        "groupVersion",
        api,
        "resources",
        List.of(
            Map.of(
                "name", "pods",
                "singularName", "",
                "namespaced", true,
                "kind", "PodMetrics",
                "verbs", List.of("get", "list"))));
  }

  private static void answer(HttpExchange exchange, int code, Object body) throws IOException {
    byte[] bytes = Json.write(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
