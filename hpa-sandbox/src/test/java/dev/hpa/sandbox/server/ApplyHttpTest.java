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

/** Server-side apply, and managed fields after all kinds of writes. */
class ApplyHttpTest {

  private static final String APPLY = "application/apply-patch+yaml";
  private static final String MERGE = "application/merge-patch+json";
  private static final String WEB = ServedSandbox.DEPLOYMENTS + "/web";

  private final ServedSandbox served = new ServedSandbox();
  private final SandboxClient client = served.client;

  @AfterEach
  void close() {
    served.close();
  }

  private Reply apply(String path, String manager, String body) {
    return client.patch(path + "?fieldManager=" + manager, APPLY, body);
  }

  private static String deployment(String spec) {
    return "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},'spec':%s}"
        .formatted(spec);
  }

  private static String web(int replicas, String containers) {
    return deployment(
        "{'replicas':%d,'selector':{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[%s]}}}"
            .formatted(replicas, containers));
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
  void appliesYamlAndRemovesFieldsNoLongerApplied() {
    Reply created =
        apply(
            ServedSandbox.MAPS + "/m",
            "me",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n  a: x\n  b: w\n");
    assertEquals(201, created.code(), created.text());
    assertEquals("shop", created.json().at("/metadata/namespace").asText());
    client.patch(ServedSandbox.MAPS + "/m?fieldManager=you", MERGE, "{'data':{'c':'z'}}");
    Reply less =
        apply(
            ServedSandbox.MAPS + "/m",
            "me",
            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'},'data':{'a':'x'}}");
    assertEquals(200, less.code(), less.text());
    assertEquals("{\"a\":\"x\",\"c\":\"z\"}", less.json().path("data").toString());
    assertEquals(
        List.of("me Apply - {\"f:a\":{}}", "you Update - {\"f:c\":{}}"),
        owners(less.json(), "data"));
  }

  @Test
  void metadataThatIsNoLongerAppliedDoesNotTakeTheNameWithIt() {
    String plain = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{%s},'data':{'a':'%s'}}";
    for (String name : List.of("", "'name':'m'")) {
      String more = name.isEmpty() ? "" : ",";
      String labelled = name + more + "'labels':{'a':'b'},'annotations':{'c':'d'}";
      Reply first = apply(ServedSandbox.MAPS + "/m", "me", plain.formatted(labelled, "x"));
      assertEquals("b", first.json().at("/metadata/labels/a").asText(), first.text());
      Reply second = apply(ServedSandbox.MAPS + "/m", "me", plain.formatted(name, "y"));
      assertEquals(200, second.code(), second.text());
      JsonNode metadata = second.json().path("metadata");
      assertEquals("m", metadata.path("name").asText());
      assertEquals(first.json().at("/metadata/uid"), metadata.path("uid"));
      assertFalse(metadata.has("labels") || metadata.has("annotations"), second.text());
    }
  }

  @Test
  void applyWithoutChangesDoesNotWrite() {
    String body = web(1, "{'name':'c','image':'i'}");
    Reply first = apply(WEB, "me", body);
    served.time.advance(Duration.ofSeconds(30));
    String before = client.get(WEB).text();
    Reply second = apply(WEB, "me", body);
    assertEquals(201, first.code(), first.text());
    assertEquals(200, second.code(), second.text());
    assertEquals(before, second.text());
  }

  @Test
  void dryRunChangesNothing() {
    assertEquals(201, apply(WEB, "me&dryRun=All", web(1, "{'name':'c','image':'i'}")).code());
    assertEquals(404, client.get(WEB).code());
  }

  @Test
  void reportsConflictsByManager() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    client.patch(WEB + "/scale?fieldManager=scaler", MERGE, "{'spec':{'replicas':2}}");
    Reply refused = apply(WEB, "me", web(3, "{'name':'c','image':'i:2'}"));
    assertEquals(409, refused.code());
    assertEquals("Conflict", refused.reason());
    assertEquals(
        """
        Apply failed with 2 conflicts: conflicts with "Java-http-client" using apps/v1:
        - .spec.template.spec.containers[name="c"].image
        conflicts with "scaler" with subresource "scale" using apps/v1:
        - .spec.replicas\
        """,
        refused.message());
    Reply forced = apply(WEB, "me&force=true", web(3, "{'name':'c','image':'i:2'}"));
    assertEquals(3, forced.json().at("/spec/replicas").asInt());
    assertEquals("i:2", forced.json().at("/spec/template/spec/containers/0/image").asText());
  }

  @Test
  void applyOfAScaleOwnsTheReplicasOnly() {
    apply(WEB, "me", web(1, "{'name':'c','image':'i'}"));
    String scale =
        "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'web'},'spec':{'replicas':4}}";
    assertEquals(409, apply(WEB + "/scale", "scaler", scale).code());
    Reply scaled = apply(WEB + "/scale", "scaler&force=true", scale);
    assertEquals(200, scaled.code(), scaled.text());
    assertEquals(4, scaled.json().at("/spec/replicas").asInt());
    JsonNode deployment = client.get(WEB).json();
    assertTrue(
        owners(deployment, "spec").contains("scaler Apply scale {\"f:replicas\":{}}"),
        deployment.toString());
    assertEquals("i", deployment.at("/spec/template/spec/containers/0/image").asText());
  }

  @Test
  void applyOfAStatusIgnoresTheSpec() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply reply =
        apply(
            ServedSandbox.HPAS + "/h/status",
            "me",
            "{'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler','metadata':{'name':'h'},'spec':{'maxReplicas':9},'status':{'desiredReplicas':2,'conditions':[{'type':'AbleToScale','status':'True'}]}}");
    assertEquals(200, reply.code(), reply.text());
    assertEquals(3, reply.json().at("/spec/maxReplicas").asInt());
    assertEquals(2, reply.json().at("/status/desiredReplicas").asInt());
    assertEquals(
        List.of(
            """
            me Apply status {"f:conditions":{"k:{\\"type\\":\\"AbleToScale\\"}":{".":{},"f:status":{},"f:type":{}}},"f:desiredReplicas":{}}\
            """),
        owners(reply.json(), "status"));
  }

