package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.history.Sample;
import dev.hpa.controller.history.SyncFlag;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ForeignScale;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.spi.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that scale the target of an autoscaler, beside a running controller. */
class OtherWritersTest {

  private static final String DEPLOYMENT =
      """
      {"apiVersion": "apps/v1", "kind": "Deployment",
       "metadata": {"name": "web", "annotations": {"sandbox.hpa.dev/metric.hits": "40"}},
       "spec": {"replicas": 4, "selector": {"matchLabels": {"app": "web"}},
         "template": {"metadata": {"labels": {"app": "web"}},
           "spec": {"containers": [{"name": "app", "image": "web"}]}}}}
      """;

  @TempDir private Path folder;

  private void send(
      OptionsCluster cluster, String verb, String path, String manager, String type, String body)
      throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    cluster.sandbox.writeKubeconfig(kubeconfig);
    try (ClusterConnection connection =
        ClusterConnection.open(kubeconfig, null, cluster.timeline)) {
      new HttpKubernetesApi(connection)
          .call(
              new ApiRequest(
                  verb,
                  "/apis/apps/v1/namespaces/default/deployments" + path,
                  Map.of("fieldManager", manager),
                  new ApiRequest.Subject("deployments", "apps", "web"),
                  ApiRequest.ResponseFormat.TYPED,
                  type,
                  body.getBytes(StandardCharsets.UTF_8)),
              response -> response.readAllBytes().length);
    }
  }

  private void scale(OptionsCluster cluster, String manager, int replicas) throws Exception {
    send(
        cluster,
        "PATCH",
        "/web/scale",
        manager,
        "application/merge-patch+json",
        "{\"spec\":{\"replicas\":%d}}".formatted(replicas));
  }

  /** The own write of the sync that finds the change takes the field from its manager. */
  @Test
  void theManagerIsNamedAlthoughTheSyncScalesBack() throws Exception {
    ControllerOptions options = ControllerOptions.DEFAULTS.withForeignWriteEvents(true);
    try (OptionsCluster cluster = new OptionsCluster(options)) {
      DecisionHistory history = new DecisionHistory(Duration.ofHours(1));
      history.record(cluster.controller().loop());
      send(cluster, "POST", "", "helm", "application/json", DEPLOYMENT);
      cluster.autoscaler("web", "web");
      cluster.run(Duration.ofMinutes(1));
      assertEquals(4, cluster.replicas("web"));
      for (int i = 0; i < 3; i++) {
        scale(cluster, "argocd", 2);
        cluster.runUntil(() -> cluster.replicas("web") == 4, Duration.ofMinutes(1));
      }
      cluster.run(Duration.ofSeconds(1));
      assertEquals(
          List.of("another writer, argocd, changed the replicas from 4 to 2"),
          cluster.events("ReplicasChangedElsewhere"));
      ForeignScale last =
          Objects.requireNonNull(
              cluster.controller().loop().foreignScale(new NamespacedName("default", "web")));
      assertTrue(last.describe().startsWith("argocd, from 4 to 2 at "), last::describe);
      assertTrue(last.describe().endsWith("; 3 times since this controller began"), last::describe);
      assertEquals(3, cluster.sample("hpa_replicas_changed_elsewhere_total{manager=\"argocd\"}"));
      Sample found =
          Objects.requireNonNull(history.of(new NamespacedName("default", "web")))
              .samples()
              .stream()
              .filter(each -> each.is(SyncFlag.CHANGED))
              .findFirst()
              .get();
      assertEquals(2, found.current());
      assertTrue(found.is(SyncFlag.SCALED), "the same sync scales back");
    }
  }
}
