package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1ClusterRoleBinding;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1ResourceQuota;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests, as kubectl renders them. */
@EnabledIf(value = "dev.hpa.cli.deploy.Kubectl#present", disabledReason = Kubectl.NONE)
class ManifestsTest {

  /** Components that patch the same objects; "shadow" is last. */
  private static final List<String> COMBINED =
      List.of(
          "any-scale",
          "watched-scales",
          "options",
          "plugin",
          "prometheus",
          "monitoring",
          "serving-certificate",
          "shadow");

  /** Components that only add objects, or patch nothing that others depend on. */
  private static final List<String> ADDED =
      List.of(
          "network-policy", "critical-pods-quota", "state", "shards", "sharded-state", "dashboard");

  /** In place of {@code state}, with {@code shards} only. */
  static final String SHARDED_STATE = "sharded-state";

  /** In the order of the arguments in the chart. */
  static final List<String> COMPONENTS =
      Stream.of(COMBINED.subList(0, 3), ADDED, COMBINED.subList(3, COMBINED.size()))
          .flatMap(List::stream)
          .toList();

  static List<String> allBut(String... components) {
    Set<String> excluded = Set.of(components);
    return COMPONENTS.stream().filter(each -> !excluded.contains(each)).toList();
  }

  /** Kinds of the Prometheus operator. */
  private static final Set<String> OPERATORS = Set.of("ServiceMonitor", "PrometheusRule");

  private static final Map<String, Class<?>> MODELS =
      Map.of(
          "ClusterRole", V1ClusterRole.class,
          "ClusterRoleBinding", V1ClusterRoleBinding.class,
          "Deployment", V1Deployment.class,
          "Namespace", V1Namespace.class,
          "NetworkPolicy", V1NetworkPolicy.class,
          "PodDisruptionBudget", V1PodDisruptionBudget.class,
          "Role", V1Role.class,
          "RoleBinding", V1RoleBinding.class,
          "Service", V1Service.class);

  private static final Map<String, Class<?>> MORE_MODELS =
      Map.of(
          "ResourceQuota", V1ResourceQuota.class,
          "Secret", V1Secret.class,
          "ServiceAccount", V1ServiceAccount.class);

  private static final String AGGREGATED = "hpa-controller-scale";

  @TempDir Path folder;

  /**
   * Each pair of the components that patch the same objects, alone and together with all others of
   * them, each single one likewise, and each other component.
   */
  private static Stream<List<String>> combined(IntPredicate isCount) {
    return IntStream.range(0, 1 << COMBINED.size())
        .filter(bits -> isCount.test(Integer.bitCount(bits)))
        .mapToObj(
            bits ->
                IntStream.range(0, COMBINED.size())
                    .filter(each -> (bits & (1 << each)) != 0)
                    .mapToObj(COMBINED::get)
                    .toList());
  }

  static Stream<List<String>> pairs() {
    return combined(count -> count == 2 || count == COMBINED.size() - 2);
  }

  static Stream<List<String>> choices() {
    Stream<List<String>> combined = combined(count -> count < 2 || count > COMBINED.size() - 2);
    Stream<List<String>> alone =
        ADDED.stream().filter(each -> !each.equals(SHARDED_STATE)).map(List::of);
    return Stream.of(combined, alone, Stream.of(List.of("shards", SHARDED_STATE), allBut("state")))
        .flatMap(each -> each);
  }

