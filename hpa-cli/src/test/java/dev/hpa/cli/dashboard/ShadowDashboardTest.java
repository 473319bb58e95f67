package dev.hpa.cli.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.Program;
import dev.hpa.controller.Manifests;
import dev.hpa.controller.SteppedCluster;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShadowDashboardTest {

  @Test
  void theRootOfTheServerLeadsToThePage(@TempDir Path folder) throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      sandbox.writeKubeconfig(kubeconfig);
      try (ShadowDashboard dashboard =
          ShadowDashboard.start(
              ClusterConnection.open(kubeconfig, null, time),
              "",
              ControllerOptions.DEFAULTS,
              ProviderConfig.DEFAULT,
              ClientOptions.DEFAULTS,
              Duration.ofHours(1),
              PageAddress.parse("--address", "127.0.0.1:0"),
              time,
              time)) {
        HttpURLConnection root = connect(dashboard.page().resolve("/"));
        assertEquals(308, root.getResponseCode());
        assertEquals("/dashboard/", root.getHeaderField("Location"));
        assertEquals(404, connect(dashboard.page().resolve("/other")).getResponseCode());
      }
    }
  }

  /** A user who may only read one namespace, as with the role view. */
  @Test
  void oneNamespaceNeedsNoRightsInOthers(@TempDir Path folder) throws Exception {
    Path own = folder.resolve("kubeconfig");
    Path jane = folder.resolve("jane.kubeconfig");
    try (Timeline time = Timeline.real();
        Sandbox sandbox =
            Sandbox.start(
                SandboxOptions.in(time)
                    .withAuthorization(AuthorizationMode.RBAC)
                    .withUsers(List.of(StaticUser.parse("jane=jane-token"))))) {
      sandbox.writeKubeconfig(own);
      for (String namespace : List.of("shop", "other")) {
        Manifests.create(
            sandbox,
            ResourceTypes.NAMESPACES,
            "",
            "{kind: Namespace, apiVersion: v1, metadata: {name: %s}}".formatted(namespace));
      }
      Files.writeString(jane, Files.readString(own).replaceAll("token: .*", "token: jane-token"));
      Manifests.create(
          sandbox,
          ResourceTypes.CLUSTER_ROLES,
          "",
          """
          kind: ClusterRole
          apiVersion: rbac.authorization.k8s.io/v1
          metadata: {name: view}
          rules:
          - {apiGroups: [""], resources: [pods, events], verbs: [get, list, watch]}
          - {apiGroups: [apps], resources: [deployments, deployments/scale], verbs: [get, list, watch]}
          - {apiGroups: [autoscaling], resources: [horizontalpodautoscalers], verbs: [get, list, watch]}
          """);
      Manifests.create(
          sandbox,
          ResourceTypes.ROLE_BINDINGS,
          "shop",
          """
          kind: RoleBinding
          apiVersion: rbac.authorization.k8s.io/v1
          metadata: {name: view}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
          subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
          """);
      for (String namespace : List.of("shop", "other")) {
        Manifests.create(
            sandbox,
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            namespace,
            """
            kind: HorizontalPodAutoscaler
            apiVersion: autoscaling/v2
            metadata: {name: web}
            spec:
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: absent}
              maxReplicas: 4
            """);
      }
      Program refused = Program.run("", "dashboard", "--kubeconfig", jane.toString());
      assertEquals(
          "hpa: horizontalpodautoscalers.autoscaling is forbidden: User \"jane\" cannot list resource"
              + " \"horizontalpodautoscalers\" in API group \"autoscaling\" at the cluster scope; use -n"
              + " NAMESPACE to show one namespace",
          refused.err().lines().filter(line -> line.startsWith("hpa: ")).findFirst().orElse(""));
      try (ShadowDashboard dashboard =
          ShadowDashboard.start(
              ClusterConnection.open(jane, null, time),
              "shop",
              ControllerOptions.DEFAULTS.withSyncPeriod(Duration.ofMillis(250)),
              ProviderConfig.DEFAULT,
              ClientOptions.DEFAULTS,
              Duration.ofHours(1),
              PageAddress.parse("--address", "127.0.0.1:0"),
              time,
              time)) {
        URI rows = dashboard.page().resolve("api/autoscalers");
        SteppedCluster.await(() -> rows(rows).at("/rows/0").has("at"));
        JsonNode shown = rows(rows).path("rows");
        assertEquals(1, shown.size(), shown.toString());
        assertEquals("shop", shown.at("/0/ns").asText());
      }
    }
  }

  private static JsonNode rows(URI page) {
    try (InputStream body = connect(page).getInputStream()) {
      return Json.tree(body.readAllBytes());
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static HttpURLConnection connect(URI page) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
    connection.setInstanceFollowRedirects(false);
    return connection;
  }
}
