package dev.hpa.cli.prometheus;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Selector;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.plugins.BuiltInProviders;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.wiring.Sources;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigChoice;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.server.FreePorts;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The provider beside the program that {@code PROMETHEUS_ADAPTER} names, with random
 * configurations: what a controller reads from the metrics APIs of the adapter has to equal what it
 * reads from Prometheus. The number of configurations is the system property {@code
 * adapter.configurations}.
 */
@EnabledIfEnvironmentVariable(named = "PROMETHEUS_ADAPTER", matches = ".+")
class AdapterLive {

  private static final HorizontalPodAutoscaler ASKING =
      HpaVersion.V2.decode(
          "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\","
              + "\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"}}");

  private static final List<String> SERIES =
      List.of(
          "http_requests_per_second{namespace!=\"\",pod!=\"\"}",
          "'{__name__=~\"^http_.*\",namespace!=\"\"}'",
          "'{__name__=~\"^queue_.*\"}'",
          "queue_depth",
          "'{__name__=~\"^latency.*\",service!=\"\"}'",
          "'{__name__=\"nothing\"}'");

  private static final List<String> RESOURCES =
      List.of(
          "{template: <<.Resource>>}",
          "{overrides: {namespace: {resource: namespace}, pod: {resource: pod}}}",
          "{overrides: {namespace: {resource: namespaces}, service: {resource: Service}}}",
          "{overrides: {namespace: {resource: namespace}}, template: <<.Resource>>}");

  private static final List<String> NAMES =
      List.of(
          "",
          "name: {matches: \"^(.*)_per_second$\"}",
          "name: {matches: \"^(.*)_(.*)$\", as: \"${1}.${2}\"}",
          "name: {as: constant}",
          "name: {matches: depth, as: \"$0_now\"}");

  private static final List<String> QUERIES =
      List.of(
          "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)",
          "avg by (<<.GroupBy>>) (<<.Series>>{<<.LabelMatchers>>}) * 1.0005",
          "<<.Series>>{<<.LabelMatchers>>} / 7",
          "max(<<.Series>>{<<.LabelMatchers>>,queue!=\"idle\"}) by (<<.GroupBy>>)",
          "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>) / 0",
          "'<<range $k, $v := .LabelValuesByName>><<end>>sum(<<.Series>>{<<.LabelMatchers>>}) by"
              + " (<<.GroupBy>>)'",
          "sum(<<.Series>>{namespace=\"<<index .LabelValuesByName \"namespace\">>\"}) by"
              + " (<<.GroupBy>>)");

  private static final List<String> METRICS =
      List.of(
          "http_requests_per_second",
          "http_requests",
          "http.requests_per_second",
          "http_requests_per.second",
          "constant",
          "queue_depth",
          "queue.depth",
          "depth_now",
          "latency_seconds",
          "nothing");

  private final Random random = new Random(Long.getLong("adapter.seed", 1));

  @Test
  void readingsEqualThoseOfTheAdapter(@TempDir Path folder) throws Exception {
    List<String> differences = new ArrayList<>();
    int values = 0;
    try (LivePrometheus prometheus = new LivePrometheus(folder)) {
      populate(prometheus);
      for (int i = 0; i < Integer.getInteger("adapter.configurations", 20); i++) {
        Path rules = Files.writeString(folder.resolve("rules-" + i + ".yaml"), configuration());
        values += compare(prometheus, rules, differences);
      }
    }
    assertEquals(List.of(), differences);
    assertTrue(values > 0, "no configuration gave a value");
  }

  private static void populate(LivePrometheus prometheus) {
    prometheus.createShop();
    prometheus.create(
        ResourceTypes.SERVICES,
        "shop",
        "{\"metadata\": {\"name\": \"web\", \"annotations\":"
            + " {\"sandbox.hpa.dev/metric.latency_seconds\": \"1234567u\"}}, \"spec\": {\"ports\":"
            + " [{\"port\": 80}]}}");
    Map<String, String> series =
        Map.of(
            "external/namespaces/shop/queue_depth?queue=orders", "41",
            "external/namespaces/shop/queue_depth?queue=idle", "1500m",
            "external/namespaces/other/queue_depth?queue=orders", "7");
    series.forEach((path, value) -> set(prometheus, path, value));
  }

  private static void set(LivePrometheus prometheus, String path, String value) {
    String[] parts = path.split("\\?", 2);
    String[] label = parts[1].split("=", 2);
    prometheus
        .sandbox
        .metrics()
        .set(
            new MetricSeries(
                Metric.ofPath(List.of(parts[0].split("/"))), Map.of(label[0], label[1])),
            value);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private String configuration() {
    StringBuilder text = new StringBuilder();
    for (String list : List.of("rules", "externalRules")) {
      text.append(list).append(":\n");
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        text.append("- seriesQuery: ").append(any(SERIES)).append('\n');
        text.append("  resources: ").append(any(RESOURCES)).append('\n');
        String name = any(NAMES);
        text.append(name.isEmpty() ? "" : "  " + name + "\n");
        text.append("  metricsQuery: ").append(any(QUERIES)).append('\n');
      }
    }
    return text.toString();
  }

  /** The number of values that both have. */
  private int compare(LivePrometheus prometheus, Path rules, List<String> differences)
      throws Exception {
    int port = FreePorts.next();
    Process adapter =
        prometheus.start(
            System.getenv("PROMETHEUS_ADAPTER"),
            "--secure-port=" + port,
            "--bind-address=127.0.0.1",
            "--cert-dir=" + rules + ".certificates",
            "--lister-kubeconfig=" + prometheus.kubeconfig(),
            "--authentication-kubeconfig=" + prometheus.kubeconfig(),
            "--authorization-kubeconfig=" + prometheus.kubeconfig(),
            "--prometheus-url=" + prometheus.url(),
            "--config=" + rules,
            "--metrics-relist-interval=1s",
            "--metrics-max-age=1m");
    Path kubeconfig =
        Files.writeString(Path.of(rules + ".kubeconfig"), kubeconfig(prometheus, port));
    try (ClusterConnection cluster =
            ClusterConnection.open(
                List.of(prometheus.kubeconfig()), KubeconfigChoice.NONE, prometheus.timeline());
        ClusterConnection apis =
            ClusterConnection.open(
                List.of(kubeconfig), KubeconfigChoice.NONE, prometheus.timeline())) {
      KubernetesApi adapterApi = aggregated(new HttpKubernetesApi(apis));
      KubernetesApi clusterApi = new HttpKubernetesApi(cluster);
      await(adapterApi);
      Map<MetricQuery.Kind, MetricProvider> theirs =
          BuiltInProviders.create(
              new ProviderContext(
                  adapterApi,
                  prometheus.timeline(),
                  new CachedRestMapper(clusterApi, prometheus.timeline()::now)));
      try (Sources ours =
          Sources.over(clusterApi, prometheus.timeline(), ours(prometheus, rules))) {
        return compare(theirs, ours, rules, differences);
      }
    } finally {
      adapter.destroy();
      adapter.waitFor();
    }
  }

  private static ProviderConfig ours(LivePrometheus prometheus, Path rules) {
    Map<String, String> settings =
        Map.of("url", prometheus.url(), "rules", rules.toString(), "relist-interval", "1m");
    return new ProviderConfig(null, Map.of("prometheus", settings), List.of(), false);
  }

  private static String kubeconfig(LivePrometheus prometheus, int port) {
    return """
    apiVersion: v1
    kind: Config
    clusters: [{name: a, cluster: {server: "https://127.0.0.1:%d", insecure-skip-tls-verify: true}}]
    users: [{name: a, user: {token: "%s"}}]
    contexts: [{name: a, context: {cluster: a, user: a}}]
    current-context: a
    """
        .formatted(port, prometheus.token());
  }

  private static final String GROUPS =
      """
      {"kind": "APIGroupList", "groups": [
        {"name": "custom.metrics.k8s.io",
         "versions": [{"groupVersion": "custom.metrics.k8s.io/v1beta2", "version": "v1beta2"}],
         "preferredVersion":
           {"groupVersion": "custom.metrics.k8s.io/v1beta2", "version": "v1beta2"}}]}
      """;

  /** The adapter as an aggregator lists it: it does not list its custom metrics itself. */
  private static KubernetesApi aggregated(KubernetesApi adapter) {
    return new KubernetesApi() {
      @Override
      public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
        if (!request.path().equals("/apis")) {
          return adapter.call(request, reader);
        }
        try {
          return reader.read(new ByteArrayInputStream(GROUPS.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException malformed) {
          throw new UncheckedIOException(malformed);
        }
      }
    };
  }

  /** Until both APIs are served and their metrics have been listed once. */
  private static void await(KubernetesApi adapter) throws InterruptedException {
    for (int attempt = 0; attempt < 300; attempt++) {
      try {
        for (String api :
            List.of("custom.metrics.k8s.io/v1beta2", "external.metrics.k8s.io/v1beta1")) {
          adapter.call(
              ApiRequest.get("/apis/" + api, Map.of(), ApiRequest.Subject.NONE),
              body -> body.readAllBytes());
        }
        Thread.sleep(3000);
        return;
      } catch (KubernetesApiException starting) {
        Thread.sleep(200);
      }
    }
    throw new AssertionError("the adapter does not answer");
  }

  private static int compare(
      Map<MetricQuery.Kind, MetricProvider> theirs,
      Sources ours,
      Path rules,
      List<String> differences)
      throws IOException {
    int values = 0;
    for (MetricQuery query : queries()) {
      MetricResult their =
          requireNonNull(requireNonNull(theirs.get(query.kind())).read(List.of(query)).get(query));
      MetricResult our =
          ours.metrics().read(ASKING, List.of(query), SyncMemory.UNLIMITED).getFirst();
      String expected = shown(their);
      if (!expected.equals(shown(our))) {
        differences.add(
            "%s: the adapter gives %s, the provider %s; rules:%n%s"
                .formatted(query, their, our, Files.readString(rules)));
      }
      values += expected.equals("none") ? 0 : 1;
    }
    return values;
  }

  private static List<MetricQuery> queries() {
    List<MetricQuery> queries = new ArrayList<>();
    for (String metric : METRICS) {
      for (String selector : List.of("", "queue=orders", "queue in (orders,idle)", "!queue")) {
        queries.add(new MetricQuery.ExternalMetric("shop", metric, Selector.parse(selector), null));
      }
      queries.add(
          new MetricQuery.PodMetric(
              "shop", Selector.parse("app=web"), metric, Selector.everything()));
      queries.add(
          new MetricQuery.PodMetric(
              "shop", Selector.parse("app=none"), metric, Selector.everything()));
      for (CrossVersionObjectReference object :
          List.of(
              new CrossVersionObjectReference("Service", "web", "v1"),
              new CrossVersionObjectReference("Namespace", "shop", "v1"),
              new CrossVersionObjectReference("Deployment", "web", "apps/v1"))) {
        queries.add(new MetricQuery.ObjectMetric("shop", object, metric, Selector.everything()));
      }
    }
    return queries;
  }

  /** Values without their times. */
  private static String shown(MetricResult result) {
    return switch (result) {
      case MetricFailure failure -> "none";
      case MetricReading.Series series ->
          series.milli().stream().sorted().map(String::valueOf).collect(Collectors.joining(" "));
      case MetricReading.SingleValue value -> String.valueOf(value.milli());
      case MetricReading.PodValues pods -> {
        Map<String, Long> values = new TreeMap<>();
        pods.values().forEach(each -> values.put(each.pod(), each.milli()));
        yield values.toString();
      }
    };
  }
}
