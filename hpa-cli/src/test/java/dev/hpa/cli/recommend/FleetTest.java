package dev.hpa.cli.recommend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.cli.ScaledWorkload;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.PastTargets;
import dev.hpa.cli.simulate.LoadFlags;
import dev.hpa.cli.simulate.PodTimes;
import dev.hpa.controller.Manifests;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hpa recommend -A} on the sandbox, with a server that answers range queries. */
class FleetTest {
  private static final List<String> NAMES = List.of("cart", "gone", "memory", "twice", "web");

  @TempDir private Path folder;

  private RangeServer prometheus;

  @BeforeEach
  void startPrometheus() throws IOException {
    prometheus = RangeServer.start(FleetTest::value);
  }

  @AfterEach
  void stopPrometheus() {
    prometheus.close();
  }

  /** A day with 3 cores on average, which today's setting serves with 15 pods. */
  private static double value(String query, long at) {
    double cores = ScaledWorkload.cores(at);
    if (query.contains("gone")) {
      return Double.NaN;
    }
    if (query.startsWith("max(kube_")) {
      return ScaledWorkload.replicas(at);
    }
    return query.contains("huge-") ? 20 * cores : query.contains("twice-") ? 2 * cores : cores;
  }

  private static String deployment(String name) {
    return ScaledWorkload.deployment("default", name);
  }

  private static String autoscaler(String name) {
    return ScaledWorkload.autoscaler("default", name)
        .replace(
            "namespace: default}",
            "namespace: default, labels: {team: \"" + name.substring(0, 1) + "\"}}")
        .replace("name: cpu", name.equals("memory") ? "name: memory" : "name: cpu")
        .replace(
            "maxReplicas: 60", name.startsWith("huge") ? "maxReplicas: 2000" : "maxReplicas: 60");
  }