  @Test
  void everyComponentIsTested() throws Exception {
    try (Stream<Path> folders =
        Files.list(Path.of(System.getProperty("hpa.root"), "deploy", "kustomize", "components"))) {
      assertEquals(
          COMPONENTS.stream().sorted().toList(),
          folders.map(each -> each.getFileName().toString()).sorted().toList());
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  @Tag("thorough")
  void everyPairIsComplete(List<String> components) throws Exception {
    everyChoiceIsComplete(components);
  }

  @ParameterizedTest
  @MethodSource("choices")
  void everyChoiceIsComplete(List<String> components) throws Exception {
    Rendered rendered = Rendered.of(folder, components);

    rendered.objects().forEach(ManifestsTest::decode);
    checkRights(rendered, components);
    checkSelectors(rendered);
    checkContainer(rendered, components);
    assertEquals(components.contains("monitoring"), rendered.all("ServiceMonitor").count() == 1);
    assertEquals(components.contains("network-policy"), rendered.all("NetworkPolicy").count() == 1);
    assertEquals(
        components.contains("critical-pods-quota"), rendered.all("ResourceQuota").count() == 1);
    checkScraping(rendered, components);
    checkDashboard(rendered, components.contains("dashboard"));
    checkScheduling(rendered);
  }

  /** The ServiceMonitor uses a token whose owner may only get metrics, and a CA if one exists. */
  private static void checkScraping(Rendered rendered, List<String> components) {
    if (!components.contains("monitoring")) {
      return;
    }
    JsonNode endpoint = rendered.only("ServiceMonitor").at("/spec/endpoints/0");
    JsonNode secret = rendered.only("Secret");
    assertTrue(endpoint.path("bearerTokenFile").isMissingNode(), "a deprecated field");
    assertEquals(secret.at("/metadata/name"), endpoint.at("/authorization/credentials/name"));
    assertEquals("kubernetes.io/service-account-token", secret.path("type").asText());
    String reader = secret.at("/metadata/annotations/kubernetes.io~1service-account.name").asText();
    JsonNode binding =
        rendered
            .all("ClusterRoleBinding")
            .filter(each -> each.at("/subjects/0/name").asText().equals(reader))
            .findAny()
            .orElseThrow();
    JsonNode rules =
        rendered.named("ClusterRole", binding.at("/roleRef/name").asText()).path("rules");
    assertEquals(
        Json.tree("[{\"nonResourceURLs\":[\"/metrics\",\"/metrics/slis\"],\"verbs\":[\"get\"]}]"),
        rules);
    String label = rendered.only("ServiceMonitor").at("/spec/jobLabel").asText();
    assertEquals(
        MonitoringTest.JOB,
        Rendered.labels(rendered.only("Service").at("/metadata/labels")).get(label));
    boolean verified = components.contains("serving-certificate");
    assertEquals(!verified, endpoint.at("/tlsConfig/insecureSkipVerify").asBoolean());
    assertEquals(
        verified ? "hpa-controller.hpa-system.svc" : "",
        endpoint.at("/tlsConfig/serverName").asText());
  }

  /** The role is not bound; it grants the page and what is below it. */
  private static void checkDashboard(Rendered rendered, boolean wanted) {
    List<JsonNode> roles =
        rendered
            .all("ClusterRole")
            .filter(each -> each.at("/metadata/name").asText().equals("hpa-controller-dashboard"))
            .map(each -> each.path("rules"))
            .toList();
    assertEquals(
        wanted
            ? List.of(
                Json.tree(
                    "[{\"nonResourceURLs\":[\"/dashboard\",\"/dashboard/*\"],\"verbs\":[\"get\"]}]"))
            : List.of(),
        roles);
  }

  private static void checkScheduling(Rendered rendered) {
    JsonNode pod = rendered.only("Deployment").at("/spec/template/spec");
    assertEquals("linux", pod.path("nodeSelector").path("kubernetes.io/os").asText());
    rendered
        .all("PodDisruptionBudget")
        .forEach(
            each ->
                assertEquals("AlwaysAllow", each.at("/spec/unhealthyPodEvictionPolicy").asText()));
    rendered
        .all("ResourceQuota")
        .forEach(
            each ->
                assertEquals(
                    pod.path("priorityClassName"),
                    each.at("/spec/scopeSelector/matchExpressions/0/values/0")));
  }

  private static void decode(JsonNode object) {
    String kind = object.path("kind").asText();
    if (!OPERATORS.contains(kind)) {
      Class<?> model = MODELS.getOrDefault(kind, MORE_MODELS.get(kind));
      JSON.deserialize(
          Json.text(object), Objects.requireNonNull(model, () -> "unexpected kind " + kind));
    }
  }

  @Test
  void anUnknownFieldIsAnError() {
    assertThrows(
        IllegalArgumentException.class,
        () -> JSON.deserialize("{\"spec\":{\"replica\":2}}", V1Deployment.class));
  }

  private static void checkRights(Rendered rendered, List<String> components) {
    List<ApiCall> calls =
        ControllerCalls.of(
            components.contains("any-scale"),
            components.contains("watched-scales"),
            components.contains("options"),
            savesState(components),
            components.contains("shards"),
            components.contains("shadow"));
    List<Grant> grants = rendered.grants();
    assertEquals(
        List.of(),
        calls.stream()
            .filter(call -> grants.stream().noneMatch(each -> each.allows(call)))
            .toList(),
        "requests without a permission");
    assertEquals(
        List.of(),
        grants.stream().filter(each -> calls.stream().noneMatch(each::allows)).toList(),
        "permissions without a request");
    String account =
        rendered.named("ServiceAccount", Rendered.ACCOUNT).at("/metadata/name").asText();
    Stream.concat(rendered.all("RoleBinding"), rendered.all("ClusterRoleBinding"))
        .filter(each -> !each.at("/metadata/name").asText().equals("hpa-controller-metrics-reader"))
        .forEach(
            each -> {
              assertEquals(1, each.path("subjects").size());
              assertEquals(account, each.at("/subjects/0/name").asText());
              assertEquals("hpa-system", each.at("/subjects/0/namespace").asText());
            });
    assertEquals(
        account, rendered.only("Deployment").at("/spec/template/spec/serviceAccountName").asText());
  }

  static boolean savesState(List<String> components) {
    return components.contains("state") || components.contains(SHARDED_STATE);
  }

  private static void checkSelectors(Rendered rendered) {
    JsonNode deployment = rendered.only("Deployment");
    JsonNode pods = deployment.at("/spec/template/metadata/labels");
    List<JsonNode> selectors = new ArrayList<>();
    selectors.add(deployment.at("/spec/selector/matchLabels"));
    selectors.add(rendered.only("Service").at("/spec/selector"));
    deployment
        .at("/spec/template/spec/topologySpreadConstraints")
        .forEach(each -> selectors.add(each.at("/labelSelector/matchLabels")));
    rendered
        .all("PodDisruptionBudget")
        .forEach(each -> selectors.add(each.at("/spec/selector/matchLabels")));
    rendered
        .all("NetworkPolicy")
        .forEach(each -> selectors.add(each.at("/spec/podSelector/matchLabels")));
    selectors.forEach(
        each ->
            assertTrue(
                Rendered.carries(pods, Rendered.labels(each)), each + " does not select " + pods));

    JsonNode service = rendered.only("Service").at("/metadata/labels");
    rendered
        .all("ServiceMonitor")
        .forEach(
            each ->
                assertTrue(
                    Rendered.carries(
                        service, Rendered.labels(each.at("/spec/selector/matchLabels")))));
  }

  private static void checkContainer(Rendered rendered, List<String> components) throws Exception {
    JsonNode container = rendered.container();
    String image = container.path("image").asText();
    assertEquals("hpa-controller:" + version(), image, "no registry, and the build's version");
    Set<String> ports =
        container
            .path("ports")
            .valueStream()
            .map(each -> each.path("name").asText())
            .collect(Collectors.toSet());
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertTrue(ports.contains(container.path(probe).at("/httpGet/port").asText()), probe);
    }
    assertTrue(ports.contains(rendered.only("Service").at("/spec/ports/0/targetPort").asText()));

    assertEquals(
        "v1",
        container.at("/env/0/valueFrom/fieldRef/apiVersion").asText(),
        "without the default, server-side apply conflicts with an earlier kubectl apply");
    List<String> arguments = rendered.arguments();
    boolean shadow = components.contains("shadow");
    assertTrue(arguments.getFirst().startsWith("--"), arguments.getFirst());
    assertEquals(shadow, arguments.contains("--shadow"));
    assertEquals(shadow, arguments.contains("--leader-elect=false"));
    assertTrue(arguments.contains("--leader-elect-resource-name=hpa-controller"));
    boolean certificate = components.contains("serving-certificate");
    assertEquals(certificate, arguments.contains("--tls-cert-file=/var/run/hpa/tls/tls.crt"));
    assertEquals(
        certificate, arguments.contains("--tls-private-key-file=/var/run/hpa/tls/tls.key"));
    assertEquals(components.contains("watched-scales"), arguments.contains("--scale-reads=watch"));
    assertEquals(components.contains("options"), arguments.contains("--namespace-options"));
    assertEquals(components.contains("shards"), arguments.contains("--shards=8"));
    assertEquals(savesState(components), arguments.contains("--state=ConfigMap"));
    assertEquals(components.contains("dashboard"), arguments.contains("--dashboard"));
    checkPlugins(rendered, components.contains("plugin"));
    assertEquals(
        components.contains("prometheus"),
        arguments.contains("--prometheus-rules=/etc/hpa/prometheus/config.yaml"));
    int replicas = components.contains("shards") ? 3 : 2;
    assertEquals(shadow ? 1 : replicas, rendered.only("Deployment").at("/spec/replicas").asInt());
  }

  @Test
  void theShadowDoesNotDependOnTheOrderOfArguments() throws Exception {
    Rendered rendered =
        Rendered.of(
            folder,
            List.of("any-scale", "shadow"),
            """
            patches:
              - target: {kind: Deployment, name: hpa-controller}
                patch: |-
                  - op: add
                    path: /spec/template/spec/containers/0/args/0
                    value: --logging-format=json
            """);
    List<String> arguments = rendered.arguments();
    assertTrue(arguments.contains("--logging-format=json"), arguments::toString);
    assertTrue(arguments.contains("--shadow"), arguments::toString);
    assertTrue(arguments.contains("--leader-elect=false"), arguments::toString);
  }

  /** The init container fills the folder that the controller reads. */
  private static void checkPlugins(Rendered rendered, boolean wanted) {
    JsonNode pod = rendered.only("Deployment").at("/spec/template/spec");
    JsonNode copier = pod.at("/initContainers/0");
    assertEquals(wanted, rendered.arguments().contains("--plugin-dir=/var/lib/hpa/plugins"));
    assertEquals(wanted, !copier.isMissingNode());
    if (wanted) {
      assertEquals("/var/lib/hpa/plugins", mount(copier).path("mountPath").asText());
      assertEquals(copier.path("command").path(3), mount(copier).path("mountPath"));
      JsonNode read = mount(rendered.container());
      assertEquals("/var/lib/hpa/plugins", read.path("mountPath").asText());
      assertTrue(read.path("readOnly").asBoolean());
      assertTrue(
          pod.path("volumes")
              .valueStream()
              .anyMatch(each -> each.path("name").asText().equals("plugins")));
      assertEquals(
          rendered.container().path("securityContext"),
          copier.path("securityContext"),
          "the security context of the controller");
    }
  }

  private static JsonNode mount(JsonNode container) {
    return container
        .path("volumeMounts")
        .valueStream()
        .filter(each -> each.path("name").asText().equals("plugins"))
        .findFirst()
        .orElseThrow();
  }

  private static String version() throws Exception {
    String pom = Files.readString(Path.of(System.getProperty("hpa.root"), "pom.xml"));
    return pom.substring(
        pom.indexOf("<revision>") + "<revision>".length(), pom.indexOf("</revision>"));
  }

  @Test
  void theAlertsAreThoseOfTheMonitoringFolder() throws Exception {
    Path alerts = Path.of(System.getProperty("hpa.root"), "deploy", "monitoring", "alerts.yaml");
    assertEquals(
        new YAMLMapper().readTree(Files.readString(alerts)),
        Rendered.of(folder, List.of("monitoring")).only("PrometheusRule").path("spec"),
        "run build/alerts");
  }

  @Test
  void theOverlaysAreChoicesOfComponents() throws Exception {
    assertEquals(
        Rendered.of(folder, List.of("any-scale")).text(),
        Rendered.overlay(folder, "drop-in").text());
    assertEquals(
        Rendered.of(folder, List.of("any-scale", "shadow")).text(),
        Rendered.overlay(folder, "shadow").text());
  }

  @Test
  void aClusterAcceptsThemAndApplyingAgainChangesNothing() throws Exception {
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
      Set<String> served =
          Kubectl.run(folder, "", "api-resources", "--no-headers")
              .lines()
              .map(line -> line.substring(line.lastIndexOf(' ') + 1))
              .collect(Collectors.toSet());
      List<String> objects =
          Rendered.of(folder, allBut("state")).objects().stream()
              .filter(each -> served.contains(each.path("kind").asText()))
              .map(Json::text)
              .toList();
      assertFalse(objects.isEmpty());
      String manifests = String.join("\n", objects);

      String[] apply = {"apply", "--validate=strict", "-f", "-"};
      String first = Kubectl.run(folder, manifests, apply);
      String second = Kubectl.run(folder, manifests, apply);

      assertEquals(
          objects.size(), first.lines().filter(line -> line.endsWith(" created")).count(), first);
      assertEquals(
          objects.size(),
          second.lines().filter(line -> line.endsWith(" unchanged")).count(),
          second);
    }
  }

