package dev.hpa.metrics.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Quantity;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.RecordedAdapter.Group;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The provider answers as prometheus-adapter did: what an autoscaler can ask, with the same queries
 * to Prometheus, whose responses are the recorded ones.
 */
class AdapterVectorsTest {

  /**
   * Hand-made responses that no server sends, which are refused here or there: numbers without
   * quotes, with underscores or beyond a double, names in other cases, times before 1970.
   */
  private static final Set<String> MALFORMED =
      Set.of(
          "g319", "g322", "g324", "g326", "g327", "g330", "g331", "g333", "g334", "g337", "g345",
          "g347");

  /** The 43 configurations of the recording that are not supported: 42 for their templates. */
  private static final List<String> UNSUPPORTED =
      List.of(
          "template: field of LabelValuesByName",
          "template: field of missing key",
          "template: printf %q",
          "template: with",
          "template: len",
          "template: comment and trim",
          "template: urlquery and html",
          "template: variable",
          "template: define",
          "template: and or not",
          "template: slice",
          "template: print map",
          "template: le gt",
          "template: no field",
          "template: printf %v",
          "template: printf mismatch",
          "template: pipeline",
          "template: range break continue",
          "template: range int",
          "template: else with",
          "template: comparison",
          "template: compare types",
          "template: lt types",
          "template: constants",
          "template: char constant",
          "template: nil",
          "template: slice out of range",
          "template: slice of slice",
          "template: field of string",
          "template: index two keys",
          "template: index string",
          "template: call",
          "template: not a function",
          "template: print println",
          "template: block",
          "template: nested parentheses",
          "template: whole dot",
          "template: and returns",
          "template: join by hand",
          "resources: template printf",
          "resource rules: Series in query",
          "config: rule null",
          "rules: unknown field in template at run time",
          "externalRules: unknown field in template at run time",
          "rules: nil template",
          "externalRules: nil template");

  private static final String NOT_RECORDED = "{\"status\":\"error\",\"error\":\"not recorded\"}";

  private final RecordedAdapter recorded = RecordedAdapter.load();
  private final RecordedCluster cluster = new RecordedCluster(recorded.kube());
  private final RestMapper mapper = cluster.mapper();
  private final Map<String, Response> responses = new ConcurrentHashMap<>();

  @TempDir private Path folder;
  private HttpServer prometheus;

  private record Response(int status, String body) {}

  @BeforeEach
  void start() throws IOException {
    prometheus = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    prometheus.createContext("/", this::answer);
    prometheus.start();
  }

