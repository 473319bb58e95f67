package dev.hpa.cli.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.cli.ScaledWorkload;
import dev.hpa.cli.capture.LiveServer;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums in files, nodes in a sandbox, and quotas of a server. */
class CapacityCommandTest {

  private final Path folder;

  CapacityCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static String deployment(String namespace, String name) {
    return ScaledWorkload.deployment(namespace, name);
  }

  private String files(String... documents) throws IOException {
    return Files.writeString(folder.resolve("all.yaml"), String.join("---\n", documents))
        .toString();
  }

  private String shop() throws IOException {
    return files(
        ScaledWorkload.manifests("shop", "web")
            .replace("requests: {cpu: 500m}", "requests: {cpu: 500m, memory: 512Mi}"),
        ScaledWorkload.manifests("shop", "api"),
        ScaledWorkload.manifests("batch", "worker"));
  }

  @Test
  void filesHaveARowPerNamespace() throws IOException {
    Program run = Program.run("", "capacity", "-f", shop(), "--price", "cpu=0.04,memory=0.005");
    assertEquals(0, run.status(), run.err());
    assertEquals(
        """
        NAMESPACE  TARGETS  CORES  AT MAX  GIB  AT MAX  PODS  AT MAX  COST/HOUR  AT MAX  ROOM AT MAX
        batch      1        2      30      0    0       4     60      0.08       1.2
        shop       2        4      60      2    30      8     120     0.17       2.55
        Sum        3        6      90      2    30      12    180     0.25       3.75
        batch/worker: its pods request no memory, which counts as 0
        shop/api: its pods request no memory, which counts as 0
        """,
        run.out());
  }

  @Test
  void csvHasTheSameNumbers() throws IOException {
    Program run = Program.run("", "capacity", "-f", shop(), "-o", "csv");
    assertEquals(
        List.of(
            "namespace,targets,cores,cores_at_max,gib,gib_at_max,pods,pods_at_max,room_at_max",
            "batch,1,2,30,0,0,4,60,",
            "shop,2,4,60,2,30,8,120,"),
        run.lines(),
        run.err());
  }

  @Test
  void jsonHasTheSameNumbers() throws IOException {
    Program run =
        Program.run("", "capacity", "-f", shop(), "-o", "json", "--price", "cpu=0.04,memory=0.005");
    JsonNode json = Json.tree(run.out());
    assertEquals("shop", json.at("/namespaces/1/name").asText(), run.out());
    assertEquals(
        Json.tree("{\"cpu\": 60, \"memory\": 30, \"pods\": 120, \"costPerHour\": 2.55}"),
        json.at("/namespaces/1/atMax"),
        run.out());
    assertEquals(90, json.at("/sum/atMax/cpu").asInt(), run.out());
    assertEquals(2, json.path("notes").size(), run.out());
  }

