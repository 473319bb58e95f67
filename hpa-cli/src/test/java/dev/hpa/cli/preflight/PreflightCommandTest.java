package dev.hpa.cli.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.controller.Manifests;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Preflight on a cluster with a workload at twice its target, and without custom metrics. */
class PreflightCommandTest {

  private static final String TOKEN = "token-of-the-guest";

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        namespace: default
        annotations: {sandbox.hpa.dev/cpu: "400m"}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: web, resources: {requests: {cpu: 200m}}}
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: default}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        maxReplicas: 10
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
      """;

  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: guest}
      rules:
      - {apiGroups: [autoscaling], resources: [horizontalpodautoscalers], verbs: [get, list]}
      """;

  private static final String BINDING =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: guest}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: guest}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: guest}]
      """;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.now().minus(Duration.ofMinutes(10)));
  private final Path kubeconfig;
  private final Path restricted;
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  PreflightCommandTest(@TempDir Path folder) {
    this.kubeconfig = folder.resolve("admin");
    this.restricted = folder.resolve("guest");
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withAuthorization(AuthorizationMode.RBAC)
                .withUsers(List.of(StaticUser.parse("guest=" + TOKEN)))
                .withMetricsApis(MetricsApi.RESOURCE));
    sandbox.writeKubeconfig(kubeconfig);
    sandbox.writeKubeconfig(restricted, TOKEN);
    Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, "default", DEPLOYMENT);
    Manifests.create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "default", AUTOSCALER);
    for (int i = 0; i < 40; i++) {
      timeline.advance(Duration.ofSeconds(15));
    }
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
  }

  /** Each flag that the page gives the controller. */
  @Test
  void theFlagsOfTheMigrationPageAreAccepted() throws Exception {
    String page = Files.readString(Path.of(System.getProperty("hpa.root"), "docs", "migrate.md"));
    List<String> flags =
        Pattern.compile("--horizontal-pod-autoscaler-[a-z-]+=\\w+|flags[.][a-z-]+=\\w+")
            .matcher(page)
            .results()
            .map(each -> each.group().replace("flags.", "--"))
            .distinct()
            .toList();
    assertEquals(List.of("--horizontal-pod-autoscaler-sync-period=30s"), flags);
    Program run =
        preflight(
            kubeconfig,
            "--shadow",
            flags.getFirst(),
            "--namespace-options",
            "--stagger-namespaces",
            "--emulated-version=kube=1.37");
    assertEquals(0, run.status(), run.out() + run.err());
    assertFalse(run.out().contains("sync period"), run.out());
  }

  @Test
  void aPeriodThatIsTooShortForShadowModeIsAWarning() {
    Program run = preflight(kubeconfig, "--shadow", "--horizontal-pod-autoscaler-sync-period=2s");
    assertEquals(0, run.status(), run.out() + run.err());
    assertTrue(
        run.out()
            .matches(
                "(?s).*! warning +shadow mode +sync period +\"2s\" is shorter than 5s:"
                    + " differences.*"),
        run.out());
    assertFalse(
        preflight(kubeconfig, "--horizontal-pod-autoscaler-sync-period=2s")
            .out()
            .contains("sync period"));
  }

  @Test
  void anOrderOfScaleDownsNeedsPodsToBePatched() {
    assertFalse(preflight(kubeconfig).out().contains("patch pods"));
    Program run = preflight(kubeconfig, "--default-option=scale-down-order=zone");
    assertTrue(run.out().contains("patch pods"), run.out());
  }

  @Test
  void aSurgeNeedsNodesAndDisruptionBudgets() {
    assertFalse(preflight(kubeconfig).out().contains("nodes"));
    Program run = preflight(kubeconfig, "--default-option=drain=Surge");
    assertTrue(run.out().contains("nodes") && run.out().contains("poddisruptionbudgets"));
  }

  @Test
  void optionalFlagsNeedPermissions() {
    Program run =
        preflight(
            kubeconfig,
            "--namespace-options",
            "--scale-reads=watch",
            "--horizontal-pod-autoscaler-deletion-cost-hints");
    for (String right : List.of("namespaces", "deployments", "replicationcontrollers")) {
      assertTrue(run.out().matches("(?s).*permissions [^\n]*\\b" + right + "\\b.*"), run.out());
    }
  }

  @Test
  void aReadyClusterPassesAndChangesAreListed() {
    Program run = preflight(kubeconfig);
    assertEquals(0, run.status(), run.out() + run.err());
    assertTrue(run.lines().getFirst().matches("\u2713 ok +server +version +v1[.]\\d.*"), run.out());
    assertTrue(run.out().contains("metrics.k8s.io"), run.out());
    assertTrue(run.out().contains("is available; used by 1 HPA\n"), run.out());
    assertTrue(run.out().contains("is not served; no HPA uses it\n"), run.out());
    assertTrue(run.out().contains("1 of 1 would be scaled now, 0 cannot be evaluated"), run.out());
    assertTrue(
        run.out().matches("(?s).*! warning +decisions +default/web +from 2 to 4 replicas\n.*"));
    assertFalse(run.out().contains("\u001b"), "colors are for terminals");
    assertEquals(2, replicas(), "nothing is written");
  }

  private int replicas() {
    Program scale =
        Program.run("", "preflight", "--kubeconfig", kubeconfig.toString(), "-o", "json");
    return Json.tree(scale.out()).at("/decisions/0/now").asInt();
  }

  @Test
  void rightsThatAreMissingFail() throws Exception {
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLES, "", ROLE);
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLE_BINDINGS, "", BINDING);
    Program run = preflight(restricted, "-o", "json");
    assertEquals(1, run.status(), run.err());
    JsonNode report = Json.tree(run.out());
    assertFalse(report.path("passed").asBoolean());
    assertEquals(
        "ok", outcome(report, "list horizontalpodautoscalers.autoscaling"), report.toString());
    assertEquals("failed", outcome(report, "watch horizontalpodautoscalers.autoscaling"));
    assertEquals("failed", outcome(report, "update deployments.apps/scale"));
    assertEquals("failed", outcome(report, "create leases.coordination.k8s.io in hpa-system"));
    assertTrue(
        report.at("/decisions/0/problem").asText().contains("cannot get resource"),
        report.toString());
    JsonNode shadow = Json.tree(preflight(restricted, "-o", "json", "--shadow").out());
    assertEquals("", outcome(shadow, "update deployments.apps/scale"));
    assertEquals("failed", outcome(shadow, "get deployments.apps/scale"));
  }

  /** The manifests grant the controller list and watch of HPAs, but not get. */
  @Test
  void decisionsNeedNoRightToGetAutoscalers() throws Exception {
    Manifests.create(
        sandbox,
        ResourceTypes.CLUSTER_ROLES,
        "",
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: guest}
        rules:
        - {apiGroups: [autoscaling], resources: [horizontalpodautoscalers], verbs: [list, watch]}
        - {apiGroups: [""], resources: [pods], verbs: [list, watch]}
        - {apiGroups: [apps], resources: [deployments/scale], verbs: [get]}
        - {apiGroups: [metrics.k8s.io], resources: [pods], verbs: [list]}
        """);
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLE_BINDINGS, "", BINDING);
    JsonNode report = Json.tree(preflight(restricted, "-o", "json").out());
    assertEquals("", report.at("/decisions/0/problem").asText(), report.toString());
    assertEquals(4, report.at("/decisions/0/then").asInt());
  }

  @Test
  void progressIsReported() throws Exception {
    List<String> shown = new ArrayList<>();
    try (ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline)) {
      PreflightReport report =
          Preflight.run(
              HttpKubernetesApi.withoutRetries(connection, Duration.ofSeconds(10)),
              connection.server(),
              timeline,
              new PreflightOptions(
                  LeaseChecks.DEFAULT,
                  false,
                  0,
                  null,
                  version -> ControllerOptions.DEFAULTS.withSettings(Settings.defaults(version)),
                  ProviderConfig.DEFAULT,
                  500),
              (done, total, unit) -> shown.add(done + "/" + total + " " + unit));
      assertTrue(report.passed());
    }
    assertTrue(shown.contains("0/1 HPAs"), shown.toString());
    assertTrue(shown.stream().anyMatch(each -> each.endsWith(" permissions")), shown.toString());
  }

  /**
   * The Role of the component sharded-state, without the last ConfigMap of the state of shard 7.
   */
  private static String shardedRole() {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 8 * 3 - 1; i++) {
      names.append("hpa-controller-state-%d-of-8-%d, ".formatted(i / 3, i % 3));
    }
    return """
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: guest, namespace: hpa-system}
    rules:
    - {apiGroups: [""], resources: [configmaps], verbs: [create]}
    - {apiGroups: [""], resources: [configmaps], resourceNames: [%s], verbs: [get, update]}
    - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create, list, update]}
    """
        .formatted(names);
  }

  @Test
  void everyObjectOfShardsWithStateIsChecked() throws Exception {
    Manifests.create(sandbox, ResourceTypes.NAMESPACES, "", "metadata: {name: hpa-system}");
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLES, "", ROLE);
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLE_BINDINGS, "", BINDING);
    Manifests.create(sandbox, ResourceTypes.ROLES, "hpa-system", shardedRole());
    Manifests.create(
        sandbox,
        ResourceTypes.ROLE_BINDINGS,
        "hpa-system",
        BINDING
            .replace("ClusterRoleBinding", "RoleBinding")
            .replace("kind: ClusterRole", "kind: Role"));
    String[] options = {"--shards=8", "--state=ConfigMap", "--decisions=0"};
    Program run = preflight(restricted, options);
    assertEquals(1, run.status(), run.err());
    assertEquals(
        Map.of(
            "create configmaps", "ok",
            "get configmaps, 24 names", "failed",
            "update configmaps, 24 names", "failed",
            "create leases", "ok",
            "list leases", "ok",
            "get leases hpa-controller", "failed",
            "update leases", "ok",
            "delete leases", "failed"),
        run.lines().stream()
            .filter(each -> each.matches(". (ok|failed) +permissions .* in hpa-system.*"))
            .collect(
                Collectors.toMap(
                    each ->
                        each.replaceFirst(".*permissions +", "")
                            .replaceFirst("  .*", "")
                            .replace(" in hpa-system", "")
                            .replace(".coordination.k8s.io", ""),
                    each -> each.split(" +")[1])),
        run.out());
    assertTrue(
        run.out().contains("  is not allowed: \"hpa-controller-state-7-of-8-2\"\n"), run.out());
    assertTrue(preflight(kubeconfig, options).out().contains(", 24 names"));
  }

  @Test
  void namesThatAreMissingAreListedUpToALimit() throws Exception {
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLES, "", ROLE);
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLE_BINDINGS, "", BINDING);
    JsonNode report =
        Json.tree(preflight(restricted, "-o", "json", "--shards=64", "--state=ConfigMap").out());
    assertEquals(
        "is not allowed: \"hpa-controller-state-0-of-64-0\", \"hpa-controller-state-0-of-64-1\","
            + " \"hpa-controller-state-0-of-64-2\" and 189 more",
        report
            .path("checks")
            .valueStream()
            .filter(
                each ->
                    each.path("subject").asText().equals("get configmaps in hpa-system, 192 names"))
            .map(each -> each.path("message").asText())
            .findFirst()
            .orElse(report.toString()));
  }

  @Test
  void columnsAreAligned() {
    Program run = preflight(kubeconfig, "--shards=12", "--state=ConfigMap", "--decisions=0");
    Set<Integer> columns =
        run.lines().stream()
            .filter(each -> each.contains(" permissions "))
            .map(each -> each.indexOf("  is allowed"))
            .collect(Collectors.toSet());
    assertEquals(1, columns.size(), run.out());
    assertFalse(columns.contains(-1), run.out());
  }

  @Test
  void autoscalersThatCannotBeListedAreAFailure() {
    Program run = preflight(restricted);
    assertEquals(1, run.status());
    assertTrue(
        run.out().contains("cannot be listed: horizontalpodautoscalers.autoscaling is forbidden"),
        run.out());
    assertTrue(run.lines().getLast().matches("\\d+ checks: \\d+ ok, .* failed"), run.out());
  }

  @Test
  void missingMetricsApiInUseFails() throws Exception {
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        "default",
        AUTOSCALER
            .replace("metadata: {name: web", "metadata: {name: queue")
            .replaceAll(
                "(?s)- type: Resource.*",
                "- type: External\n    external: {metric: {name: q}, target: {type: AverageValue,"
                    + " averageValue: 3}}\n"));
    JsonNode report = Json.tree(preflight(kubeconfig, "-o", "json", "--decisions", "0").out());
    assertEquals("failed", outcome(report, "external.metrics.k8s.io"), report.toString());
    assertEquals("ok", outcome(report, "custom.metrics.k8s.io"));
    assertEquals(2, report.path("autoscalers").asInt());
    assertEquals(0, report.path("decisions").size());
    Program run = preflight(kubeconfig);
    assertEquals(1, run.status());
    assertTrue(
        run.out()
            .matches(
                "(?s).* failed +metrics +external.metrics.k8s.io +is not served; used by 1"
                    + " HPA \\(default/queue\\)\n.*"),
        run.out());
    assertTrue(run.out().contains("would be scaled now"), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"resource/v1", "resource/v1beta1"})
  void oneVersionOfResourceMetricsSuffices(String version) {
    sandbox.metricsApis().serve(MetricsApi.parseAll(version));
    Program run = preflight(kubeconfig);
    assertEquals(0, run.status(), run.out() + run.err());
    assertTrue(run.out().contains("is available; used by 1 HPA\n"), run.out());
  }

  @Test
  void anUnavailableVersionOfResourceMetricsIsAWarning() {
    sandbox.faults().add(Fault.parse("error:code=503,path=/apis/metrics.k8s.io/v1"));
    Program run = preflight(kubeconfig);
    assertEquals(0, run.status(), run.out() + run.err());
    assertTrue(
        run.out()
            .matches(
                "(?s).*! warning +metrics +metrics.k8s.io +v1.metrics.k8s.io does not answer: .*;"
                    + " v1beta1 is available and used by 1 HPA\n.*"),
        run.out());
    sandbox.metricsApis().serve(Set.of());
    JsonNode report = Json.tree(preflight(kubeconfig, "-o", "json").out());
    assertEquals("failed", outcome(report, "metrics.k8s.io"), report.toString());
  }

  @Test
  void theLeaseOfAnActiveControllerIsReported() throws Exception {
    String lease =
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: mine, namespace: default}
        spec: {holderIdentity: replica-a, leaseDurationSeconds: 3600, renewTime: "%s"}
        """;
    Manifests.create(
        sandbox, ResourceTypes.LEASES, "default", lease.formatted("2999-01-01T00:00:00.000000Z"));
    Program run = preflight(kubeconfig, "--lease", "default/mine");
    assertTrue(
        run.out().contains("held by \"replica-a\", renewed 0s ago: a controller"), run.out());
  }

  @Test
  void unreachableServerIsTheOnlyCheck() throws Exception {
    Files.writeString(
        kubeconfig,
        Files.readString(kubeconfig).replaceAll("https://127.0.0.1:\\d+", "https://127.0.0.1:1"));
    Program run = preflight(kubeconfig, "-o", "yaml");
    assertEquals(1, run.status());
    JsonNode report = new YAMLMapper().readTree(run.out());
    assertEquals(1, report.path("checks").size(), run.out());
    assertTrue(report.at("/checks/0/message").asText().contains("does not answer"), run.out());
  }

  @Test
  void errorsAreOneLine() {
    Program lease = preflight(kubeconfig, "--lease", "mine");
    assertEquals(2, lease.status());
    assertEquals(
        "hpa: --lease: \"mine\" is not the name of a Lease; write NAMESPACE/NAME, such as"
            + " hpa-system/hpa-controller\n",
        lease.err());
    assertEquals(2, preflight(kubeconfig, "--decisions", "-1").status());
    Program shards = preflight(kubeconfig, "--shards=65");
    assertEquals(2, shards.status());
    assertEquals(
        "hpa: --shards: \"65\" is out of range; give a number from 0 to 64\n", shards.err());
  }

  private static String outcome(JsonNode report, String subject) {
    return report
        .path("checks")
        .valueStream()
        .filter(each -> each.path("subject").asText().equals(subject))
        .map(each -> each.path("outcome").asText())
        .findFirst()
        .orElse("");
  }

  private static Program preflight(Path config, String... options) {
    return Program.run(
        "",
        Stream.concat(Stream.of("preflight", "--kubeconfig", config.toString()), Stream.of(options))
            .toArray(String[]::new));
  }
}