  @AfterEach
  void stop() {
    prometheus.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      Map<String, String> parameters = new HashMap<>();
      for (String each : form.split("&")) {
        String[] pair = each.split("=", 2);
        parameters.put(URLDecoder.decode(pair[0], UTF_8), URLDecoder.decode(pair[1], UTF_8));
      }
      Response response =
          responses.getOrDefault(
              key(exchange.getRequestURI().getPath(), parameters::get),
              new Response(400, NOT_RECORDED));
      byte[] body = response.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String key(String path, UnaryOperator<@Nullable String> value) {
    String end = path.substring(path.indexOf("/api/v1"));
    return end + " " + Objects.requireNonNullElse(value.apply("query"), value.apply("match[]"));
  }

  private void put(JsonNode exchange) {
    JsonNode parameters = exchange.path("params");
    responses.put(
        key(
            exchange.path("path").asText(),
            name -> parameters.has(name) ? parameters.path(name).asText() : null),
        new Response(exchange.path("status").asInt(200), recorded.body(exchange)));
  }

  @Test
  void configurationsThatTheAdapterRefusesAreRefused() throws KubernetesApiException {
    List<String> accepted = new ArrayList<>();
    for (Group group : recorded.groups()) {
      if (group.json().has("configError") && isAccepted(group)) {
        accepted.add(group.id() + " " + group.json().path("configError").asText());
      }
    }
    assertEquals(List.of(), accepted);
  }

  private boolean isAccepted(Group group) throws KubernetesApiException {
    try {
      RuleSet.of(Rules.parse(group.json().path("config").asText().getBytes(UTF_8)), mapper);
      return true;
    } catch (IllegalArgumentException | NoMatchException refused) {
      return false;
    }
  }

  @Test
  void queriesHaveTheAnswersOfTheAdapter() throws Exception {
    List<String> differences = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    int compared = 0;
    for (Group group : recorded.groups()) {
      if (group.json().has("configError")) {
        continue;
      }
      if (isAccepted(group)) {
        compared += compare(group, differences);
      } else {
        refused.add(group.json().path("source").asText());
      }
    }
    assertEquals(List.of(), differences, differences.size() + " of " + compared);
    assertEquals(1298, compared);
    assertEquals(UNSUPPORTED, refused);
  }

  private int compare(Group group, List<String> differences) throws Exception {
    responses.clear();
    group.json().path("listTraffic").forEach(this::put);
    Path file = Files.writeString(folder.resolve(group.id()), group.json().path("config").asText());
    int compared = 0;
    try (VirtualTimeline timeline =
            new VirtualTimeline(Instant.ofEpochMilli(group.json().path("now").asLong()));
        PrometheusProvider provider = provider(file, timeline)) {
      provider.prepare();
      compareListed(group, provider, differences);
      for (JsonNode each : group.cases()) {
        Optional<MetricQuery> query = query(each);
        if (query.isEmpty()
            || each.has("alternatives")
            || each.has("panic")
            || MALFORMED.contains(group.id())) {
          continue;
        }
        compared++;
        each.path("traffic").forEach(this::put);
        Duration wait =
            Duration.between(timeline.now(), Instant.ofEpochMilli(each.path("now").asLong()));
        if (wait.isPositive() && wait.compareTo(Duration.ofSeconds(5)) < 0) {
          timeline.advance(wait);
        }
        MetricResult result = provider.read(List.of(query.get())).get(query.get());
        String expected = expected(each);
        String actual = shown(Objects.requireNonNull(result));
        if (!expected.equals(actual)) {
          differences.add(
              "%s %s: expected %s but was %s (%s)\n"
                  .formatted(
                      each.path("id").asText(),
                      each.path("request").asText(),
                      expected,
                      actual,
                      result));
        }
      }
    }
    return compared;
  }

  private PrometheusProvider provider(Path file, VirtualTimeline timeline) {
    RuledServer server =
        new RuledServer(
            new PrometheusClient(
                PrometheusServer.of(
                    URI.create("http://127.0.0.1:" + prometheus.getAddress().getPort()),
                    null,
                    null),
                Duration.ofMinutes(4),
                ResponseLimits.ofCalls(MemoryPool.ofHeap())),
            file,
            mapper,
            timeline,
            Duration.ofMinutes(10));
    return new PrometheusProvider(
        List.of(server), new PromQueries(List.of(server), mapper, cluster), timeline);
  }

  /**
   * Names that the adapter lists are served, but for that of a series whose name PromQL can only
   * write in quotes.
   */
  private static void compareListed(
      Group group, PrometheusProvider provider, List<String> differences) {
    for (JsonNode each : group.json().path("listed").path("external")) {
      MetricQuery query =
          new MetricQuery.ExternalMetric("prod", each.asText(), Selector.everything(), null);
      boolean isName =
          !each.asText().isEmpty()
              && !each.asText().equals("m.é x")
              && each.asText().equals(each.asText().toLowerCase(Locale.ROOT));
      if (isName && provider.declines(query) != null) {
        differences.add(group.id() + " declines the external metric " + each.asText() + "\n");
      }
    }
  }

  /** What an autoscaler can ask; empty for requests that no autoscaler leads to. */
  private Optional<MetricQuery> query(JsonNode each) throws KubernetesApiException {
    JsonNode query = each.path("query");
    String namespace = query.path("namespace").asText();
    String metric = query.path("metric").asText();
    Selector selector;
    Selector series;
    try {
      selector = Selector.parse(query.path("selector").asText());
      series = Selector.parse(query.path("metricSelector").asText());
    } catch (IllegalArgumentException invalid) {
      return Optional.empty();
    }
    if (each.path("status").asInt() == 400
        || namespace.equals("*")
        || each.path("request").asText().startsWith("/apis/custom.metrics.k8s.io/v1/")
        || series.requirements().stream()
            .anyMatch(r -> r.operator() == Selector.Operator.NOT_EQUALS)) {
      return Optional.empty();
    }
    return switch (each.path("kind").asText()) {
      case "external" ->
          Optional.of(new MetricQuery.ExternalMetric(namespace, metric, selector, null));
      case "custom-selector" ->
          query.path("resource").asText().equals("pods") && !namespace.isEmpty()
              ? Optional.of(new MetricQuery.PodMetric(namespace, selector, metric, series))
              : Optional.empty();
      case "custom-object" -> object(query, namespace, metric, series);
      case "pods" ->
          namespace.isEmpty()
              ? Optional.empty()
              : Optional.of(new MetricQuery.PodResource(namespace, selector, "cpu", null));
      default -> Optional.empty();
    };
  }

  private Optional<MetricQuery> object(
      JsonNode query, String namespace, String metric, Selector series)
      throws KubernetesApiException {
    String[] resource = query.path("resource").asText().split("\\.", 2);
    ResourceMapping mapping;
    try {
      mapping = mapper.resource(resource.length > 1 ? resource[1] : "", resource[0]);
    } catch (KubernetesApiException unknown) {
      return Optional.empty();
    }
    boolean isNamespace = mapping.resource().equals("namespaces");
    String name = query.path("name").asText();
    if (namespace.isEmpty() != isNamespace || name.isEmpty() || name.equals("*")) {
      return Optional.empty();
    }
    return Optional.of(
        new MetricQuery.ObjectMetric(
            isNamespace ? name : namespace,
            new CrossVersionObjectReference(
                cluster.kind(mapping.group(), mapping.resource()), name, mapping.groupVersion()),
            metric,
            series));
  }

  /** The values of an answer by object, or an error. */
  private static String expected(JsonNode each) {
    JsonNode items = each.path("answer").path("items");
    if (each.path("status").asInt() != 200 || items.isEmpty()) {
      return "none";
    }
    if (each.path("kind").asText().equals("external")) {
      List<String> values = new ArrayList<>();
      items.forEach(item -> values.add(String.valueOf(milli(item.path("value").asText()))));
      return values.toString();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (JsonNode item : items) {
      if (item.has("containers")) {
        long sum = 0;
        for (JsonNode container : item.path("containers")) {
          sum += milli(container.path("usage").path("cpu").asText());
        }
        values.put(
            item.path("metadata").path("name").asText(),
            sum + " " + item.path("timestamp").asText());
      } else {
        values.put(
            item.path("describedObject").path("name").asText(),
            milli(item.path("value").asText()) + " " + item.path("timestamp").asText());
      }
    }
    return each.path("kind").asText().equals("custom-object")
        ? values.values().toString()
        : new TreeMap<>(values).toString();
  }

  private static long milli(String quantity) {
    return Quantity.parse(quantity).milliValue();
  }

  private static String shown(MetricResult result) {
    return switch (result) {
      case MetricFailure failure -> "none";
      case MetricReading.Series series -> series.milli().toString();
      case MetricReading.SingleValue value ->
          List.of(value.milli() + " " + value.timestamp()).toString();
      case MetricReading.PodValues pods -> {
        Map<String, String> values = new TreeMap<>();
        pods.values().forEach(pod -> values.put(pod.pod(), pod.milli() + " " + pod.timestamp()));
        yield values.toString();
      }
    };
  }
}
