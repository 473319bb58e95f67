package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.Manifests;
import dev.hpa.controller.SteppedCluster;
import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.metrics.MetricFamilies;
import dev.hpa.controller.metrics.ReadPage;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.state.StateOptions;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.controller.state.StateStorage;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.kube.leader.LeaderElector;
import dev.hpa.kube.leader.LeaseLock;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.spi.ApiRequest;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The metrics page of a controller after 2 minutes, and everything that uses its metric names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsPageTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final Path MONITORING = ROOT.resolve("deploy/monitoring");

  /** No reconcile is skipped because of stale caches. */
  private static final ControllerOptions OPTIONS =
      ControllerOptions.DEFAULTS.withStaleLimit(Duration.ZERO);

  /** Prefixes of upstream's families that do not exist here; docs/metrics.md gives the reasons. */
  private static final List<String> LEFT_OUT =
      List.of(
          "authenticated_user_requests",
          "authentication_",
          "authorization_",
          "go_",
          "hidden_metrics_total",
          "informer_",
          "registered_metrics_total",
          "rest_client_exec_plugin_",
          "rest_client_transport_",
          "version_info");

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private String text = "";
  private ReadPage page = new ReadPage("");
  private List<MetricFamilies.Described> families = List.of();

  @BeforeAll
  void run() throws Exception {
    Path kubeconfig = Files.createTempFile("sandbox", ".kubeconfig");
    try (Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0)))) {
      sandbox.writeKubeconfig(kubeconfig);
      SteppedCluster cluster = new SteppedCluster(timeline, sandbox);
      ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
      Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT);
      Manifests.create(
          sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER.formatted("web", "web"));
      Manifests.create(
          sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER.formatted("lost", "ghost"));
      try (Components controller = Components.builder(connection, timeline, OPTIONS).create()) {
        ControllerMetrics metrics = controller.metrics();
        metrics.follow(candidate(connection));
        controller.loop().start();
        cluster.run(Duration.ofMinutes(2), controller);
        SteppedCluster.await(() -> hasWrittenEvents(metrics));
        recordCallsMissingInTheSandbox(metrics);
        PageResponse reply = served(metrics);
        assertEquals(
            "text/plain; version=0.0.4; charset=utf-8; escaping=underscores", reply.contentType());
        text = text(reply);
        page = new ReadPage(text);
        families = metrics.families();
      }
      ClusterConnection second = ClusterConnection.open(kubeconfig, null, timeline);
      try (Components shadow =
          Components.builder(second, timeline, OPTIONS.withMode(ControllerMode.SHADOW)).create()) {
        families =
            Stream.concat(families.stream(), shadow.metrics().families().stream())
                .distinct()
                .toList();
      }
      ClusterConnection third = ClusterConnection.open(kubeconfig, null, timeline);
      try (Components stateful =
          Components.builder(third, timeline, OPTIONS)
              .state(
                  new StateSettings(
                      StateOptions.DEFAULTS.withStorage(StateStorage.CONFIG_MAP), "", "", ""))
              .create()) {
        families =
            Stream.concat(families.stream(), stateful.metrics().families().stream())
                .distinct()
                .toList();
      }
    } finally {
      Files.delete(kubeconfig);
    }
  }

  private static boolean hasWrittenEvents(ControllerMetrics metrics) {
    return text(served(metrics)).contains("\nhpa_events_total{reason=\"SuccessfulRescale\"");
  }

  private static PageResponse served(ControllerMetrics metrics) {
    return new MetricsPage(metrics)
        .answer(new PageRequest("GET", "/metrics", Map.of(), "", new byte[0]));
  }

  private static String text(PageResponse reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  @AfterAll
  void stop() {
    timeline.close();
  }

  /** Reviews are caused by the HTTPS server, which is not open here. */
  private static void recordCallsMissingInTheSandbox(ControllerMetrics metrics) {
    ApiRequest review = ApiRequest.post("/reviews", ApiRequest.Subject.NONE, new byte[3]);
    Stream.of(metrics.reviews().tokens(), metrics.reviews().access())
        .flatMap(List::stream)
        .forEach(each -> each.answered("review:443", review, 201, Duration.ofMillis(300)));
  }

  private LeaderElector candidate(ClusterConnection connection) {
    LeaderElectionOptions options = LeaderElectionOptions.DEFAULTS;
    LeaseLock lock =
        new LeaseLock(
            new HttpKubernetesApi(connection),
            options.namespace(),
            options.name(),
            Duration.ofSeconds(5));
    return new LeaderElector(lock, options, "me", timeline, () -> 0.5);
  }

  @Test
  void familiesOfUpstreamHaveTheSameShape() throws IOException {
    Map<String, ReadPage.Shape> recorded =
        new ReadPage(Vectors.configured().text("exchanges/kcm-hpa-metrics.txt")).shapes();
    List<String> differences = new ArrayList<>();
    recorded.forEach(
        (name, shape) -> {
          ReadPage.Shape ours = page.shapes().get(name);
          boolean isLeftOut = LEFT_OUT.stream().anyMatch(name::startsWith);
          if (isLeftOut ? ours != null : !shape.equals(ours)) {
            differences.add(name + ": upstream " + shape + ", here " + ours);
          }
        });
    assertEquals(List.of(), differences);
    assertTrue(recorded.size() > 40, "only " + recorded.size() + " families were recorded");
  }

  @Test
  void controllerActivityIsCounted() {
    String prefix = "horizontal_pod_autoscaler_controller_";
    assertAll(
        () -> assertEquals(1, scaleUps()),
        () ->
            assertTrue(
                page.value(prefix + "reconciliations_total{action=\"none\",error=\"internal\"}")
                    >= 7,
                "a missing target is an internal error"),
        () -> assertEquals(2, page.value(prefix + "num_horizontal_pod_autoscalers")),
        () ->
            assertEquals(
                4, page.value(prefix + "desired_replicas{hpa_name=\"web\",namespace=\"default\"}")),
        () -> assertEquals(2, page.value("hpa_autoscalers_watched")),
        () -> assertEquals(4, page.value("hpa_pods_cached")),
        () ->
            assertEquals(
                1,
                page.value(
                    "hpa_autoscalers{condition=\"AbleToScale\",reason=\"FailedGetScale\","
                        + "status=\"False\"}")),
        () ->
            assertEquals(
                1, page.value("hpa_events_total{reason=\"SuccessfulRescale\",type=\"Normal\"}")),
        () ->
            assertEquals(
                15,
                page.value("hpa_autoscaler_period_seconds{hpa_name=\"web\",namespace=\"default\"}"),
                1),
        () ->
            assertTrue(
                page.value(
                        "hpa_provider_queries_total{provider=\"resource-metrics\",result=\"ok\"}")
                    > 0,
                text),
        () ->
            assertEquals(
                1,
                page.value(
                    "hpa_api_requests_total{code=\"200\",resource=\"deployments/scale\",verb=\"update\"}")),
        () -> assertEquals(0, page.value("workqueue_depth{name=\"horizontalpodautoscaler\"}")));
  }

  /**
   * The status update of that reconcile may conflict, because its watch lags behind the test's
   * clock.
   */
  private double scaleUps() {
    return Stream.of("none", "internal")
        .mapToDouble(
            error ->
                page.value(
                    "horizontal_pod_autoscaler_controller_reconciliations_total{"
                        + "action=\"scale_up\",error=\""
                        + error
                        + "\"}"))
        .sum();
  }

  @Test
  void familiesAreSortedAndUnique() {
    List<String> names =
        text.lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ")[2])
            .toList();
    assertEquals(names.stream().sorted().distinct().toList(), names);
    assertFalse(text.contains("_created"), "creation times are not families");
  }

  /** Rows have the form {@code | `name` | counter | `label`, `label` | meaning |}. */
  @Test
  void documentationListsExactlyTheFamilies() throws IOException {
    Pattern row = Pattern.compile("^\\| `([a-z_]+)` \\| (\\w+) \\| (.*?) \\|.*");
    Set<String> written =
        Files.readAllLines(ROOT.resolve("docs/metrics.md")).stream()
            .map(row::matcher)
            .filter(Matcher::matches)
            .map(found -> found.group(1) + " " + found.group(2) + " " + found.group(3))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> exported =
        families.stream()
            .map(MetricsPageTest::asWritten)
            .collect(Collectors.toCollection(TreeSet::new));
    // Exported only when Kubernetes 1.37 is emulated.
    exported.add(
        "horizontal_pod_autoscaler_controller_stale_sync_skips_total counter `group`, `resource`");
    exported.add("kubernetes_healthcheck gauge `name`, `type`");
    exported.add("kubernetes_healthchecks_total counter `name`, `status`, `type`");
    assertEquals(String.join("\n", exported), String.join("\n", written));
  }

  private static String asWritten(MetricFamilies.Described family) {
    String labels =
        family.labels().stream().map(each -> "`" + each + "`").collect(Collectors.joining(", "));
    return family.name()
        + " "
        + family.type().name().toLowerCase(Locale.ROOT)
        + " "
        + (labels.isEmpty() ? "–" : labels);
  }

  @Test
  void dashboardUsesExistingMetricsOnly() throws IOException {
    JsonNode dashboard =
        Json.tree(Files.readAllBytes(MONITORING.resolve("grafana-dashboard.json")));
    List<String> queries =
        Stream.concat(
                dashboard.findValuesAsText("expr").stream(),
                dashboard.path("templating").findValuesAsText("definition").stream())
            .toList();
    assertTrue(queries.size() > 15, "only " + queries.size() + " queries were found");
    queries.forEach(this::assertKnown);
  }

  @Test
  void dashboardCanBeImportedByGrafana() throws IOException {
    JsonNode dashboard =
        Json.tree(Files.readAllBytes(MONITORING.resolve("grafana-dashboard.json")));
    assertTrue(dashboard.path("schemaVersion").asInt() >= 38);
    assertFalse(dashboard.path("title").asText().isEmpty());
    assertFalse(dashboard.path("uid").asText().isEmpty());
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      JsonNode place = panel.path("gridPos");
      String title = panel.path("title").asText();
      assertTrue(ids.add(panel.path("id").asInt()), "two panels have the id of " + title);
      assertTrue(place.path("x").asInt() + place.path("w").asInt() <= 24, title);
      assertTrue(place.path("h").asInt() > 0, title);
      if (!panel.path("type").asText().equals("row")) {
        assertFalse(panel.path("targets").isEmpty(), title);
        assertEquals("${datasource}", panel.path("datasource").path("uid").asText(), title);
      }
    }
  }

  @Test
  void alertsUseExistingMetricsAndHaveRunbooks() throws IOException {
    JsonNode rules = new YAMLMapper().readTree(MONITORING.resolve("alerts.yaml").toFile());
    int alerts = 0;
    for (JsonNode rule : rules.findParents("alert")) {
      assertKnown(rule.path("expr").asText());
      String name = rule.path("alert").asText();
      assertFalse(rule.path("labels").path("severity").asText().isEmpty(), name);
      assertFalse(rule.path("annotations").path("summary").asText().isEmpty(), name);
      assertTrue(rule.path("annotations").path("description").asText().length() > 100, name);
      alerts++;
    }
    assertTrue(alerts >= 8, "only " + alerts + " alerts were found");
  }

  /** Checks every name with an underscore that is not a function, a label or a quoted string. */
  private void assertKnown(String query) {
    Set<String> known = new TreeSet<>(page.shapes().keySet());
    families.forEach(each -> known.add(each.name()));
    Matcher name =
        Pattern.compile("\\b(?:[a-z]+_)+[a-z]+\\b(?=[\\[{ )+/*-]|$)")
            .matcher(
                query
                    .replaceAll("\"[^\"]*\"", "")
                    .replaceAll("\\b(by|without) ?\\([^)]*\\)", "")
                    .replaceAll(", *\\w+\\)$", ")"));
    int found = 0;
    while (name.find()) {
      String series = name.group();
      String family = series.replaceAll("_(bucket|sum|count)$", "");
      assertTrue(known.contains(series) || known.contains(family), series + " in: " + query);
      found++;
    }
    assertTrue(found > 0, "no name in: " + query);
  }

  @Test
  void alertsPassTheirTests() throws Exception {
    Assumptions.assumeTrue(hasPromtool(), "promtool 3 is not installed");
    Process promtool =
        new ProcessBuilder("promtool", "test", "rules", "alerts-test.yaml")
            .directory(MONITORING.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(promtool.waitFor(1, TimeUnit.MINUTES), "promtool did not finish");
    assertEquals(0, promtool.exitValue(), output);
  }

  private static boolean hasPromtool() throws IOException {
    if (Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .noneMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")))) {
      return false;
    }
    Process version = new ProcessBuilder("promtool", "--version").redirectErrorStream(true).start();
    return new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .startsWith("promtool, version 3.");
  }

  private static final String DEPLOYMENT =
      """
      kind: Deployment
      apiVersion: apps/v1
      metadata:
        name: web
        annotations: {sandbox.hpa.dev/cpu: "400m"}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: web, resources: {requests: {cpu: 200m}}}
      """;

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata: {name: %s}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %s}
        maxReplicas: 10
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
      """;
}
