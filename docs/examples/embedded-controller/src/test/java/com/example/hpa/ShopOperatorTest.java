package com.example.hpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.Config;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopOperatorTest {

  private static final String DEPLOYMENT =
      """
      {"kind": "Deployment", "apiVersion": "apps/v1", "metadata": {"name": "web"},
       "spec": {"selector": {"matchLabels": {"app": "web"}},
         "template": {"metadata": {"labels": {"app": "web"}},
           "spec": {"containers": [{"name": "app", "image": "web"}]}}}}
      """;

  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "web"},
       "spec": {
         "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
         "minReplicas": 1, "maxReplicas": 10,
         "metrics": [{"type": "External", "external": {
           "metric": {"name": "open-orders"},
           "target": {"type": "AverageValue", "averageValue": "10"}}}]}}
      """;

  @Test
  void scalesByItsOrders(@TempDir Path folder) throws Exception {
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      create(sandbox, ResourceTypes.NAMESPACES, "", "{\"metadata\": {\"name\": \"shop\"}}");
      create(sandbox, ResourceTypes.DEPLOYMENTS, "shop", DEPLOYMENT);
      create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "shop", AUTOSCALER);
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      ApiClient client = Config.fromConfig(kubeconfig.toString());
      AtomicLong orders = new AtomicLong(35);
      BlockingQueue<String> lines = new LinkedBlockingQueue<>();

      try (ShopOperator operator = new ShopOperator(client, orders::get, lines::add)) {
        operator.start();
        assertEquals("web: scaled to 4", lines.poll(60, TimeUnit.SECONDS));
        assertEquals(4, replicas(sandbox));
        assertTrue(operator.why("shop", "web").contains("open-orders"));
      }

      assertEquals("", holder(sandbox));
    }
  }

  private static void create(Sandbox sandbox, ResourceType type, String namespace, String manifest)
      throws Exception {
    sandbox
        .cluster()
        .create(type, namespace, (ObjectNode) new ObjectMapper().readTree(manifest), false);
  }

  private static int replicas(Sandbox sandbox) {
    return sandbox
        .cluster()
        .get(ResourceTypes.DEPLOYMENTS, new ObjectKey("shop", "web"))
        .tree()
        .at("/spec/replicas")
        .asInt();
  }

  private static String holder(Sandbox sandbox) {
    return sandbox
        .cluster()
        .get(ResourceTypes.LEASES, new ObjectKey("shop", "shop-operator"))
        .tree()
        .at("/spec/holderIdentity")
        .asText();
  }
}
