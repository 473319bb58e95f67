package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.server.SandboxClient.Events;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CustomResourceDefinitions and their resources. */
class CustomResourceHttpTest {

  static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  /** Widgets have replicas, a size and a status with a selector. */
  static final String WIDGETS =
      """
      {'metadata':{'name':'widgets.example.com'},'spec':{'group':'example.com','scope':'Namespaced',
       'names':{'plural':'widgets','kind':'Widget','shortNames':['wd'],'categories':['all']},
       'versions':[{'name':'v1','served':true,'storage':true,
        'subresources':{'status':{},'scale':{'specReplicasPath':'.spec.replicas',
         'statusReplicasPath':'.status.replicas','labelSelectorPath':'.status.selector'}},
        'schema':{'openAPIV3Schema':{'type':'object','properties':{
         'spec':{'type':'object','properties':{'replicas':{'type':'integer'},
          'size':{'type':'string','default':'small'},
          'free':{'type':'object','x-kubernetes-preserve-unknown-fields':true},
          'parts':{'type':'array','items':{'type':'object','properties':{
           'name':{'type':'string'},'count':{'type':'integer','default':1}}}}}},
         'status':{'type':'object','properties':{'replicas':{'type':'integer'},
          'selector':{'type':'string'},'phase':{'type':'string'}}}}}}},
       {'name':'v1beta1','served':true,'storage':false,
        'schema':{'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}
      """;

  private static final String OBJECTS = "/apis/example.com/v1/namespaces/shop/widgets";

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

  private static String widget(String spec) {
    return "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'},'spec':{%s}}"
        .formatted(spec);
  }

  private static JsonNode json(String text) {
    return Json.tree(SandboxClient.quoted(text));
  }

  @Test
  void servesADefinitionAtOnce() {
    assertEquals(404, client.get(OBJECTS).code());
    JsonNode definition = served.create(DEFINITIONS, WIDGETS).json();
    assertEquals("Established", definition.at("/status/conditions/1/type").asText());
    assertEquals("widget", definition.at("/spec/names/singular").asText());
    assertEquals(200, client.get(OBJECTS).code());
    JsonNode group = client.get("/apis/example.com").json();
    assertEquals("example.com/v1", group.at("/preferredVersion/groupVersion").asText());
    assertEquals("example.com/v1beta1", group.at("/versions/1/groupVersion").asText());
    assertEquals(
        json(
            """
            {'kind':'APIResourceList','apiVersion':'v1','groupVersion':'example.com/v1','resources':[
             {'name':'widgets','singularName':'widget','namespaced':true,'kind':'Widget',
              'verbs':['delete','deletecollection','get','list','patch','create','update','watch'],
              'shortNames':['wd'],'categories':['all'],'storageVersionHash':'gIwvi5rymmg='},
             {'name':'widgets/status','singularName':'','namespaced':true,'kind':'Widget',
              'verbs':['get','patch','update']},
             {'name':'widgets/scale','singularName':'','namespaced':true,'group':'autoscaling',
              'version':'v1','kind':'Scale','verbs':['get','patch','update']}]}
            """),
        client.get("/apis/example.com/v1").json());
    assertTrue(client.get("/openapi/v3").text().contains("apis/example.com/v1"));
  }

  @Test
  void deletingADefinitionDeletesItsObjects() {
    served.create(DEFINITIONS, WIDGETS);
    served.create(OBJECTS, widget("'replicas':1"));
    try (Events events = client.watch(OBJECTS + "?watch=true")) {
      assertEquals("ADDED w", events.brief());
      assertEquals(200, client.delete(DEFINITIONS + "/widgets.example.com").code());
      assertEquals("DELETED w", events.brief());
    }
    assertEquals("404 page not found\n", client.get(OBJECTS).text());
    served.create(DEFINITIONS, WIDGETS);
    assertEquals(0, client.get(OBJECTS).json().path("items").size());
  }