  @Test
  void quotasOfFilesAreCompared() throws IOException {
    Program run =
        Program.run(
            "",
            "capacity",
            "-f",
            files(
                ScaledWorkload.manifests("shop", "web"),
                """
                {apiVersion: v1, kind: ResourceQuota, metadata: {name: team, namespace: shop},
                 spec: {hard: {requests.cpu: "40", count/pods: "50"}}}
                """,
                """
                {apiVersion: v1, kind: ResourceQuota, metadata: {name: best, namespace: shop},
                 spec: {hard: {requests.cpu: "1"}, scopes: [BestEffort]}}
                """,
                """
                {apiVersion: v1, kind: ResourceQuota, metadata: {name: team, namespace: batch},
                 spec: {hard: {requests.cpu: "2"}}}
                """));
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.lines()
            .contains(
                "shop       1        2      30      0    0       4     60      40 cores: fits, 10"
                    + " cores left; 50 pods: 10 pods short"),
        run.out());
  }

  @Test
  void aTargetThatIsNotInTheFilesIsNamed() throws IOException {
    Program run =
        Program.run(
            "",
            "capacity",
            "-f",
            files(
                ScaledWorkload.manifests("shop", "api"), ScaledWorkload.autoscaler("shop", "web")));
    assertEquals(1, run.status(), run.err());
    assertTrue(
        run.lines()
            .contains(
                "shop/web: not counted: its target Deployment \"web\" is not in the files; add it"),
        run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--price=gpu=1  | --price: \"gpu\" has no price; use cpu and memory",
        "--price=cpu=-1 | --price: \"-1.0\" is not a price from 0 on; give one such as cpu=0.04",
        "--price=cpu=x  | --price: \"x\" is not a number",
        "--price=cpu    | --price: \"cpu\" has no \"=\"; write --price=RESOURCE=PRICE",
        "--pool-label=x | --pool-label: is for live HPAs; remove it"
      })
  void aWrongOptionIsNamedInALine(String option, String message) throws IOException {
    Program run = Program.run("", "capacity", "-f", shop(), option);
    assertEquals(2, run.status(), run.out());
    assertEquals("hpa: " + message, run.err().lines().findFirst().orElseThrow());
  }

  private static void create(Sandbox sandbox, ResourceType type, String namespace, String yaml)
      throws IOException {
    sandbox
        .cluster()
        .create(type, namespace, new YAMLMapper().readValue(yaml, ObjectNode.class), false);
  }

  private Program inSandbox(List<Fault> faults, String... options) throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    try (VirtualTimeline timeline =
            new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline).withFaults(faults))) {
      sandbox.writeKubeconfig(kubeconfig);
      for (String namespace : List.of("default", "shop")) {
        if (namespace.equals("shop")) {
          create(sandbox, ResourceTypes.NAMESPACES, "", "metadata: {name: shop}");
        }
        create(sandbox, ResourceTypes.DEPLOYMENTS, namespace, deployment(namespace, "web"));
        create(
            sandbox,
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            namespace,
            ScaledWorkload.autoscaler(namespace, "web"));
      }
      create(
          sandbox,
          ResourceTypes.NODES,
          "",
          """
          apiVersion: v1
          kind: Node
          metadata: {name: big, labels: {pool: large}}
          status: {allocatable: {cpu: 7500m, memory: 32Gi, pods: "110"}}
          """);
      timeline.advance(Duration.ofMinutes(5));
      return Program.run(
          "",
          Stream.concat(
                  Stream.of("capacity", "-A", "--kubeconfig", kubeconfig.toString()),
                  Stream.of(options))
              .toArray(String[]::new));
    }
  }

  @Test
  void liveHpasAreComparedWithThePoolsOfNodes() throws Exception {
    Program run = inSandbox(List.of(), "--pool-label", "pool");
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.lines();
    assertTrue(
        lines.contains("shop       1        2      30      0    0       4     60"), run.out());
    assertTrue(
        lines.stream()
            .anyMatch(
                each -> each.matches("Sum +2 +4 +60 +0 +0 +8 +120 +[0-9.]+ cores: fits, .*left")),
        run.out());
    assertTrue(lines.contains("node pool large: 7.5 cores, 32 GiB, 110 pods"), run.out());
  }

  @Test
  void withoutTheRightToReadNodesTheRestIsPrinted() throws Exception {
    Program run = inSandbox(List.of(Fault.parse("error:code=403,path=/api/v1/nodes")));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.lines().stream().anyMatch(each -> each.startsWith("Sum  ")), run.out());
    assertEquals(
        1,
        run.lines().stream().filter(each -> each.startsWith("nodes are not read: ")).count(),
        run.out());
    assertTrue(
        run.lines().stream()
            .anyMatch(each -> each.startsWith("quotas of namespace shop are not read: ")),
        run.out());
  }

  @Test
  void theTemplateOfATargetWithoutPodsCounts() throws IOException {
    try (LiveServer server = new LiveServer("v1.36.0")) {
      server.add("web", 0, 0, "minReplicas: 2, maxReplicas: 10", "{}");
      server.add("api", 0, 0, "minReplicas: 2, maxReplicas: 10", "{}");
      server.serve(
          "/apis/apps/v1/namespaces/shop/deployments/web",
          """
          {spec: {replicas: 0, template: {spec: {containers: [
            {name: app, resources: {requests: {cpu: 500m, memory: 1Gi}}}]}}}}
          """);
      Program run =
          Program.run("", "capacity", "-n", "shop", "--kubeconfig", server.kubeconfig(folder));
      assertEquals(1, run.status(), run.err());
      assertTrue(
          run.lines().contains("shop       1        0      5       0    10      0     10"),
          run.out());
      assertTrue(
          run.lines()
              .contains(
                  "shop/api: not counted: its target has neither pods nor a template that can be"
                      + " read"),
          run.out());
    }
  }

  /** The others of the namespace use 4 cores; a pod has pod-level requests. */
  @Test
  void whatOtherPodsUseOfAQuotaStaysUsed() throws IOException {
    try (LiveServer server = new LiveServer("v1.36.0")) {
      server.add("web", 4, 1, "minReplicas: 2, maxReplicas: 10", "{}");
      server.serve(
          "/api/v1/namespaces/shop/pods",
          """
          {kind: PodList, apiVersion: v1, metadata: {}, items: [
            {metadata: {name: web-0, namespace: shop, labels: {app: web}},
             spec: {resources: {requests: {cpu: "1", memory: 1Gi}}, containers: [{name: app}]}}]}
          """);
      server.serve(
          "/api/v1/namespaces/shop/resourcequotas",
          """
          {kind: ResourceQuotaList, apiVersion: v1, metadata: {}, items: [
            {metadata: {name: team}, spec: {hard: {requests.cpu: "15", requests.memory: 9Gi}},
             status: {used: {requests.cpu: "8", requests.memory: 4Gi}}}]}
          """);
      server.serve(
          "/api/v1/nodes",
          """
          {kind: NodeList, apiVersion: v1, metadata: {}, items: [
            {metadata: {name: a}, status: {allocatable: {cpu: "8", memory: many, pods: "1"}}}]}
          """);
      Program run =
          Program.run("", "capacity", "-n", "shop", "--kubeconfig", server.kubeconfig(folder));
      assertEquals(0, run.status(), run.err());
      assertTrue(
          run.lines()
              .contains(
                  "shop       1        4      10      4    10      4     10      15 cores: fits, 1 core"
                      + " left; 9 GiB: 1 GiB short"),
          run.out());
      assertTrue(run.lines().contains("node pool all: 8 cores, 0 GiB, 1 pod"), run.out());
    }
  }
}