  /**
   * When the labeled roles are deleted together with the aggregated role, kube-controller-manager
   * may create the latter again, and the next "helm install" fails.
   */
  @Test
  void noRoleOfTheManifestsIsAggregated() throws Exception {
    Rendered rendered = Rendered.of(folder, allBut("state"));
    Map<String, String> wanted =
        Rendered.labels(
            rendered
                .named("ClusterRole", AGGREGATED)
                .at("/aggregationRule/clusterRoleSelectors/0/matchLabels"));

    assertFalse(wanted.isEmpty());
    assertEquals(
        List.of(),
        rendered
            .all("ClusterRole")
            .filter(each -> Rendered.carries(each.at("/metadata/labels"), wanted))
            .toList());
  }

  /**
   * The control plane fills in the rules of the aggregated role; an upgrade must not remove them.
   */
  @Test
  void applyingAgainKeepsTheAggregatedRules() throws Exception {
    String manifests = Json.text(Rendered.of(folder, List.of()).named("ClusterRole", AGGREGATED));
    String rules =
        """
        {"rules": [{"apiGroups": ["apps"], "resources": ["deployments/scale"], "verbs": ["get"]}]}
        """;
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
      Kubectl.run(folder, manifests, "apply", "-f", "-");
      Kubectl.run(folder, "", "patch", "clusterrole", AGGREGATED, "--type=merge", "--patch", rules);

      Kubectl.run(folder, manifests, "apply", "-f", "-");

      JsonNode role =
          Json.tree(Kubectl.run(folder, "", "get", "clusterrole", AGGREGATED, "--output=json"));
      assertEquals(Json.tree(rules).path("rules"), role.path("rules"));
    }
  }
}