  @Test
  void servesObjectsInEveryVersion() {
    served.create(DEFINITIONS, WIDGETS);
    served.create(OBJECTS, widget("'replicas':2"));
    JsonNode other = client.get(OBJECTS.replace("v1/", "v1beta1/") + "/w").json();
    assertEquals("example.com/v1beta1", other.path("apiVersion").asText());
    assertEquals(2, other.at("/spec/replicas").asInt());
    Reply wrong = client.post(OBJECTS, widget("").replace("com/v1", "com/v1beta1"));
    assertEquals(400, wrong.code());
  }

  @Test
  void statusIsASubresource() {
    served.create(DEFINITIONS, WIDGETS);
    Reply created = served.create(OBJECTS, widget("'replicas':1},'status':{'phase':'Done'"));
    assertFalse(created.json().has("status"));
    Reply reported =
        client.patch(
            OBJECTS + "/w/status",
            SandboxClient.MERGE,
            "{'spec':{'replicas':9},'status':{'phase':'Done'}}");
    assertEquals("Done", reported.json().at("/status/phase").asText());
    assertEquals(1, reported.json().at("/spec/replicas").asInt());
    assertEquals(1, reported.json().at("/metadata/generation").asInt());
    Reply changed =
        client.patch(
            OBJECTS + "/w", SandboxClient.MERGE, "{'spec':{'size':'large'},'status':null}");
    assertEquals(2, changed.json().at("/metadata/generation").asInt());
    assertEquals("Done", changed.json().at("/status/phase").asText());
  }

  @Test
  void scaleUsesThePathsOfTheDefinition() {
    served.create(DEFINITIONS, WIDGETS.replace(".spec.replicas", ".spec.free.count"));
    served.create(OBJECTS, widget(""));
    Reply none = client.get(OBJECTS + "/w/scale");
    assertEquals(500, none.code());
    assertEquals(
        "Internal error occurred: the spec replicas field \".spec.free.count\" does not exist",
        none.message());
    client.put(OBJECTS + "/w/scale", "{'metadata':{'name':'w'},'spec':{'replicas':3}}");
    assertEquals(3, client.get(OBJECTS + "/w").json().at("/spec/free/count").asInt());
    client.patch(
        OBJECTS + "/w/status", SandboxClient.MERGE, "{'status':{'replicas':2,'selector':'app=w'}}");
    JsonNode scale = client.get(OBJECTS + "/w/scale").json();
    assertEquals(json("{'replicas':3}"), scale.path("spec"));
    assertEquals(json("{'replicas':2,'selector':'app=w'}"), scale.path("status"));
    Reply patched =
        client.patch(OBJECTS + "/w/scale", SandboxClient.MERGE, "{'spec':{'replicas':5}}");
    assertEquals(5, patched.json().at("/spec/replicas").asInt());
  }

  @Test
  void deletingANamespaceDeletesCustomResources() {
    served.create(DEFINITIONS, WIDGETS);
    served.create(OBJECTS, widget(""));
    client.delete("/api/v1/namespaces/shop");
    served.pass(Duration.ofSeconds(5));
    assertEquals(404, client.get("/api/v1/namespaces/shop").code());
  }

  @Test
  void rejectsInvalidDefinitions() {
    Reply reply =
        client.post(DEFINITIONS, WIDGETS.replace("'widgets.example.com'", "'widgets.example.org'"));
    assertEquals(422, reply.code());
    assertTrue(
        reply.message().contains("must be spec.names.plural+\".\"+spec.group"), reply.message());
    reply = client.post(DEFINITIONS, WIDGETS.replace("'storage':true", "'storage':false"));
    assertTrue(reply.message().contains("exactly one version"), reply.message());
    reply = client.post(DEFINITIONS, WIDGETS.replace(".spec.replicas", ".replicas"));
    assertTrue(reply.message().contains("should be a json path under .spec"), reply.message());
  }
}
