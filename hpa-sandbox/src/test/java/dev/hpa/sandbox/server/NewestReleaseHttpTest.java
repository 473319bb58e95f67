package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.server.SandboxClient.Events;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sandbox answers as kube-apiserver v1.37 does, for all kinds. */
class NewestReleaseHttpTest {

  private static final String MAP = ServedSandbox.MAPS + "/a";

  private final ServedSandbox served =
      new ServedSandbox(with -> with.withKubernetesVersion(KubernetesVersion.V1_37));
  private final SandboxClient client = served.client;

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"?dryRun=All", "?propagationPolicy=Background&dryRun=All"})
  void theOptionsOfABodyReplaceThoseOfTheQuery(String query) {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    assertEquals(200, client.delete(MAP + query).code());
    assertEquals(200, client.get(MAP).code());
    assertEquals(200, client.delete(MAP + query, "{'gracePeriodSeconds':5}").code());
    assertEquals(404, client.get(MAP).code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'deletionTimestamp':'2026-01-01T00:00:00Z'",
        "'deletionGracePeriodSeconds':5",
        "'uid':'other'"
      })
  void patchesCannotChangeFieldsOfTheServer(String field) {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    for (String path : List.of(MAP, ServedSandbox.HPAS + "/h")) {
      Reply refused = client.patch(path, SandboxClient.MERGE, "{'metadata':{%s}}".formatted(field));
      assertEquals(422, refused.code(), refused.text());
      assertEquals(1, refused.json().at("/details/causes").size(), refused.text());
      String cause = refused.json().at("/details/causes/0/message").asText();
      assertEquals("field is immutable", cause.replaceFirst(".*: ", ""));
    }
  }

  /** A generation that a client sends is stored, and changes only with a deletion. */
  @Test
  void withoutItsGateTheServerSetsNoGenerationOfAutoscalers() {
    try (ServedSandbox off =
        new ServedSandbox(with -> with.withGates(new HpaFeatureGates(true, true, false)))) {
      off.create(ServedSandbox.HPAS, ServedSandbox.hpa("none", 3));
      off.create(
          ServedSandbox.HPAS,
          ServedSandbox.hpa("sent", 3)
              .replace("'name':'sent'", "'name':'sent','generation':5,'finalizers':['a/b']"));
      String spec = "{'spec':{'maxReplicas':5},'metadata':{'generation':9}}";
      Reply none = off.client.patch(ServedSandbox.HPAS + "/none", SandboxClient.MERGE, spec);
      assertFalse(none.json().path("metadata").has("generation"), none.text());
      Reply sent = off.client.patch(ServedSandbox.HPAS + "/sent", SandboxClient.MERGE, spec);
      assertEquals(5, sent.json().at("/metadata/generation").asInt(), sent.text());
      off.client.delete(ServedSandbox.HPAS + "/sent");
      Reply deleted = off.client.get(ServedSandbox.HPAS + "/sent");
      assertEquals(6, deleted.json().at("/metadata/generation").asInt(), deleted.text());
    }
  }

  @Test
  void aPatchCannotChangeTheKind() {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    Reply refused = client.patch(MAP, SandboxClient.MERGE, "{'kind':'Other'}");
    assertEquals(422, refused.code(), refused.text());
  }

  @Test
  void ownersAreReportedByTheirIndex() {
    Reply refused =
        client.post(
            ServedSandbox.MAPS,
            "{'metadata':{'name':'a','ownerReferences':"
                + "[{'apiVersion':'a/b/c','kind':'','name':'x','uid':'u'}]}}");
    assertEquals(
        "ConfigMap \"a\" is invalid: [metadata.ownerReferences[0].apiVersion: Invalid value:"
            + " \"a/b/c\": must be <group>/<version> or <version>,"
            + " metadata.ownerReferences[0].kind: Required value: must not be empty]",
        refused.message());
  }

  @Test
  void watchesSendTheObjectThatTheyKnewWhenItNoLongerMatches() throws Exception {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", "'tier':'x'"));
    String path =
        ServedSandbox.MAPS
            + "?watch=true&labelSelector=tier%3Dx&resourceVersion="
            + client.get(ServedSandbox.MAPS).version();
    try (Events events = client.watch(path)) {
      Reply changed =
          client.patch(
              MAP, SandboxClient.MERGE, "{'metadata':{'labels':{'tier':'y'}},'data':{'k':'w'}}");
      JsonNode event = Objects.requireNonNull(events.next());
      assertEquals("DELETED", event.path("type").asText());
      assertEquals("x", event.at("/object/metadata/labels/tier").asText());
      assertEquals("v", event.at("/object/data/k").asText());
      assertEquals(changed.version(), event.at("/object/metadata/resourceVersion").asText());
    }
  }

  @Test
  void yamlMayNotRepeatKeys() {
    String yaml =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: a
          labels:
            a: b
            a: c
        data: {k: v}
        data:
          k: w
          k: x
        """;
    Reply refused = sendYaml("?fieldValidation=Strict", yaml);
    assertEquals(400, refused.code());
    assertEquals(
        "strict decoding error: line 7: key \"a\" already set in map, line 11: key \"k\" already set"
            + " in map, line 10: key \"data\" already set in map",
        refused.message());
    Reply warned = sendYaml("", yaml);
    assertEquals(201, warned.code(), warned.text());
    assertEquals(
        "299 - \"line 7: key \\\"a\\\" already set in map\"|299 - \"line 11: key \\\"k\\\" already"
            + " set in map\"|299 - \"line 10: key \\\"data\\\" already set in map\"",
        warned.header("Warning"));
    assertEquals("x", warned.json().at("/data/k").asText());
  }

  @Test
  void yamlHasAliasesMergesAndGosBooleans() {
    Reply created =
        sendYaml(
            "",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: aliases, labels: &labels {app: web}, annotations: {<<: *labels}}
            immutable: yes
            """);
    assertEquals(201, created.code(), created::text);
    assertEquals("web", created.json().at("/metadata/annotations/app").asText());
    assertTrue(created.json().path("immutable").asBoolean());
  }

  @Test
  void aliasesEndWithOneLine() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    for (String yaml : List.of("kind: &x [*x]", "<<: &x {<<: *x}", bomb.toString())) {
      Reply refused = sendYaml("", yaml);
      assertEquals(400, refused.code(), refused::text);
      assertTrue(refused.json().path("message").asText().contains("invalid YAML: "), yaml);
    }
  }

  private Reply sendYaml(String query, String yaml) {
    return client.send(
        "POST",
        ServedSandbox.MAPS + query,
        Map.of("Content-Type", "application/yaml"),
        yaml.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {SandboxClient.MERGE, SandboxClient.STRATEGIC})
  void patchesMayNotRepeatFields(String type) {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    String patch = "{'data':{'k':'x','k':'y'},'data':{'k':'z'}}";
    Reply warned = client.patch(MAP, type, patch);
    assertEquals(
        "299 - \"duplicate field \\\"data.k\\\"\"|299 - \"duplicate field \\\"data\\\"\"",
        warned.header("Warning"));
    Reply refused = client.patch(MAP + "?fieldValidation=Strict", type, patch);
    assertEquals(422, refused.code());
    assertEquals("", client.patch(MAP + "?fieldValidation=Ignore", type, patch).header("Warning"));
  }

  @Test
  void operationsOfAJsonPatchHaveKnownFieldsOnce() {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    String patch =
        "[{'op':'add','path':'/data/a','value':'x','value':'y','x':1},"
            + "{'op':'add','path':'/data/b','value':'z'}]";
    assertEquals(
        "299 - \"json patch duplicate field \\\"[0].value\\\"\"|299 - \"json patch unknown field"
            + " \\\"[0].x\\\"\"",
        client.patch(MAP, SandboxClient.JSON_PATCH, patch).header("Warning"));
    assertEquals(
        422, client.patch(MAP + "?fieldValidation=Strict", SandboxClient.JSON_PATCH, patch).code());
  }

  @Test
  void emptyMetricsAreStoredAsNone() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply written =
        client.patch(
            ServedSandbox.HPAS + "/h/status",
            SandboxClient.MERGE,
            "{'status':{'desiredReplicas':1,'currentMetrics':[]}}");
    assertEquals(200, written.code(), written.text());
    JsonNode status = client.get(ServedSandbox.HPAS + "/h").json().path("status");
    assertEquals("null", status.path("currentMetrics").toString());
  }

  @Test
  void conditionsHaveNoNegativeGeneration() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply refused =
        client.patch(
            ServedSandbox.HPAS + "/h/status",
            SandboxClient.MERGE,
            "{'status':{'conditions':[{'type':'A','status':'True','observedGeneration':-1}]}}");
    assertEquals(
        "HorizontalPodAutoscaler.autoscaling \"h\" is invalid:"
            + " status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or"
            + " equal to 0",
        refused.message());
  }

  @Test
  void newObjectsHaveNoFieldsOfDeletionAndKeepSentManagers() {
    Reply created =
        client.post(
            ServedSandbox.MAPS,
            "{'metadata':{'name':'a','deletionGracePeriodSeconds':5,'selfLink':'/x','managedFields':"
                + "[{'manager':'m','operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1',"
                + "'fieldsV1':{'f:data':{'f:other':{}}}}]},'data':{'k':'v'}}");
    JsonNode metadata = created.json().path("metadata");
    assertFalse(metadata.has("selfLink") || metadata.has("deletionGracePeriodSeconds"));
    assertEquals(2, metadata.path("managedFields").size(), created.text());
  }
}
