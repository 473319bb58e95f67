package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import dev.hpa.cli.capture.LiveServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lint of the HPAs of a cluster, with what belongs to them. */
class LiveLintTest {

  private static final String CPU =
      "metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization,"
          + " averageUtilization: 70}}}]";

  private final Path folder;
  private LiveServer server;

  LiveLintTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void serve() throws IOException {
    server = new LiveServer("v1.36.0");
    server.add("web", 4, 1, "minReplicas: 2, maxReplicas: 10, " + CPU, "{}");
    server.serve(
        "/apis/apps/v1/namespaces/shop/deployments/web",
        """
        {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d},
         spec: {replicas: 4, selector: {matchLabels: {app: web}}, template: {
           metadata: {labels: {app: web}},
           spec: {containers: [{name: app, resources: {requests: {memory: 1Gi}}}]}}}}
        """);
    server.serve(
        "/api/v1/namespaces/shop",
        "{apiVersion: v1, kind: Namespace, metadata: {name: shop, annotations: {hpa.dev/mode: x}}}");
    server.serve(
        "/api/v1/namespaces/shop/resourcequotas",
        "{items: [{metadata: {name: team, namespace: shop}, spec: {hard: {requests.memory: 5Gi}}}]}");
    server.serve(
        "/apis/policy/v1/namespaces/shop/poddisruptionbudgets",
        """
        {items: [{metadata: {name: web, namespace: shop},
          spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}}]}
        """);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Program lint(String... options) throws IOException {
    return Program.run(
        "",
        Stream.concat(
                Stream.of("lint", "--kubeconfig", server.kubeconfig(folder)), Stream.of(options))
            .toArray(String[]::new));
  }

  private static List<String> rules(Program run) {
    return Json.tree(run.out()).findValuesAsText("reason");
  }

  @Test
  void anHpaIsCheckedWithItsTargetAndNamespace() throws IOException {
    for (String[] options : List.of(new String[] {"shop/web"}, new String[] {"-n", "shop"})) {
      Program run =
          lint(Stream.concat(Stream.of("-o", "json"), Stream.of(options)).toArray(String[]::new));
      assertEquals(0, run.status(), run.err());
      assertEquals(
          List.of("missing-requests", "invalid-option", "max-exceeds-quota", "pdb-blocks-eviction"),
          rules(run),
          run.out());
    }
  }

  @Test
  void objectsHaveNoLines() throws IOException {
    Program run = lint("shop/web");
    assertTrue(
        run.lines()
            .containsAll(
                List.of(
                    "cluster: HorizontalPodAutoscaler shop/web",
                    "  warning  spec.metrics[0].resource  Deployment web requests no cpu in app"
                        + " [missing-requests]")),
        run.out());
    assertTrue(run.err().contains("lint the manifests too"), run.err());
  }

  @Test
  void whatOneHpaLacksIsNamedAndTheOthersAreChecked() throws IOException {
    server.add("bad", 1, 1, "maxReplicas: many", "{}");
    server.add("lost", 1, 1, "minReplicas: 1, maxReplicas: 2, " + CPU, "{}");
    Program run = lint("-n", "shop", "-o", "json");
    assertEquals(2, run.status(), run.err());
    assertTrue(rules(run).containsAll(List.of("missing-requests", "target-not-given")), run.out());
    assertTrue(run.out().contains("is not in the cluster, or cannot be read"), run.out());
    assertTrue(
        run.err()
            .contains(
                "hpa: shop/lost: its target Deployment \"lost\" is not read: the server could not"
                    + " find it"),
        run.err());
    assertTrue(run.err().contains("hpa: shop/bad: HPA shop/bad cannot be read: "), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "shop/wbe       | no HPA \"wbe\" in namespace \"shop\"; did you mean shop/web?",
        "missing.yaml   | missing.yaml: does not exist; check the path",
        "-A -o sarif    | --output: \"sarif\" has places in files; use json, or -f",
        "-A x.yaml      | --filename: cannot be used with live HPAs; remove it, or -A and -l",
        "-A -f x.yaml   | --filename: cannot be used with live HPAs; remove it, or -A and -l"
      })
  void aWrongInputIsNamedInALine(String options, String message) throws IOException {
    Program run = lint(options.split(" ", -1));
    assertTrue(run.status() != 0, run.out());
    assertEquals("hpa: " + message, run.err().lines().findFirst().orElseThrow());
  }
}
