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
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests, as kubectl renders them. */
@EnabledIf("dev.hpa.cli.deploy.Kubectl#present")
class ManifestsTest {

  private static final List<String> COMPONENTS =
      List.of("any-scale", "watched-scales", "plugin", "monitoring", "network-policy", "shadow");

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
          "Service", V1Service.class,
          "ServiceAccount", V1ServiceAccount.class);

  @TempDir Path folder;

  /** Every combination of components. */
  static Stream<List<String>> choices() {
    return IntStream.range(0, 1 << COMPONENTS.size())
        .mapToObj(
            bits ->
                IntStream.range(0, COMPONENTS.size())
                    .filter(each -> (bits & (1 << each)) != 0)
                    .mapToObj(COMPONENTS::get)
                    .toList());
  }

  @ParameterizedTest
  @MethodSource("choices")
  void everyCombinationOfComponentsIsComplete(List<String> components) throws Exception {
    Rendered rendered = Rendered.of(folder, components);

    rendered.objects().forEach(ManifestsTest::decode);
    checkRights(rendered, components);
    checkSelectors(rendered);
    checkContainer(rendered, components);
    assertEquals(components.contains("monitoring"), rendered.all("ServiceMonitor").count() == 1);
    assertEquals(components.contains("network-policy"), rendered.all("NetworkPolicy").count() == 1);
  }

  private static void decode(JsonNode object) {
    String kind = object.path("kind").asText();
    if (!OPERATORS.contains(kind)) {
      JSON.deserialize(
          Json.text(object), Objects.requireNonNull(MODELS.get(kind), () -> "unexpected " + kind));
    }
  }

  @Test
  void unknownFieldIsReported() {
    assertThrows(
        IllegalArgumentException.class,
        () -> JSON.deserialize("{\"spec\":{\"replica\":2}}", V1Deployment.class));
  }

  private static void checkRights(Rendered rendered, List<String> components) {
    List<ApiCall> calls =
        ControllerCalls.of(
            components.contains("any-scale"),
            components.contains("watched-scales"),
            components.contains("shadow"));
    List<Grant> grants = rendered.grants();
    assertEquals(
        List.of(),
        calls.stream()
            .filter(call -> grants.stream().noneMatch(each -> each.allows(call)))
            .toList(),
        "requests that are made and not allowed");
    assertEquals(
        List.of(),
        grants.stream().filter(each -> calls.stream().noneMatch(each::allows)).toList(),
        "rights that nothing needs");
    String account = rendered.only("ServiceAccount").at("/metadata/name").asText();
    Stream.concat(rendered.all("RoleBinding"), rendered.all("ClusterRoleBinding"))
        .forEach(
            each -> {
              assertEquals(1, each.path("subjects").size());
              assertEquals(account, each.at("/subjects/0/name").asText());
              assertEquals("hpa-system", each.at("/subjects/0/namespace").asText());
            });
    assertEquals(
        account, rendered.only("Deployment").at("/spec/template/spec/serviceAccountName").asText());
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
                Rendered.carries(pods, Rendered.labels(each)), each + " does not choose " + pods));

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
    assertEquals("hpa-controller:" + version(), image, "by its name alone, as old as the build");
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

    List<String> arguments = rendered.arguments();
    boolean shadow = components.contains("shadow");
    assertTrue(arguments.getFirst().startsWith("--"), arguments.getFirst());
    assertEquals(shadow, arguments.contains("--shadow"));
    assertEquals(shadow, arguments.contains("--leader-elect=false"));
    assertEquals(!shadow, arguments.contains("--leader-elect-resource-name=hpa-controller"));
    assertEquals(components.contains("watched-scales"), arguments.contains("--scale-reads=watch"));
    checkPlugins(rendered, components.contains("plugin"));
    assertEquals(shadow ? 1 : 2, rendered.only("Deployment").at("/spec/replicas").asInt());
  }

  /** The controller reads the folder that the init container writes. */
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
          "no more rights than the controller has");
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
        pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));
  }

  @Test
  void theAlertsAreThoseOfTheMonitoringFolder() throws Exception {
    Path alerts = Path.of(System.getProperty("hpa.root"), "deploy", "monitoring", "alerts.yaml");
    assertEquals(
        new YAMLMapper().readTree(Files.readString(alerts)),
        Rendered.of(folder, List.of("monitoring")).only("PrometheusRule").path("spec"));
  }

  @Test
  void overlaysAreCombinationsOfComponents() throws Exception {
    assertEquals(
        Rendered.of(folder, List.of("any-scale")).text(),
        Rendered.overlay(folder, "drop-in").text());
    assertEquals(
        Rendered.of(folder, List.of("any-scale", "shadow")).text(),
        Rendered.overlay(folder, "shadow").text());
  }

  @Test
  void apiServerAcceptsAndPreservesManifests() throws Exception {
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
      Set<String> served =
          Kubectl.run(folder, "", "api-resources", "--no-headers")
              .lines()
              .map(line -> line.substring(line.lastIndexOf(' ') + 1))
              .collect(Collectors.toSet());
      List<String> objects =
          Rendered.of(folder, COMPONENTS).objects().stream()
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
}