  @Test
  void ownsFieldsInTheVersionOfTheManager() {
    Reply created =
        apply(
            ServedSandbox.HPAS_V1 + "/h",
            "me",
            "{'apiVersion':'autoscaling/v1','kind':'HorizontalPodAutoscaler','metadata':{'name':'h'},'spec':{'maxReplicas':5,'targetCPUUtilizationPercentage':50,'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'}}}");
    assertEquals(201, created.code(), created.text());
    assertEquals(
        List.of(
            "me Apply -"
                + " {\"f:maxReplicas\":{},\"f:scaleTargetRef\":{},\"f:targetCPUUtilizationPercentage\":{}}"),
        owners(client.get(ServedSandbox.HPAS + "/h").json(), "spec"));
    Reply taken =
        apply(
            ServedSandbox.HPAS + "/h",
            "you",
            "{'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler','metadata':{'name':'h'},'spec':{'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':70}}}]}}");
    assertEquals(
        "Apply failed with 1 conflict: conflict with \"me\": .spec.targetCPUUtilizationPercentage",
        taken.message());
  }

  @Test
  void mergesCustomResourcesByTheirSchema() {
    client.post(
        CustomResourceHttpTest.DEFINITIONS,
        "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':{'name':'boxes.example.com'},'spec':{'group':'example.com','scope':'Namespaced','names':{'plural':'boxes','singular':'box','kind':'Box','listKind':'BoxList'},'versions':[{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','properties':{'items':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['id'],'items':{'type':'object','properties':{'id':{'type':'string'},'size':{'type':'integer'}}}},'plain':{'type':'array','items':{'type':'string'}}}}}}}}]}}");
    String boxes = "/apis/example.com/v1/namespaces/shop/boxes/b";
    String box = "{'apiVersion':'example.com/v1','kind':'Box','metadata':{'name':'b'},'spec':%s}";
    Reply created =
        apply(boxes, "me", box.formatted("{'items':[{'id':'a','size':1}],'plain':['x']}"));
    assertEquals(201, created.code(), created.text());
    Reply both = apply(boxes, "you", box.formatted("{'items':[{'id':'b','size':2}]}"));
    assertEquals(
        "[{\"id\":\"a\",\"size\":1},{\"id\":\"b\",\"size\":2}]",
        both.json().at("/spec/items").toString());
    assertEquals(409, apply(boxes, "you", box.formatted("{'plain':['y']}")).code());
    Reply unknown = apply(boxes, "me", box.formatted("{'other':1}"));
    assertEquals(500, unknown.code());
    assertEquals(
        "failed to create typed patch object (/b; example.com/v1, Kind=Box): .spec.other: field not"
            + " declared in schema",
        unknown.message());
  }

  @Test
  void emptyEntryResetsManagedFields() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply kept = client.put(ServedSandbox.HPAS + "/h", ServedSandbox.hpa("h", 4));
    assertFalse(owners(kept.json(), "spec").isEmpty(), kept.text());
    Reply reset =
        client.patch(ServedSandbox.HPAS + "/h", MERGE, "{'metadata':{'managedFields':[{}]}}");
    assertTrue(reset.json().at("/metadata/managedFields").isMissingNode(), reset.text());
    Reply after =
        apply(
            ServedSandbox.HPAS + "/h",
            "me",
            "{'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler','metadata':{'name':'h'},'spec':{'minReplicas':2}}");
    assertEquals(
        "Apply failed with 1 conflict: conflict with \"before-first-apply\" using autoscaling/v2:"
            + " .spec.minReplicas",
        after.message());
  }

  @Test
  void rejectsInvalidConfigurations() {
    assertEquals(422, client.patch(WEB, APPLY, deployment("{}")).code());
    assertEquals(
        "metadata.managedFields must be nil",
        apply(
                WEB,
                "me",
                "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web','managedFields':[]}}")
            .message());
    assertEquals(
        "invalid object type: /v1, Kind=Deployment",
        apply(WEB, "me", "{'apiVersion':'v1','kind':'Deployment'}").message());
    assertEquals(400, apply(WEB, "me", "{'apiVersion':'apps/v1','kind':'ReplicaSet'}").code());
    assertEquals(400, apply(WEB, "me", "[1]").code());
    assertEquals(400, apply(WEB, "me", ": :\n- x").code());
    assertEquals(415, client.patch(WEB, "application/apply-patch+cbor", deployment("{}")).code());
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
