package dev.hpa.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.cli.ScaledWorkload;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands without {@code --prometheus}: the server is found by its Service and read through the
 * service proxy of the API server.
 */
class FoundPrometheusTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private static final String ADVICE =
      "give --prometheus URL, such as http://127.0.0.1:9090, or --prometheus"
          + " NAMESPACE/SERVICE:PORT\n";

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
  private final List<RangeServer> servers = new ArrayList<>();
  private final Path folder;
  private final Path kubeconfig;
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  FoundPrometheusTest(@TempDir Path folder) {
    this.folder = folder;
    this.kubeconfig = folder.resolve("kubeconfig");
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withAuthorization(AuthorizationMode.RBAC)
                .withUsers(List.of(StaticUser.parse("guest=" + TOKEN))));
    sandbox.writeKubeconfig(kubeconfig);
    create(ResourceTypes.DEPLOYMENTS, "default", ScaledWorkload.deployment("default", "web"));
    create(
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        "default",
        ScaledWorkload.autoscaler("default", "web"));
    timeline.advance(Duration.ofMinutes(5));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
    servers.forEach(RangeServer::close);
  }

  private void create(ResourceType type, String namespace, String yaml) throws IOException {
    ObjectNode object = new YAMLMapper().readValue(yaml, ObjectNode.class);
    sandbox.cluster().create(type, namespace, object, false);
  }

  /**
   * A server behind a Service.
   *
   * @param seriesOfHpa of kube-state-metrics
   */
  private RangeServer serve(String name, int port, String labels, int seriesOfHpa)
      throws IOException {
    RangeServer server =
        RangeServer.start(
            (query, at) ->
                query.startsWith("max(count by ")
                    ? seriesOfHpa
                    : query.startsWith("max(kube_")
                        ? ScaledWorkload.replicas(at)
                        : ScaledWorkload.cores(at));
    servers.add(server);
    service(name, port, server.port(), labels);
    return server;
  }

  private void service(String name, int port, int target, String labels) throws IOException {
    create(
        ResourceTypes.SERVICES,
        "default",
        """
        apiVersion: v1
        kind: Service
        metadata: {name: "%s", labels: {%s}}
        spec:
          type: ExternalName
          externalName: 127.0.0.1
          ports: [{name: grpc, port: 10901}, {name: http, port: %d, targetPort: %d}]
        """
            .formatted(name, labels, port, target));
    timeline.advance(Duration.ofSeconds(1));
  }

  private Program run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    return Program.withSettings(folder, all);
  }

  private Program recommend(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("recommend"));
    all.addAll(List.of(more));
    all.addAll(List.of("--last", "2d", "--query-step", "5m", "--only", "target"));
    all.addAll(List.of("--candidates", "10"));
    return run(all.toArray(String[]::new));
  }

  private static String reading(String service, String other) {
    return "hpa: reading Service %s through the API server; --prometheus %s reads another\n"
        .formatted(service, other);
  }

  @Test
  void theFirstTableNeedsNoServer() throws Exception {
    RangeServer server = serve("prometheus-operated", 9090, "operated-prometheus: 'true'", 1);
    Program run = recommend("-A");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("1 HPA: 1 with a recommendation"), run.out());
    assertEquals(
        reading("default/prometheus-operated:9090", "URL or NAMESPACE/SERVICE:PORT"), run.err());
    assertTrue(
        server.headers().stream().noneMatch(each -> each.containsKey("Authorization")),
        "the API server has the credentials");
  }

  @Test
  void oneHpaAndAnIncidentAreReadThere() throws Exception {
    serve("prometheus-server", 80, "", 1);
    for (Program run :
        List.of(
            recommend("default/web", "-o", "json"),
            recommend("default/web", "--query", "sum(shop_load)"),
            run("incident", "default/web", "--from", "10m"))) {
      assertEquals(0, run.status(), run.err());
      assertTrue(run.err().contains("default/prometheus-server:80 through"), run.err());
    }
  }

  @Test
  void aServiceIsNamed() throws Exception {
    RangeServer server = serve("metrics", 8080, "", 1);
    Program run = recommend("-A", "--prometheus", "default/metrics:8080/prometheus");
    assertEquals(0, run.status(), run.err());
    assertEquals("", run.err());
    assertFalse(server.queries().isEmpty());
  }

  @Test
  void filesAreSimulatedWithTheServerOfACluster() throws Exception {
    serve("prometheus-server", 80, "", 1);
    Path manifest =
        Files.writeString(folder.resolve("web.yaml"), ScaledWorkload.manifests("default", "web"));
    Program run =
        run(
            "simulate",
            "-f",
            manifest.toString(),
            "--prometheus",
            "cluster",
            "--query",
            "sum(shop_load)",
            "--last",
            "1d");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("default/prometheus-server:80 through"), run.err());
    Program files = recommend("-f", manifest.toString());
    assertEquals(2, files.status(), files.out());
    assertTrue(files.err().startsWith("hpa: --load: no load is given"), files.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kps-prometheus | app: kube-prometheus-stack-prometheus | /kps-prometheus:7",
        "other | app: kube-prometheus-stack-prometheus | /other:7",
        "prometheus-k8s | app.kubernetes.io/name: prometheus, app.kubernetes.io/component:"
            + " prometheus | /prometheus-k8s:7",
        "web | app: prometheus, component: server | /web:7",
        "q | app.kubernetes.io/name: thanos, app.kubernetes.io/component: query | /q:7",
        "thanos-querier | a: b | /thanos-querier:7",
        "mimir-gateway | a: b | /mimir-gateway:7/prometheus",
        "vmselect-main | a: b | /vmselect-main:7/select/0/prometheus",
        "vm | app.kubernetes.io/name: vmsingle | /vm:7",
      })
  void usualInstallationsAreFound(String name, String labels, String found) throws Exception {
    serve("prometheus-operated", 9090, "", 1);
    serve("prometheus-adapter", 443, "app.kubernetes.io/name: prometheus-adapter", 1);
    serve(name, 7, labels, 1);
    Program run = recommend("-A");
    assertEquals(0, run.status(), run.err());
    assertEquals(reading("default" + found, "URL or NAMESPACE/SERVICE:PORT"), run.err());
  }

  @Test
  void ofEqualOnesTheOldestIsRead() throws Exception {
    serve("prometheus", 9090, "", 1);
    serve("a-prometheus", 9090, "", 1);
    Program run = recommend("-A");
    assertEquals(reading("default/prometheus:9090", "default/a-prometheus:9090"), run.err());
  }

  /** A query for all clusters would add up their loads. */
  @Test
  void aServerOfOneClusterIsBetterThanOneOfSeveral() throws Exception {
    serve("thanos-query", 9090, "", 2);
    RangeServer one = serve("prometheus", 9090, "", 1);
    Program run = recommend("-A");
    assertEquals(reading("default/prometheus:9090", "URL or NAMESPACE/SERVICE:PORT"), run.err());
    one.close();
    Program other = recommend("-A");
    assertTrue(other.err().contains("several series of one HPA"), other.err());
  }

  @Test
  void withoutAServerTheNeedIsNamed() throws Exception {
    Program none = recommend("-A");
    assertEquals(2, none.status());
    assertEquals(
        "hpa: --prometheus: no Service has a usual name or label of Prometheus, Thanos, Mimir or"
            + " VictoriaMetrics; "
            + ADVICE,
        none.err());
    service("prometheus", 9090, 1, "");
    Program dead = recommend("-A");
    assertEquals(2, dead.status());
    assertEquals(
        "hpa: --prometheus: no Service that may be a Prometheus can be queried through the API"
            + " server: default/prometheus:9090: status 503: the server is currently unable to"
            + " handle the request; "
            + ADVICE,
        dead.err());
  }

  @Test
  @Tag("security")
  void missingRightsAreNamed() throws Exception {
    serve("prometheus", 9090, "", 1);
    sandbox.writeKubeconfig(kubeconfig, TOKEN);
    allow("horizontalpodautoscalers");
    Program list = recommend("-A");
    assertEquals(2, list.status());
    assertTrue(
        list.err()
            .matches(
                "hpa: --prometheus: Services cannot be listed to find the server: services is"
                    + " forbidden: User \"guest\" cannot list resource \"services\" .*\n"),
        list.err());
    allow("services");
    Program proxy = recommend("-A");
    assertTrue(
        proxy
            .err()
            .contains(
                "default/prometheus:9090: status 403: services \"prometheus:9090\" is forbidden:"
                    + " User \"guest\" cannot get resource \"services/proxy\""),
        proxy.err());
  }

  private void allow(String resource) throws IOException {
    create(
        ResourceTypes.CLUSTER_ROLES,
        "",
        """
        {"metadata": {"name": "%1$s"},
         "rules": [{"apiGroups": ["*"], "resources": ["%1$s"], "verbs": ["list"]}]}
        """
            .formatted(resource));
    create(
        ResourceTypes.CLUSTER_ROLE_BINDINGS,
        "",
        """
        {"metadata": {"name": "%1$s"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "%1$s"},
         "subjects": [{"kind": "User", "name": "guest"}]}
        """
            .formatted(resource));
  }
}