  private Program run(String... options) throws Exception {
    VirtualTimeline timeline = new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      for (String name : NAMES) {
        Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, deployment(name));
        Manifests.create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler(name));
      }
      timeline.advance(Duration.ofMinutes(5));
      sandbox.writeKubeconfig(kubeconfig);
      return recommend(
          Stream.concat(Stream.of("--kubeconfig", kubeconfig.toString()), Stream.of(options)));
    }
  }

  private Program recommend(Stream<String> options) throws IOException {
    return Program.withSettings(
        folder,
        Stream.concat(
                Stream.of(
                    "recommend",
                    "--prometheus",
                    prometheus.url(),
                    "--last",
                    "2d",
                    "--query-step",
                    "5m",
                    "--only",
                    "target,min",
                    "--candidates",
                    "10"),
                options)
            .toList());
  }

  private static JsonNode row(JsonNode result, String name) {
    for (JsonNode each : result.path("autoscalers")) {
      if (each.path("autoscaler").asText().equals("default/" + name)) {
        return each;
      }
    }
    throw new AssertionError("no row of " + name + " in " + result);
  }

  @Test
  void eachHpaHasARecommendationOrAReason() throws Exception {
    Path patches = folder.resolve("patches");
    Program run =
        run("-A", "-o", "json", "--output-dir", patches.toString(), "--price-per-pod-hour", "0.1");
    assertEquals(1, run.status(), run.err());
    JsonNode result = Json.tree(run.out());
    assertEquals(NAMES.size(), result.path("autoscalers").size());
    JsonNode web = row(result, "web").path("analysis");
    assertTrue(web.path("reason").isNull(), web.toString());
    assertEquals(15, web.at("/replicas/real").asDouble(), 1);
    assertEquals(15, web.at("/replicas/replayed").asDouble(), 1);
    assertTrue(result.path("savedPodHoursPerDay").asDouble() > 50, run.out());
    assertEquals(
        "its only metric is memory, which does not say how high the load is",
        row(result, "memory").path("problem").asText());
    assertTrue(row(result, "gone").path("problem").asText().contains("the result is empty"));
    assertTrue(
        row(result, "twice")
            .at("/analysis/obstacle")
            .asText()
            .matches(
                "today's setting has 30 replicas on average in the replay and had 15 in the"
                    + " cluster: does the query count usage twice, .*"),
        run.out());
    JsonNode patch = new YAMLMapper().readTree(patches.resolve("default/web.yaml").toFile());
    assertEquals("web", patch.at("/metadata/name").asText());
    assertTrue(patch.at("/spec").size() > 0, patch.toString());
    assertFalse(Files.exists(patches.resolve("default/twice.yaml")));
    JsonNode component = new YAMLMapper().readTree(patches.resolve("kustomization.yaml").toFile());
    assertEquals("Component", component.path("kind").asText());
    assertEquals("default/cart.yaml", component.at("/patches/0/path").asText());
    assertEquals("default/web.yaml", component.at("/patches/1/path").asText());
    assertEquals(2, component.path("patches").size());
  }

  @Test
  void theLoadOfOneHpaIsFound() throws Exception {
    Program run = run("web", "-n", "default");
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out().contains("Replayed with today's setting: 15 replicas on average; in the cluster"),
        run.out());
    assertTrue(
        prometheus
            .queries()
            .contains(
                "sum(rate(container_cpu_usage_seconds_total{namespace=\"default\","
                    + "pod=~\"web-[bcdfghjklmnpqrstvwxz2456789]{1,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\","
                    + "container!=\"\",image!=\"\"}[3m]))"),
        prometheus.queries().toString());
  }

  @Test
  void theTableStartsWithTheHighestSaving() throws Exception {
    Program run = run("-n", "default", "-l", "team in (t, w)", "--report", page().toString());
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.getFirst().startsWith("HPA"), run.out());
    assertTrue(lines.get(1).startsWith("default/web "), run.out());
    assertTrue(run.out().contains("NO CHANGE"), run.out());
    assertTrue(run.out().contains("2 HPAs: 1 with a recommendation, which saves "), run.out());
    assertTrue(Files.readString(page()).contains("Recommendations for 2 HPAs"), "the title");
  }

  private Path page() {
    return folder.resolve("fleet.html");
  }

  @Test
  void anInterruptedRunIsContinued() throws Exception {
    String patches = folder.resolve("patches").toString();
    run("-l", "team=w", "--output-dir", patches);
    int before = prometheus.queries().size();
    Program again = run("-A", "--output-dir", patches, "--resume");
    assertTrue(again.out().contains("1 results are those of an earlier run"), again.out());
    List<String> later = prometheus.queries().subList(before, prometheus.queries().size());
    assertTrue(later.stream().noneMatch(query -> query.contains("\"web")), later.toString());
    assertTrue(later.stream().anyMatch(query -> query.contains("cart-")), later.toString());
    Program other = run("-l", "team=w", "--output-dir", patches, "--resume", "--seed", "2");
    assertFalse(other.out().contains("earlier run"), other.out());
  }

  @Test
  void aServerThatIsGoneIsSaidOfEachHpa() throws Exception {
    stopPrometheus();
    Program run = run("-A", "-o", "json");
    assertEquals(1, run.status(), run.err());
    String problem = row(Json.tree(run.out()), "web").path("problem").asText();
    assertTrue(problem.contains("cannot be queried"), problem);
  }

  @Test
  void manifestsAreAFleetToo() throws IOException {
    Path manifests = folder.resolve("all.yaml");
    Files.writeString(
        manifests,
        String.join(
            "---\n", deployment("web"), autoscaler("web"), deployment("cart"), autoscaler("cart")));
    Program run = recommend(Stream.of("-f", manifests.toString(), "-o", "json"));
    assertEquals(0, run.status(), run.err());
    assertTrue(row(Json.tree(run.out()), "cart").path("problem").isNull(), run.out());
  }

  /** KEDA writes its HPAs anew. */
  @Test
  void anOwnedHpaHasNoPatch() throws IOException {
    Path manifests = folder.resolve("all.yaml");
    String owned =
        autoscaler("cart")
            .replace(
                "metadata: {",
                "metadata: {ownerReferences: [{apiVersion: keda.sh/v1alpha1, kind: ScaledObject,"
                    + " name: basket, uid: a, controller: true}], ");
    Files.writeString(
        manifests,
        String.join("---\n", deployment("web"), autoscaler("web"), deployment("cart"), owned));
    Path patches = folder.resolve("patches");
    Program run =
        recommend(
            Stream.of(
                "-f",
                manifests.toString(),
                "--output-dir",
                patches.toString(),
                "--requests=keep-threshold",
                "--capacity=1"));
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out()
            .lines()
            .anyMatch(
                line ->
                    line.startsWith("default/cart ")
                        && line.endsWith(" (in the ScaledObject basket, which owns the HPA)")),
        run.out());
    assertTrue(Files.exists(patches.resolve("default/web.yaml")));
    assertFalse(Files.exists(patches.resolve("default/cart.yaml")));
    assertFalse(Files.exists(patches.resolve("default/cart_requests.yaml")));
    String requests = Files.readString(patches.resolve("default/web_requests.yaml"));
    assertTrue(requests.startsWith("apiVersion: apps/v1\nkind: Deployment\n"), requests);
    assertTrue(
        Files.readString(patches.resolve("kustomization.yaml"))
            .contains("path: default/web_requests.yaml"));
    assertFalse(
        Files.readString(patches.resolve("kustomization.yaml")).contains("cart"), run.out());
  }

  /** The options of a run with another limit. */
  @Command(name = "limited")
  static final class Limited {
    @Mixin private PastTargets targets = new PastTargets();
    @Mixin private LoadFlags load = new LoadFlags();
    @Mixin private ScopeFlags scope = new ScopeFlags();
    @Mixin private GoalFlags goal = new GoalFlags();
    @Mixin private FleetFlags options = new FleetFlags();

    List<FleetRow> run(long maxPodSyncs, int kept) throws Exception {
      List<FleetRow> rows = new ArrayList<>();
      targets.run(
          new DecisionFlags(),
          load.past(),
          fleet -> {
            FleetRun run =
                new FleetRun(
                    fleet,
                    analyst(fleet),
                    new SearchEffort(1, false, 10),
                    "",
                    options,
                    maxPodSyncs);
            rows.addAll(run.run(done -> {}));
            assertEquals(kept, run.kept());
            return 0;
          });
      return rows;
    }

    private Analyst analyst(Fleet fleet) {
      return new Analyst(
          load,
          PodTimes.DEFAULT,
          fleet.range(),
          fleet.rules(),
          fleet.settings(),
          scope,
          goal.goal(),
          null,
          goal.verified());
    }
  }

  @Test
  @Tag("security")
  void anHpaWithTooManyPodsTakesNothingFromTheOthers() throws Exception {
    Path manifests = folder.resolve("all.yaml");
    List<String> names = List.of("cart", "huge-a", "huge-b", "web");
    Files.writeString(
        manifests,
        names.stream()
            .flatMap(name -> Stream.of(deployment(name), autoscaler(name)))
            .collect(Collectors.joining("---\n")));
    for (int kept : List.of(0, 4)) {
      Limited limited = new Limited();
      new CommandLine(limited)
          .parseArgs(
              "-f",
              manifests.toString(),
              "--prometheus",
              prometheus.url(),
              "--last",
              "2d",
              "--query-step",
              "5m",
              "--resume",
              "--output-dir",
              folder.resolve("results").toString(),
              "--only",
              "target,min");
      List<FleetRow> rows = limited.run(5_000_000, kept);
      assertEquals(
          List.of("cart", "web"),
          rows.stream().filter(row -> row.problem() == null).map(row -> row.name().name()).toList(),
          rows.toString());
      assertEquals(
          "has too many pods for a run of several HPAs; run hpa recommend default/huge-a",
          rows.get(1).problem());
    }
  }

  @Test
  void namespacesAndTeamsAreAddedUp() throws IOException {
    Path manifests = folder.resolve("all.yaml");
    Files.writeString(
        manifests,
        String.join(
            "---\n",
            "{apiVersion: v1, kind: Namespace, metadata: {name: pay, labels: {team: money}}}\n",
            ScaledWorkload.manifests("pay", "web"),
            ScaledWorkload.manifests("pay", "gone"),
            ScaledWorkload.manifests("shop", "cart")
                .replace(
                    "name: cart, namespace: shop}",
                    "name: cart, namespace: shop, labels: {team: front}}"),
            ScaledWorkload.manifests("shop", "api")));
    List<String> options =
        List.of(
            "-f",
            manifests.toString(),
            "--team-label=team",
            "--grafana=https://g/{namespace}?hpa={name}");
    Program json = recommend(Stream.concat(options.stream(), Stream.of("-o", "json")));
    List<String> sums = new ArrayList<>();
    for (JsonNode each : Json.tree(json.out()).path("sums")) {
      sums.add(
          "%s %s %d %s"
              .formatted(
                  each.path("by").asText(),
                  each.path("name").asText(),
                  each.path("autoscalers").asInt(),
                  each.path("savedPodHoursPerDay").asDouble() > 0));
    }
    assertEquals(
        List.of(
            "namespace pay 1 true",
            "namespace shop 2 true",
            "team  1 true",
            "team front 1 true",
            "team money 1 true"),
        sums.stream().sorted().toList(),
        json.out());
    Program markdown = recommend(Stream.concat(options.stream(), Stream.of("-o", "markdown")));
    assertTrue(
        markdown.lines().stream()
            .anyMatch(line -> line.startsWith("| [pay/web](https://g/pay?hpa=web) | ")),
        markdown.out());
    assertTrue(
        markdown
            .lines()
            .containsAll(
                List.of(
                    "| TEAM | HPAS | POD-HOURS/DAY | SAVED | SAVING |", "|---|---|---|---|---|")),
        markdown.out());
    Program csv = recommend(Stream.concat(options.stream(), Stream.of("-o", "csv")));
    assertTrue(
        csv.lines().stream()
            .anyMatch(
                line ->
                    line.startsWith("shop,cart,")
                        && line.endsWith(",front,https://g/shop?hpa=cart")),
        csv.out());
  }

  @Test
  void aLinkIsAnAddress() throws IOException {
    Program run = recommend(Stream.of("-f", "x.yaml", "--grafana=javascript:x"));
    assertEquals(2, run.status());
    assertTrue(run.err().startsWith("hpa: --grafana: \"javascript:x\" is no address; "), run.err());
  }

  /** Their loads are unknown, so that none is searched. */
  @Test
  void aLargeFleetHasAShorterSearch() throws IOException {
    Path manifests = folder.resolve("all.yaml");
    Files.writeString(
        manifests,
        IntStream.rangeClosed(1, 101)
            .mapToObj(i -> ScaledWorkload.manifests("default", "gone-" + i))
            .collect(Collectors.joining()));
    Program run =
        Program.run("", "recommend", "-f", manifests.toString(), "--prometheus", prometheus.url());
    assertTrue(
        run.err()
            .startsWith("hpa: 101 HPAs, so that the search begins with only 24 settings of each;"),
        run.err());
  }

  /** They are analyzed again. */
  @Test
  void editedResultsAreNotUsed() {
    String row =
        """
        {"autoscaler": "shop/web", "analysis": {"today": {"podHoursPerDay": %s}, "recommendations": [%s]}}
        """;
    assertTrue(FleetRow.parse(Json.tree(row.formatted("1", "{}"))).isPresent());
    assertTrue(FleetRow.parse(Json.tree(row.formatted("1e999", "{}"))).isEmpty());
    assertTrue(FleetRow.parse(Json.tree(row.formatted("1", "\"text\""))).isEmpty());
  }

  /** Servers may send objects without a namespace. */
  @Test
  @Tag("security")
  void nothingIsWrittenOutsideOfTheFolder() throws IOException {
    FleetFolder results = new FleetFolder(folder);
    for (String namespace : List.of("", ".", "..", "/", "a/../..")) {
      results.write(FleetRow.failed(new NamespacedName(namespace, "web"), "none"), "digest");
    }
    try (Stream<Path> files = Files.list(folder.resolve(".results"))) {
      assertEquals(
          List.of("_", "_.", "a_.._.."),
          files.map(each -> each.getFileName().toString()).sorted().toList());
    }
  }

  /** An API server takes names that are nearly as long as those of files. */
  @Test
  void longNamesAreCutInPaths() throws IOException {
    FleetFolder results = new FleetFolder(folder);
    for (String end : List.of("a", "b")) {
      results.write(
          FleetRow.failed(new NamespacedName("shop", "x".repeat(252) + end), "none"), "digest");
    }
    try (Stream<Path> files = Files.list(folder.resolve(".results/shop"))) {
      assertEquals(2, files.count());
    }
  }
}
