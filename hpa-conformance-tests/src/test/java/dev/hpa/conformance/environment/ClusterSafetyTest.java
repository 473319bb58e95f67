package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.conformance.cases.Case;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite leaves a cluster as it was, whatever happens. */
class ClusterSafetyTest {

  private static final String METRICS_SERVER =
      SuiteObjects.API_SERVICES + "/v1beta1.metrics.k8s.io";

  @TempDir private Path folder = Path.of("unset");

  private final Timeline time = Timeline.real();
  private Sandbox sandbox;
  private Path kubeconfig = Path.of("unset");
  private ClusterApi api;
  private JsonNode before;

  @BeforeEach
  void installMetricsServer() throws Exception {
    kubeconfig = folder.resolve("kubeconfig");
    sandbox =
        Sandbox.start(
            SandboxOptions.in(time)
                .withMetricsApis(Set.of())
                .withGates(HpaFeatureGates.DEFAULT.withScaleToZero(false)));
    sandbox.writeKubeconfig(kubeconfig);
    api = ClusterApi.of(kubeconfig);
    before = install("v1beta1");
  }

  private JsonNode install(String version) throws IOException {
    return api.create(
        SuiteObjects.API_SERVICES,
        Json.tree(
            """
            {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
              "metadata": {"name": "%1$s.metrics.k8s.io", "labels": {"k8s-app": "metrics-server"},
                "annotations": {"owner": "a team"}},
              "spec": {"group": "metrics.k8s.io", "version": "%1$s", "groupPriorityMinimum": 90,
                "versionPriority": 91, "insecureSkipTLSVerify": true,
                "service": {"namespace": "kube-system", "name": "metrics-server", "port": 443}}}
            """
                .formatted(version)));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    time.close();
  }

  private ClusterAccess access(boolean replaces) {
    return new ClusterAccess(kubeconfig, null, replaces);
  }

  private TestCluster open() throws Exception {
    return TestCluster.in(access(true), Files.createTempDirectory(folder, "run"));
  }

  private static JsonNode essence(JsonNode apiService) {
    ObjectNode copy = apiService.deepCopy();
    copy.remove("status");
    copy.withObjectProperty("metadata")
        .remove(List.of("resourceVersion", "managedFields", "generation"));
    return copy;
  }

  private void assertRestored() throws IOException {
    assertEquals(essence(before), essence(api.get(METRICS_SERVER)));
    assertNull(
        SuiteObjects.find(api, SuiteObjects.API_SERVICES + "/v1beta2.custom.metrics.k8s.io"));
    assertNull(SuiteObjects.find(api, SuiteObjects.DEFINITION));
    assertEquals(0, api.get("/api/v1/configmaps" + SuiteObjects.SELECTED).path("items").size());
    for (JsonNode each : api.get(SuiteObjects.NAMESPACES + SuiteObjects.SELECTED).path("items")) {
      assertTrue(each.path("metadata").has("deletionTimestamp"), each::toString);
    }
  }

  @Test
  void existingMetricsApisAreNotReplacedByDefault() throws Exception {
    TestClusterException refused =
        assertThrows(TestClusterException.class, () -> TestCluster.in(access(false), folder));
    assertEquals(
        "APIServices v1beta1.metrics.k8s.io (Service kube-system/metrics-server): already serve"
            + " metrics APIs of this cluster; add --replace-metrics-apis to replace them until the"
            + " end of the run, or use another cluster",
        refused.getMessage());
    assertRestored();
  }

  @Test
  void replacedMetricsApisAreRestored() throws Exception {
    try (TestCluster cluster = open()) {
      assertFalse(cluster.serverVersion().isEmpty());
      assertNotEquals(before.path("spec"), api.get(METRICS_SERVER).path("spec"));
      cluster.prepare(Case.named("a"));
    }
    assertRestored();
  }

  @Test
  void bothVersionsOfResourceMetricsAreRestored() throws Exception {
    String path = SuiteObjects.API_SERVICES + "/v1.metrics.k8s.io";
    JsonNode stable = install("v1");
    try (TestCluster cluster = open()) {
      assertFalse(cluster.serverVersion().isEmpty());
      assertNotEquals(stable.path("spec"), api.get(path).path("spec"));
    }
    assertEquals(essence(stable), essence(api.get(path)));
    assertRestored();
  }

  @Test
  void interruptedRunRestoresToo() throws Exception {
    TestCluster cluster = open();
    Thread.currentThread().interrupt();
    cluster.close();
    assertTrue(Thread.interrupted());
    assertRestored();
  }

  @Test
  void cleanupAfterACrashRestores() throws Exception {
    TestCluster crashed = open();
    crashed.prepare(Case.named("a"));
    String message = assertThrows(TestClusterException.class, this::open).getMessage();
    assertTrue(
        String.valueOf(message)
            .endsWith("run \"hpa conformance --cleanup --kubeconfig " + kubeconfig + "\""),
        message);
    List<String> changes = ClusterCleanup.of(access(false));
    assertTrue(changes.contains("restored APIService v1beta1.metrics.k8s.io"), changes::toString);
    assertTrue(
        changes.stream().anyMatch(each -> each.matches("deleted namespace hpa-.*-a")),
        changes::toString);
    assertRestored();
    assertEquals(List.of(), ClusterCleanup.of(access(false)));
    crashed.close();
  }

  @Test
  void casesThatNeedAFeatureGateOfTheApiServerAreSkipped() throws Exception {
    try (TestCluster cluster = open()) {
      var context = cluster.prepare(Case.named("a")).context();
      JsonNode spec =
          Json.tree(
              """
              {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
                "minReplicas": 0, "maxReplicas": 2,
                "metrics": [{"type": "External", "external": {"metric": {"name": "queue"},
                  "target": {"type": "Value", "value": "1"}}}]}
              """);
      assertEquals(
          "the API server rejects minReplicas 0; enable its feature gate HPAScaleToZero",
          assertThrows(SkippedException.class, () -> context.createAutoscaler("web", spec))
              .getMessage());
    }
  }

  /** They delay the events of the implementation, so that it fails rules that it passes alone. */
  @Test
  void autoscalersOfOthersAreAWarning() throws Exception {
    assertEquals(Optional.empty(), ForeignAutoscalers.warning(access(true)));
    api.create(
        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
        Json.tree(
            """
            {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
              "metadata": {"name": "web"}, "spec": {"maxReplicas": 3, "scaleTargetRef":
                {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
            """));
    assertTrue(
        ForeignAutoscalers.warning(access(true))
            .orElseThrow()
            .startsWith("the cluster has 1 HPA outside the suite, "));
  }
}
