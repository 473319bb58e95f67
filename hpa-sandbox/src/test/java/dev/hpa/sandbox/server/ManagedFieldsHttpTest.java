package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Managed fields after all kinds of writes. */
class ManagedFieldsHttpTest {

  private static final String MERGE = "application/merge-patch+json";
  private static final String WEB = ServedSandbox.DEPLOYMENTS + "/web";

  private final ServedSandbox served = new ServedSandbox();
  private final SandboxClient client = served.client;

  @AfterEach
  void close() {
    served.close();
  }

  /** Managers with their operation, subresource and fields below a field. */
  private static List<String> owners(JsonNode object, String member) {
    List<String> owners = new ArrayList<>();
    for (JsonNode each : object.at("/metadata/managedFields")) {
      JsonNode fields = each.path("fieldsV1").path("f:" + member);
      if (!fields.isMissingNode()) {
        owners.add(
            "%s %s %s %s"
                .formatted(
                    each.path("manager").asText(),
                    each.path("operation").asText(),
                    each.path("subresource").asText("-"),
                    fields));
      }
    }
    return owners;
  }

  @Test
  void theLastWriterOwnsAField() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    client.patch(WEB + "/scale?fieldManager=scaler", MERGE, "{'spec':{'replicas':2}}");
    assertEquals(
        List.of("scaler Update scale {\"f:replicas\":{}}"),
        owners(client.get(WEB).json(), "spec").stream()
            .filter(each -> each.contains("f:replicas"))
            .toList());
    Reply taken = client.patch(WEB + "?fieldManager=me", MERGE, "{'spec':{'replicas':3}}");
    assertEquals(
        List.of("me Update - {\"f:replicas\":{}}"),
        owners(taken.json(), "spec").stream().filter(each -> each.contains("f:replicas")).toList());
  }

  @Test
  void fieldsAreThoseOfTheVersionOfTheManager() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    client.patch(
        ServedSandbox.HPAS_V1 + "/h?fieldManager=me",
        MERGE,
        "{'spec':{'targetCPUUtilizationPercentage':50}}");
    JsonNode object = client.get(ServedSandbox.HPAS + "/h").json();
    assertTrue(
        owners(object, "spec").contains("me Update - {\"f:targetCPUUtilizationPercentage\":{}}"),
        object.toString());
    client.patch(
        ServedSandbox.HPAS + "/h?fieldManager=you",
        MERGE,
        "{'spec':{'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':70}}}]}}");
    String all = owners(client.get(ServedSandbox.HPAS + "/h").json(), "spec").toString();
    assertTrue(all.contains("you Update - {\"f:metrics\":{}}"), all);
    assertFalse(all.contains("targetCPUUtilizationPercentage"), all);
  }

  @Test
  void serverSideApplyIsRefused() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    for (String type : List.of("application/apply-patch+yaml", "application/apply-patch+cbor")) {
      for (String path : List.of(WEB, WEB + "/status", WEB + "/scale")) {
        Reply refused = client.patch(path + "?fieldManager=me", type, "{}");
        assertEquals(415, refused.code(), path);
        assertEquals("UnsupportedMediaType", refused.reason());
        assertEquals(
            "server-side apply: the sandbox does not support it; apply on the client side",
            refused.message());
      }
    }
  }

  @Test
  void emptyEntryResetsManagedFields() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply kept = client.put(ServedSandbox.HPAS + "/h", ServedSandbox.hpa("h", 4));
    assertFalse(owners(kept.json(), "spec").isEmpty(), kept.text());
    Reply reset =
        client.patch(ServedSandbox.HPAS + "/h", MERGE, "{'metadata':{'managedFields':[{}]}}");
    assertTrue(reset.json().at("/metadata/managedFields").isMissingNode(), reset.text());
  }

  @Test
  void controllersOwnTheStatusOfTrackedObjects() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    served.time.advance(Duration.ofSeconds(30));
    JsonNode deployment = client.get(WEB).json();
    assertEquals(1, owners(deployment, "status").size(), deployment.toString());
    assertTrue(
        owners(deployment, "status")
            .getFirst()
            .startsWith("kube-controller-manager Update status {"));
    JsonNode pod = client.get(ServedSandbox.PODS).json().at("/items/0");
    assertTrue(pod.at("/metadata/managedFields").isMissingNode(), pod.toString());
  }
}
