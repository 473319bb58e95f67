package dev.hpa.sandbox.server;

import static dev.hpa.sandbox.server.SandboxClient.JSON;
import static dev.hpa.sandbox.server.SandboxClient.JSON_PATCH;
import static dev.hpa.sandbox.server.SandboxClient.MERGE;
import static dev.hpa.sandbox.server.SandboxClient.PROTOBUF;
import static dev.hpa.sandbox.server.SandboxClient.STRATEGIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteHttpTest {

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

  private static long generation(Reply reply) {
    return reply.json().at("/metadata/generation").asLong();
  }

  @Test
  void generatesNames() {
    Reply created =
        served.create(ServedSandbox.MAPS, "{'metadata':{'generateName':'gen-'},'data':{'k':'v'}}");
    String name = created.json().at("/metadata/name").asText();
    assertTrue(name.matches("gen-[a-z0-9]{5}"), name);
    assertEquals(200, client.get(ServedSandbox.MAPS + "/" + name).code());
  }

  @Test
  void dryRunStoresNothing() {
    Reply dry = client.post(ServedSandbox.HPAS + "?dryRun=All", ServedSandbox.hpa("h", 3));
    assertEquals(201, dry.code());
    assertEquals(1, dry.json().at("/spec/minReplicas").asInt(), "defaults are shown");
    assertFalse(dry.json().path("metadata").has("resourceVersion"));
    assertEquals(404, client.get(ServedSandbox.HPAS + "/h").code());
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    String version = client.get(ServedSandbox.HPAS + "/h").version();
    Reply patched =
        client.patch(ServedSandbox.HPAS + "/h?dryRun=All", MERGE, "{'spec':{'maxReplicas':9}}");
    assertEquals(9, patched.json().at("/spec/maxReplicas").asInt());
    assertEquals(200, client.delete(ServedSandbox.HPAS + "/h?dryRun=All").code());
    assertEquals(version, client.get(ServedSandbox.HPAS + "/h").version());
    assertEquals(
        422, client.post(ServedSandbox.HPAS + "?dryRun=yes", ServedSandbox.hpa("i", 3)).code());
  }

  @Test
  void updatesCheckTheResourceVersion() {
    Reply created = served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    ObjectNode object = (ObjectNode) created.json();
    object.withObject("/spec").put("maxReplicas", 4);
    Reply first = client.put(ServedSandbox.HPAS + "/h", object.toString());
    assertEquals(200, first.code());
    Reply second = client.put(ServedSandbox.HPAS + "/h", object.toString());
    assertEquals(409, second.code());
    assertEquals("Conflict", second.reason());
    assertEquals(
        "Operation cannot be fulfilled on horizontalpodautoscalers.autoscaling \"h\": the object"
            + " has been modified; please apply your changes to the latest version and try again",
        second.message());
    assertEquals(
        409,
        client
            .patch(ServedSandbox.HPAS + "/h", MERGE, "{'metadata':{'resourceVersion':'1'}}")
            .code());
    object.withObject("/metadata").remove("resourceVersion");
    assertEquals(200, client.put(ServedSandbox.HPAS + "/h", object.toString()).code());
    object.withObject("/metadata").put("uid", "another");
    assertEquals(409, client.put(ServedSandbox.HPAS + "/h", object.toString()).code());
  }

  @Test
  void leasesNeedAResourceVersion() {
    String leases = "/apis/coordination.k8s.io/v1/namespaces/shop/leases";
    served.create(leases, "{'metadata':{'name':'l'},'spec':{'holderIdentity':'a'}}");
    Reply blind =
        client.put(leases + "/l", "{'metadata':{'name':'l'},'spec':{'holderIdentity':'b'}}");
    assertEquals(422, blind.code());
    assertTrue(blind.message().endsWith("must be specified for an update"));
  }

  @Test
  void updateWithoutChangesDoesNotWrite() {
    Reply created = served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 0));
    String path = ServedSandbox.DEPLOYMENTS + "/web";
    assertEquals(created.version(), client.put(path, created.text()).version());
    for (String type : new String[] {MERGE, STRATEGIC}) {
      assertEquals(
          created.version(), client.patch(path, type, "{'spec':{'replicas':0}}").version());
    }
    Reply again =
        client.put(
            path,
            ServedSandbox.deployment("web", 0)
                .replace("'metadata':{", "'metadata':{'labels':null,"));
    assertEquals(created.version(), again.version(), again.text());
  }

  @Test
  void specAndStatusAreSeparate() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 0));
    String path = ServedSandbox.DEPLOYMENTS + "/web";
    Reply spec = client.patch(path, MERGE, "{'spec':{'replicas':1},'status':{'replicas':77}}");
    assertEquals(2, generation(spec));
    assertEquals(0, spec.json().at("/status/replicas").asInt());
    Reply status =
        client.patch(path + "/status", MERGE, "{'spec':{'replicas':9},'status':{'replicas':1}}");
    assertEquals(2, generation(status), "a status is no new generation");
    assertEquals(1, status.json().at("/spec/replicas").asInt());
    assertEquals(1, status.json().at("/status/replicas").asInt());
    Reply labels = client.patch(path, MERGE, "{'metadata':{'labels':{'a':'b'}}}");
    assertEquals(2, generation(labels), "nor are labels");
    assertEquals(405, client.post(path + "/status", "{}").code());
  }

  @ParameterizedTest
  @CsvSource({"V1_36, 0, 0", "V1_37, 1, 2"})
  void autoscalersHaveGenerationsSince137(KubernetesVersion version, long first, long second) {
    try (ServedSandbox other = new ServedSandbox(with -> with.withKubernetesVersion(version))) {
      Reply created = other.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
      assertEquals(first, generation(created));
      Reply updated =
          other.client.patch(ServedSandbox.HPAS + "/h", MERGE, "{'spec':{'maxReplicas':5}}");
      assertEquals(second, generation(updated));
    }
  }

  @Test
  void theStatusOfAutoscalersIsSeparate() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 5));
    Reply status =
        client.put(
            ServedSandbox.HPAS + "/h/status",
            "{'metadata':{'name':'h','labels':{'x':'y'}},'spec':{'maxReplicas':50},"
                + "'status':{'desiredReplicas':3}}");
    assertEquals(5, status.json().at("/spec/maxReplicas").asInt());
    assertEquals(3, status.json().at("/status/desiredReplicas").asInt());
    assertEquals("y", status.json().at("/metadata/labels/x").asText());
  }

  @Test
  void readsAndWritesTheScale() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 2));
    String path = ServedSandbox.DEPLOYMENTS + "/web";
    Reply scale = client.get(path + "/scale");
    assertEquals("Scale", scale.json().path("kind").asText());
    assertEquals("autoscaling/v1", scale.json().path("apiVersion").asText());
    assertEquals("app=web", scale.json().at("/status/selector").asText());
    assertEquals(2, scale.json().at("/spec/replicas").asInt());
    ObjectNode wanted = (ObjectNode) scale.json();
    wanted.withObject("/spec").put("replicas", 3);
    Reply put =
        client.send(
            "PUT", path + "/scale", JSON, null, wanted.toString().getBytes(StandardCharsets.UTF_8));
    assertEquals(200, put.code());
    assertEquals(2, generation(client.get(path)));
    assertEquals(409, client.put(path + "/scale", wanted.toString()).code(), "stale");
    assertEquals(200, client.patch(path + "/scale", MERGE, "{'spec':{'replicas':4}}").code());
    assertEquals(4, client.get(path).json().at("/spec/replicas").asInt());
    Reply none = client.put(path + "/scale", "{'spec':{}}");
    assertFalse(none.json().path("spec").has("replicas"), "zero is left out");
    assertEquals(422, client.patch(path + "/scale", MERGE, "{'spec':{'replicas':-1}}").code());
    assertEquals(422, client.patch(path + "/scale", MERGE, "{'spec':{'replicas':'x'}}").code());
    assertEquals(400, client.put(path + "/scale", "{'spec':{'replicas':1.5}}").code());
    assertEquals(
        400,
        client
            .put(
                path + "/scale",
                ServedSandbox.deployment("web", 1)
                    .replaceFirst("\\{", "{'kind':'Deployment','apiVersion':'apps/v1',"))
            .code());
    assertEquals(405, client.post(path + "/scale", "{}").code());
    assertEquals(404, client.get(ServedSandbox.HPAS + "/web/scale").code());
  }

  @Test
  void supportsThreePatchTypes() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 0));
    String path = ServedSandbox.DEPLOYMENTS + "/web";
    String image = "/spec/template/spec/containers/0/image";
    Reply strategic =
        client.patch(
            path,
            STRATEGIC,
            "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'i:2'}]}}}}");
    assertEquals("i:2", strategic.json().at(image).asText());
    Reply operations =
        client.patch(path, JSON_PATCH, "[{'op':'replace','path':'" + image + "','value':'i:3'}]");
    assertEquals("i:3", operations.json().at(image).asText());
    Reply merged = client.patch(path, MERGE, "{'metadata':{'annotations':{'a':'b'}}}");
    assertEquals("b", merged.json().at("/metadata/annotations/a").asText());
    assertEquals(
        422,
        client.patch(path, JSON_PATCH, "[{'op':'test','path':'/spec/replicas','value':7}]").code());
    assertEquals(400, client.patch(path, JSON_PATCH, "{'a':1}").code());
    assertEquals(400, client.patch(path, MERGE, "[]").code());
    assertEquals(400, client.patch(path, MERGE, "{").code());
    assertEquals(400, client.patch(path, MERGE, "{'metadata':{'name':'other'}}").code());
    assertEquals(404, client.patch(ServedSandbox.DEPLOYMENTS + "/none", MERGE, "{}").code());
    assertEquals(415, client.patch(path, JSON, "{}").code());
  }

  @Test
  void patchesAreRelativeToTheVersionOfTheUrl() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply patched =
        client.patch(
            ServedSandbox.HPAS_V1 + "/h", MERGE, "{'spec':{'targetCPUUtilizationPercentage':42}}");
    assertEquals(42, patched.json().at("/spec/targetCPUUtilizationPercentage").asInt());
    assertEquals(
        42,
        client
            .get(ServedSandbox.HPAS + "/h")
            .json()
            .at("/spec/metrics/0/resource/target/averageUtilization")
            .asInt());
  }

  @Test
  void decodesProtobufBodies() {
    ObjectNode hpa = (ObjectNode) Json.tree(SandboxClient.quoted(ServedSandbox.hpa("h", 3)));
    hpa.put("kind", "HorizontalPodAutoscaler").put("apiVersion", "autoscaling/v2");
    Reply created =
        client.send("POST", ServedSandbox.HPAS, JSON, PROTOBUF, ProtobufCodec.encode(hpa));
    assertEquals(201, created.code(), created::toString);
    assertEquals(3, client.get(ServedSandbox.HPAS + "/h").json().at("/spec/maxReplicas").asInt());
    Reply shown =
        client.send("POST", ServedSandbox.HPAS, PROTOBUF, PROTOBUF, ProtobufCodec.encode(hpa));
    assertEquals(409, shown.code());
    byte[] damaged = {'k', '8', 's', 0, 'j', 'u', 'n', 'k'};
    Reply refused = client.send("POST", ServedSandbox.HPAS, JSON, PROTOBUF, damaged);
    assertEquals(400, refused.code());
    assertTrue(refused.message().contains("the envelope is damaged"), refused.message());
  }

  @Test
  void errorsHaveDetails() {
    JsonNode missing = client.get(ServedSandbox.DEPLOYMENTS + "/web").json();
    assertEquals(
        Json.tree(
            SandboxClient.quoted(
                """
                {'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',
                 'message':'deployments.apps \\\\"web\\\\" not found','reason':'NotFound',
                 'details':{'name':'web','group':'apps','kind':'deployments'},'code':404}
                """
                    .replace("\\\\\"", "\\\""))),
        missing);
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 0));
    Reply twice = client.post(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 0));
    assertEquals(409, twice.code());
    assertEquals("AlreadyExists", twice.reason());
    Reply homeless = client.post("/api/v1/namespaces/none/configmaps", ServedSandbox.map("m", ""));
    assertEquals("namespaces \"none\" not found", homeless.message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'spec':{'foo':1}} | unknown field \"spec.foo\"",
        "{'spec':{'template':{'spec':{'containers':[{'nam':'x'}]}}}} | unknown field"
            + " \"spec.template.spec.containers[0].nam\"",
        "{'metadata':{'lables':{}},'bar':{}} | unknown field \"metadata.lables\", unknown field"
            + " \"bar\"",
        "{'spec':{'replicas':1,'replicas':2}} | duplicate field \"spec.replicas\"",
        "{'metadata':{'labels':{'a':'b','a':'c'}}} | duplicate field \"metadata.labels.a\""
      })
  void fieldValidationRejectsWarnsOrIgnores(String body, String problem) {
    Reply strict = client.post(ServedSandbox.DEPLOYMENTS + "?fieldValidation=Strict", body);
    assertEquals(400, strict.code());
    assertEquals("strict decoding error: " + problem, strict.message());
    Reply warned = client.post(ServedSandbox.DEPLOYMENTS, body);
    String expected = problem.replace("\"", "\\\"").replace(", unknown", "\"|299 - \"unknown");
    assertEquals("299 - \"" + expected + "\"", warned.header("Warning"));
    assertEquals(422, warned.code(), "the rest of the object is validated");
    assertEquals(
        "",
        client.post(ServedSandbox.DEPLOYMENTS + "?fieldValidation=Ignore", body).header("Warning"));
  }

  @Test
  void prunesUnknownFields() {
    served.create(ServedSandbox.MAPS, "{'metadata':{'name':'m'},'data':null,'foo':{'bar':1}}");
    JsonNode map = client.get(ServedSandbox.MAPS + "/m").json();
    assertFalse(map.has("foo"));
    assertFalse(map.has("data"));
    Reply patched = client.patch(ServedSandbox.MAPS + "/m", MERGE, "{'foo':1}");
    assertEquals("299 - \"unknown field \\\"foo\\\"\"", patched.header("Warning"));
    assertEquals(map, patched.json());
    Reply strict =
        client.patch(ServedSandbox.MAPS + "/m?fieldValidation=Strict", STRATEGIC, "{'foo':1}");
    assertEquals(422, strict.code());
    assertEquals(
        " \"\" is invalid: patch: Invalid value: strict decoding error: unknown field \"foo\"",
        strict.message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'replicas':'3' | spec.replicas: expected int32 but found \"3\"",
        "'replicas':3000000000 | spec.replicas: expected int32 but found 3000000000",
        "'replicas':2.0 | spec.replicas: expected int32 but found 2",
        "'paused':'yes' | spec.paused: expected bool but found \"yes\"",
        "'selector':[] | spec.selector: expected an object but found []",
        "'template':{'spec':{'containers':{}}} | spec.template.spec.containers: expected a list but"
            + " found {}",
        "'template':{'metadata':{'labels':{'a':1}}} | spec.template.metadata.labels: expected"
            + " string but found 1",
        "'strategy':{'rollingUpdate':{'maxSurge':true}} | spec.strategy.rollingUpdate.maxSurge:"
            + " expected a number or a text but found true",
        "'template':{'spec':{'containers':[{'resources':{'limits':{'cpu':'1x'}}}]}} |"
            + " spec.template.spec.containers.resources.limits: expected a quantity but found"
            + " \"1x\"",
      })
  void rejectsValuesOfAWrongType(String member, String why) {
    Reply reply = client.post(ServedSandbox.DEPLOYMENTS, "{'spec':{" + member + "}}");
    assertEquals(400, reply.code());
    assertEquals("Deployment of apps/v1: " + why, reply.message());
  }

  @Test
  void normalizesQuantities() {
    String body =
        ServedSandbox.deployment("web", 0)
            .replace(
                "'image':'i:1'",
                "'image':'i:1','resources':{'requests':{'cpu':0.5,'memory':'1024Ki'}}");
    Reply created = served.create(ServedSandbox.DEPLOYMENTS, body);
    JsonNode requests = created.json().at("/spec/template/spec/containers/0/resources/requests");
    assertEquals("500m", requests.path("cpu").asText());
    assertEquals("1Mi", requests.path("memory").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'name':'X_y' | metadata.name",
        "'name':'x','labels':{'a b':'c'} | metadata.labels",
        "'name':'x','annotations':{'/':'c'} | metadata.annotations",
        "'a':'b' | metadata.name"
      })
  void validatesMetadata(String metadata, String field) {
    Reply reply = client.post(ServedSandbox.MAPS, "{'metadata':{" + metadata + "}}");
    assertEquals(422, reply.code());
    assertEquals(field, reply.json().at("/details/causes/0/field").asText());
  }

  @Test
  void validatesWorkloads() {
    String deployment = ServedSandbox.deployment("web", 1);
    assertInvalid(
        deployment.replace("'labels':{'app':'web'}", "'labels':{'app':'x'}"),
        "spec.template.metadata.labels");
    assertInvalid(deployment.replace("'selector'", "'slector'"), "spec.selector");
    assertInvalid(
        deployment.replace("'image':'i:1'", "'image':''"),
        "spec.template.spec.containers[0].image");
    assertInvalid(deployment.replace("'replicas':1", "'replicas':-1"), "spec.replicas");
    assertInvalid(
        deployment.replace(
            "'image':'i:1'",
            "'image':'i:1','resources':{'limits':{'cpu':'1'},'requests':{'cpu':'1500m'}}"),
        "spec.template.spec.containers[0].resources.requests");
    assertInvalid(
        deployment.replace("'spec':{'containers'", "'spec':{'restartPolicy':'Never','containers'"),
        "spec.template.spec.restartPolicy");
    served.create(ServedSandbox.DEPLOYMENTS, deployment);
    Reply moved =
        client.patch(
            ServedSandbox.DEPLOYMENTS + "/web",
            MERGE,
            "{'spec':{'selector':{'matchLabels':{'app':'z'}},"
                + "'template':{'metadata':{'labels':{'app':'z'}}}}}");
    assertEquals(422, moved.code());
    assertTrue(moved.message().endsWith("field is immutable"));
  }

  private void assertInvalid(String body, String field) {
    Reply reply = client.post(ServedSandbox.DEPLOYMENTS, body);
    assertEquals(422, reply.code(), reply::toString);
    assertEquals("Invalid", reply.reason());
    assertEquals(field, reply.json().at("/details/causes/0/field").asText());
  }

  @Test
  void statefulSetSpecIsImmutable() {
    served.create(
        ServedSandbox.PODS,
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i:1'}]}}");
    String pod = ServedSandbox.PODS + "/p";
    assertEquals(
        200,
        client
            .patch(pod, STRATEGIC, "{'spec':{'containers':[{'name':'c','image':'i:2'}]}}")
            .code());
    Reply refused = client.patch(pod, MERGE, "{'spec':{'restartPolicy':'Never'}}");
    assertEquals(422, refused.code());
    assertEquals("FieldValueForbidden", refused.json().at("/details/causes/0/reason").asText());
    String sets = "/apis/apps/v1/namespaces/shop/statefulsets";
    served.create(
        sets,
        ServedSandbox.deployment("db", 0).replace("'replicas'", "'serviceName':'a','replicas'"));
    assertEquals(200, client.patch(sets + "/db", MERGE, "{'spec':{'minReadySeconds':5}}").code());
    Reply moved = client.patch(sets + "/db", MERGE, "{'spec':{'serviceName':'b'}}");
    assertEquals(422, moved.code());
    assertTrue(moved.message().contains("updates to statefulset spec"));
  }

  @Test
  void eventsNeedTheNamespaceOfTheirObject() {
    String events = "/api/v1/namespaces/shop/events";
    Reply created =
        served.create(
            events, "{'metadata':{'name':'e'},'involvedObject':{'kind':'Pod','namespace':'shop'}}");
    assertTrue(created.json().path("eventTime").isNull());
    Reply misplaced =
        client.post(
            events, "{'metadata':{'name':'f'},'involvedObject':{'kind':'Pod','namespace':'x'}}");
    assertEquals(
        "Event \"f\" is invalid: involvedObject.namespace: Invalid value: \"x\": does not match"
            + " event.namespace",
        misplaced.message());
  }

  @Test
  void rejectsOversizedBodies() {
    byte[] large = new byte[3 * 1024 * 1024 + 1];
    assertEquals(413, client.send("POST", ServedSandbox.MAPS, JSON, JSON, large).code());
  }

  @Test
  void resourceVersionsIncreaseAcrossResources() {
    long first =
        Long.parseLong(served.create(ServedSandbox.MAPS, ServedSandbox.map("m", "")).version());
    long second =
        Long.parseLong(served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3)).version());
    assertNotEquals(first, second);
    assertTrue(second > first);
  }
}
