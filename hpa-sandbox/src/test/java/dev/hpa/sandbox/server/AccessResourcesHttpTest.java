package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Secrets, roles, budgets and APIServices. */
class AccessResourcesHttpTest {

  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  private ServedSandbox served;
  private SandboxClient client;

  @BeforeEach
  void start() {
    served = new ServedSandbox();
    client = served.client;
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private static JsonNode json(String text) {
    return Json.tree(SandboxClient.quoted(text));
  }

  private List<String> names(String path) {
    List<String> names = new ArrayList<>();
    client
        .get(path)
        .json()
        .path("items")
        .forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  @Test
  void hasTheBootstrapRoles() {
    assertEquals(
        List.of(
            "cluster-admin",
            "system:auth-delegator",
            "system:basic-user",
            "system:controller:horizontal-pod-autoscaler",
            "system:discovery",
            "system:kube-controller-manager",
            "system:monitoring",
            "system:public-info-viewer"),
        names(RBAC + "/clusterroles"));
    assertTrue(
        names(RBAC + "/namespaces/kube-system/roles")
            .contains("extension-apiserver-authentication-reader"));
    JsonNode map =
        client
            .get("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication")
            .json();
    assertTrue(map.at("/data/client-ca-file").asText().startsWith("-----BEGIN CERTIFICATE-----"));
  }

  @Test
  void supportsProtobuf() {
    byte[] role =
        ProtobufCodec.encode(
            (ObjectNode)
                json(
                    """
                    {'kind':'ClusterRole','apiVersion':'rbac.authorization.k8s.io/v1',
                     'metadata':{'name':'r'},'rules':[{'verbs':['get'],'nonResourceURLs':['/x']}]}
                    """));
    Reply created =
        client.send(
            "POST", RBAC + "/clusterroles", SandboxClient.PROTOBUF, SandboxClient.PROTOBUF, role);
    assertEquals(201, created.code());
    assertEquals(
        json("[{'verbs':['get'],'nonResourceURLs':['/x']}]"),
        ProtobufCodec.decode(created.bytes()).path("rules"));
    for (String path :
        List.of(
            RBAC + "/clusterrolebindings",
            RBAC + "/roles",
            RBAC + "/rolebindings",
            "/apis/policy/v1/poddisruptionbudgets",
            "/api/v1/secrets",
            "/api/v1/serviceaccounts")) {
      assertEquals(200, client.get(path, SandboxClient.PROTOBUF).code(), path);
    }
  }

  @Test
  void storesDisruptionBudgets() {
    String budgets = "/apis/policy/v1/namespaces/shop/poddisruptionbudgets";
    served.create(
        budgets,
        "{'metadata':{'name':'p'},'spec':{'minAvailable':'50%','selector':{}},'status':{'x':1}}");
    JsonNode budget = client.get(budgets + "/p").json();
    assertEquals("50%", budget.at("/spec/minAvailable").asText());
    assertFalse(budget.has("status"));
  }

  @Test
  void servedMetricsApisAreAvailable() {
    String services = "/apis/apiregistration.k8s.io/v1/apiservices";
    assertEquals(
        List.of(
            "v1.metrics.k8s.io",
            "v1beta1.custom.metrics.k8s.io",
            "v1beta1.external.metrics.k8s.io",
            "v1beta1.metrics.k8s.io",
            "v1beta2.custom.metrics.k8s.io"),
        names(services));
    JsonNode available =
        client.get(services + "/v1beta1.metrics.k8s.io").json().at("/status/conditions/0/status");
    assertEquals("True", available.asText());
    served.sandbox.metricsApis().serve(Set.of(MetricsApi.EXTERNAL, MetricsApi.RESOURCE_V1));
    assertEquals(List.of("v1.metrics.k8s.io", "v1beta1.external.metrics.k8s.io"), names(services));
    served.sandbox.metricsApis().serve(Set.of(MetricsApi.EXTERNAL));
    assertEquals(List.of("v1beta1.external.metrics.k8s.io"), names(services));
  }
}
