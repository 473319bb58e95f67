package dev.hpa.sandbox.server;

import static dev.hpa.sandbox.server.SandboxClient.MERGE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeleteHttpTest {

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

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

  private int count(String path) {
    return client.get(path).json().path("items").size();
  }

  private void deploy() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 2));
    served.pass(LONG_ENOUGH);
    assertEquals(2, count(ServedSandbox.PODS));
  }

  @Test
  void immediateDeletionReturnsSuccess() {
    Reply created = served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply deleted = client.delete(ServedSandbox.HPAS + "/h");
    assertEquals(200, deleted.code());
    assertEquals("Success", deleted.json().path("status").asText());
    assertEquals(created.json().at("/metadata/uid"), deleted.json().at("/details/uid"));
    assertEquals(404, client.delete(ServedSandbox.HPAS + "/h").code());
  }

  @Test
  void checksPreconditions() {
    Reply created = served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    String path = ServedSandbox.HPAS + "/h";
    assertEquals(409, client.delete(path, "{'preconditions':{'uid':'other'}}").code());
    assertEquals(409, client.delete(path, "{'preconditions':{'resourceVersion':'1'}}").code());
    assertEquals(422, client.delete(path, "{'propagationPolicy':'Sideways'}").code());
    assertEquals(422, client.delete(path, "{'dryRun':['maybe']}").code());
    assertEquals(400, client.delete(path, "{'gracePeriodSeconds':'soon'}").code());
    assertEquals(
        200,
        client
            .delete(path, "{'preconditions':{'resourceVersion':'%s'}}".formatted(created.version()))
            .code());
  }

  @Test
  void finalizersKeepAnObject() {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    String path = ServedSandbox.HPAS + "/h";
    client.patch(path, MERGE, "{'metadata':{'finalizers':['example.com/f']}}");
    Reply marked = client.delete(path);
    assertTrue(marked.json().at("/metadata").has("deletionTimestamp"));
    assertEquals(
        200, client.patch(path, MERGE, "{'spec':{'maxReplicas':7}}").code(), "it is still there");
    client.patch(path, MERGE, "{'metadata':{'finalizers':null}}");
    assertEquals(404, client.get(path).code());
  }

  @Test
  void backgroundDeletionDeletesDependentsLater() {
    deploy();
    assertEquals(
        "Success",
        client
            .delete(ServedSandbox.DEPLOYMENTS + "/web", "{'propagationPolicy':'Background'}")
            .json()
            .path("status")
            .asText());
    assertEquals(404, client.get(ServedSandbox.DEPLOYMENTS + "/web").code());
    served.pass(LONG_ENOUGH);
    assertEquals(0, count(ServedSandbox.REPLICA_SETS));
    assertEquals(0, count(ServedSandbox.PODS));
  }

  @Test
  void deletingANamespaceDeletesItsContent() {
    deploy();
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply going = client.delete("/api/v1/namespaces/shop");
    assertEquals("Terminating", going.json().at("/status/phase").asText());
    Reply late = client.post(ServedSandbox.HPAS, ServedSandbox.hpa("late", 3));
    assertEquals(403, late.code());
    assertEquals("NamespaceTerminating", late.json().at("/details/causes/0/reason").asText());
    served.pass(LONG_ENOUGH);
    assertEquals(404, client.get("/api/v1/namespaces/shop").code());
    assertEquals(0, count("/api/v1/pods"));
    assertEquals(0, count("/apis/autoscaling/v2/horizontalpodautoscalers"));
  }

  @Test
  void rejectsDeletionOfSystemNamespaces() {
    Reply reply = client.delete("/api/v1/namespaces/default");
    assertEquals(403, reply.code());
    assertEquals(
        "namespaces \"default\" is forbidden: this namespace may not be deleted", reply.message());
    assertEquals(405, client.delete("/api/v1/namespaces").code());
  }

  @Test
  void deletesCollectionsBySelector() {
    for (String name : new String[] {"a", "b", "c"}) {
      served.create(
          ServedSandbox.MAPS, ServedSandbox.map(name, name.equals("b") ? "" : "'go':'away'"));
    }
    Reply gone = client.delete(ServedSandbox.MAPS + "?labelSelector=go%3Daway");
    assertEquals("ConfigMapList", gone.json().path("kind").asText());
    assertEquals(2, gone.json().path("items").size());
    assertEquals("b", client.get(ServedSandbox.MAPS).json().at("/items/0/metadata/name").asText());
    assertEquals(405, client.delete("/api/v1/configmaps").code());
  }

  @Test
  void runningPodsHaveAGracePeriod() {
    deploy();
    String name = client.get(ServedSandbox.PODS).json().at("/items/0/metadata/name").asText();
    Reply marked = client.delete(ServedSandbox.PODS + "/" + name);
    assertEquals(30, marked.json().at("/metadata/deletionGracePeriodSeconds").asInt());
    served.pass(LONG_ENOUGH);
    assertEquals(404, client.get(ServedSandbox.PODS + "/" + name).code());
    assertEquals(2, count(ServedSandbox.PODS), "and are replaced");
  }

  @Test
  void rejectsUnsupportedPodSubresources() {
    deploy();
    String name = client.get(ServedSandbox.PODS).json().at("/items/0/metadata/name").asText();
    for (String part : new String[] {"log", "exec", "portforward", "attach", "eviction"}) {
      Reply reply = client.get(ServedSandbox.PODS + "/" + name + "/" + part);
      assertEquals(501, reply.code());
      assertTrue(
          reply.message().startsWith("the sandbox does not serve pods/" + part), reply.message());
    }
    assertEquals(404, client.get(ServedSandbox.PODS + "/none/log").code());
    assertEquals(404, client.get(ServedSandbox.PODS + "/" + name + "/unknown").code());
  }
}
