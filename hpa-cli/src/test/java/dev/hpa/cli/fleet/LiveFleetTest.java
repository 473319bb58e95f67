package dev.hpa.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.cli.ScaledWorkload;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands that read HPAs of a cluster: {@code default/web} can be used; {@code default/broken} has
 * a field of another type, as a server of another version may send it.
 */
@Tag("security")
class LiveFleetTest {

  private static final String BROKEN =
      "HPA default/broken cannot be read: spec.maxReplicas: string is not an integer; correct or"
          + " delete it";

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Path kubeconfig;
  private final Path folder;
  private Sandbox sandbox;
  private RangeServer prometheus;

  @SuppressWarnings("NullAway.Init")
  LiveFleetTest(@TempDir Path folder) {
    this.folder = folder;
    this.kubeconfig = folder.resolve("kubeconfig");
  }

  @BeforeEach
  void start() throws Exception {
    prometheus = RangeServer.start(LiveFleetTest::value);
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline).withAudit(event -> requests.add(event.requestUri())));
    sandbox.writeKubeconfig(kubeconfig);
    create(ResourceTypes.DEPLOYMENTS, ScaledWorkload.deployment("default", "web"));
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, autoscaler("apps/v1, kind: Deployment", "web"));
    timeline.advance(Duration.ofMinutes(5));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
    prometheus.close();
  }

  /** A day with 3 cores on average. */
  private static double value(String query, long at) {
    return query.startsWith("max(kube_") ? ScaledWorkload.replicas(at) : ScaledWorkload.cores(at);
  }

  private static String autoscaler(String target, String name) {
    return ScaledWorkload.autoscaler("default", name).replace("apps/v1, kind: Deployment", target);
  }

  private void create(ResourceType type, String yaml) throws IOException {
    ObjectNode object = new YAMLMapper().readValue(yaml, ObjectNode.class);
    boolean isNamespaced = object.path("metadata").has("namespace");
    sandbox.cluster().create(type, isNamespaced ? "default" : "", object, false);
  }

  /** What no API server of this version accepts. */
  private void createBroken() throws IOException {
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler("apps/v1, kind: Deployment", "broken"));
    sandbox
        .cluster()
        .objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS)
        .update(
            new ObjectKey("default", "broken"),
            (before, tree) -> {
              tree.withObject("/spec").put("maxReplicas", "many");
              return tree;
            });
  }

  private Program run(String command, String... options) {
    return Program.run(
        "",
        Stream.concat(Stream.of(command, "--kubeconfig", kubeconfig.toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  private Program incident(String... options) {
    return run(
        "incident",
        Stream.concat(
                Stream.of("--prometheus", prometheus.url(), "--from", "10m"), Stream.of(options))
            .toArray(String[]::new));
  }

  private Program recommend(String... options) {
    return run(
        "recommend",
        Stream.concat(
                Stream.of(
                    "--prometheus",
                    prometheus.url(),
                    "--last",
                    "2d",
                    "--query-step",
                    "5m",
                    "--only",
                    "target",
                    "--candidates",
                    "10"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private static String row(Program run, String start) {
    return run.lines().stream()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError(run.out() + run.err()));
  }

  @Test
  void anHpaThatCannotBeReadHasARowInATableOfIncidents() throws Exception {
    createBroken();
    Program run = incident("-A");
    assertEquals(1, run.status(), run.err());
    assertTrue(row(run, "default/broken ").endsWith(BROKEN), run.out());
    assertTrue(row(run, "default/web ").matches("default/web +\\d+ .*"), run.out());
  }

  @Test
  void anHpaThatCannotBeReadHasARowInATableOfRecommendations() throws Exception {
    createBroken();
    Program run = recommend("-n", "default");
    assertEquals(1, run.status(), run.err());
    assertTrue(row(run, "default/broken ").endsWith(BROKEN), run.out());
    assertTrue(run.out().contains("2 HPAs: 1 with a recommendation"), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain", "capture", "recommend", "incident"})
  void anHpaThatCannotBeReadIsNamed(String command) throws Exception {
    createBroken();
    Program run =
        switch (command) {
          case "recommend" -> recommend("default/broken");
          case "incident" -> incident("default/broken");
          default -> run(command, "default/broken");
        };
    assertEquals(1, run.status(), run.out());
    assertEquals("hpa: " + BROKEN + "\n", run.err());
  }

  @Test
  void preflightDecidesAboutTheOthers() throws Exception {
    createBroken();
    Program run = run("preflight");
    assertTrue(run.out().contains("default/broken"), run.out());
    assertTrue(run.out().contains("of 1 would be scaled now"), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain", "recommend", "incident", "preflight"})
  void listsAreReadPageByPage(String command) {
    requests.clear();
    Program run =
        switch (command) {
          case "recommend" -> recommend("default/web");
          case "incident" -> incident("-A");
          case "preflight" -> run(command);
          default -> run(command, "default/web");
        };
    assertEquals(0, run.status(), run.err());
    List<String> lists =
        requests.stream()
            .filter(each -> each.matches("/api.*/(pods|horizontalpodautoscalers)([?].*)?"))
            .filter(each -> !each.startsWith("/apis/metrics.k8s.io"))
            .toList();
    assertFalse(lists.isEmpty(), requests.toString());
    assertTrue(lists.stream().allMatch(each -> each.contains("limit=500")), lists.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"recommend", "incident"})
  void anHpaWhoseScaleHasNoSelectorHasNoPods(String command) throws Exception {
    create(
        ResourceTypes.CUSTOM_RESOURCE_DEFINITIONS,
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: widgets.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: widgets, singular: widget, kind: Widget}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
            subresources:
              scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
        """);
    ResourceType widgets =
        Objects.requireNonNull(sandbox.cluster().resources().find("example.com", "widgets"));
    create(
        widgets,
        """
        apiVersion: example.com/v1
        kind: Widget
        metadata: {name: widget, namespace: default}
        spec: {replicas: 4}
        """);
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        autoscaler("example.com/v1, kind: Widget", "widget"));
    Program run = command.equals("recommend") ? recommend("-A") : incident("-A");
    assertEquals(1, run.status(), run.err());
    assertTrue(
        row(run, "default/widget ")
            .endsWith(
                "the HPA target's scale is missing a selector, so the HPA cannot scale; set"
                    + " labelSelectorPath of the scale subresource of Widget"),
        run.out());
    assertTrue(
        prometheus.queries().stream()
            .noneMatch(each -> each.contains("web-[bcdf") && each.contains("|")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recommend", "incident"})
  void labelsOfAClusterAreNotLostInQueriesOfRules(String command) throws IOException {
    Path rules =
        Files.writeString(folder.resolve("rules.yaml"), Json.text(Json.tree("{\"rules\": []}")));
    String[] options = {
      "default/web", "--prometheus-rules", rules.toString(), "--prometheus-label", "cluster=a"
    };
    Program run = command.equals("recommend") ? recommend(options) : incident(options);
    assertEquals(2, run.status(), run.out());
    assertTrue(
        run.err()
            .startsWith(
                "hpa: --prometheus-label: is not added to the queries of --prometheus-rules"),
        run.err());
  }
}
