package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiscoveryHttpTest {

  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String OLD =
      "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";

  private ServedSandbox served;

  @BeforeAll
  void start() {
    served = new ServedSandbox();
  }

  @AfterAll
  void stop() {
    served.close();
  }

  private Reply get(String path, String accept) {
    return served.client.get(path, accept);
  }

  private static List<String> texts(Iterable<JsonNode> nodes, String field) {
    List<String> texts = new ArrayList<>();
    nodes.forEach(node -> texts.add(node.path(field).asText()));
    return texts;
  }

  @Test
  void listsGroupsAndVersions() {
    assertEquals("APIVersions", served.client.get("/api").json().path("kind").asText());
    JsonNode groups = served.client.get("/apis").json().path("groups");
    assertEquals(
        List.of(
            "apiregistration.k8s.io",
            "apps",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "autoscaling",
            "extensions",
            "policy",
            "rbac.authorization.k8s.io",
            "apiextensions.k8s.io",
            "coordination.k8s.io",
            "custom.metrics.k8s.io",
            "external.metrics.k8s.io",
            "metrics.k8s.io"),
        texts(groups, "name"));
    JsonNode autoscaling = served.client.get("/apis/autoscaling").json();
    assertEquals(
        List.of("v2", "v1", "v2beta2", "v2beta1", "v2alpha1"),
        texts(autoscaling.path("versions"), "version"));
    assertEquals("v2", autoscaling.at("/preferredVersion/version").asText());
  }

  /** Clients that look up a short name or a category find autoscalers once, as v2. */
  @Test
  void autoscalersHaveShortNamesInTheirOwnGroupOnly() {
    JsonNode old = served.client.get("/apis/extensions/v1beta1").json().path("resources");
    assertEquals(
        List.of("horizontalpodautoscalers", "horizontalpodautoscalers/status"), texts(old, "name"));
    assertEquals(false, old.path(0).has("shortNames") || old.path(0).has("categories"));
    JsonNode own = served.client.get("/apis/autoscaling/v2beta1").json().path("resources");
    assertEquals("hpa", own.at("/0/shortNames/0").asText());
    JsonNode aggregated = get("/apis", AGGREGATED).json().at("/items/5");
    assertEquals("extensions", aggregated.at("/metadata/name").asText());
    assertEquals(
        "HorizontalPodAutoscaler",
        aggregated.at("/versions/0/resources/0/subresources/0/responseKind/kind").asText());
  }

  @Test
  void listsResourcesWithSubresources() {
    JsonNode resources = served.client.get("/apis/apps/v1").json().path("resources");
    assertEquals(
        List.of(
            "deployments",
            "deployments/scale",
            "deployments/status",
            "replicasets",
            "replicasets/scale",
            "replicasets/status",
            "statefulsets",
            "statefulsets/scale",
            "statefulsets/status"),
        texts(resources, "name"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        AGGREGATED,
        AGGREGATED + "," + OLD + ",application/json",
        "application/json; g=apidiscovery.k8s.io; v=v2; as=APIGroupDiscoveryList"
      })
  void aggregatedDiscoveryHasItsContentType(String accept) {
    Reply reply = get("/apis", accept);
    assertEquals(AGGREGATED, reply.header("content-type"));
    assertEquals("APIGroupDiscoveryList", reply.json().path("kind").asText());
    assertEquals(13, reply.json().path("items").size());
    assertEquals(AGGREGATED, get("/api", accept).header("content-type"));
  }

  @Test
  void fallsBackForOldAggregatedDiscovery() {
    assertEquals(
        "APIGroupList", get("/apis", OLD + ",application/json").json().path("kind").asText());
    Reply refused = get("/apis", OLD);
    assertEquals(406, refused.code());
    assertEquals("NotAcceptable", refused.reason());
  }

  @Test
  void servesDiscoveryInOtherFormats() {
    assertEquals("application/yaml", get("/apis/apps", "application/yaml").header("content-type"));
    assertTrue(get("/apis/apps", "application/yaml").text().contains("name: apps\n"));
    assertEquals(
        SandboxClient.PROTOBUF,
        get("/apis/apps/v1", SandboxClient.PROTOBUF).header("content-type"));
    assertEquals(406, get("/apis/apps/v1", "text/html").code());
  }

  @Test
  void unknownPathsAreNotFound() {
    assertEquals("404 page not found\n", served.client.get("/apis/nope.io").text());
    assertEquals("404 page not found\n", served.client.get("/nope").text());
    for (String path :
        List.of("/api/v2", "/apis/autoscaling/v3", "/apis/apps/v1/namespaces/shop/daemonsets")) {
      Reply reply = served.client.get(path);
      assertEquals(404, reply.code(), path);
      assertEquals("the server could not find the requested resource", reply.message(), path);
    }
  }

  @Test
  void allButHealthNeedsAToken() {
    for (String wrong : new String[] {null, "Bearer invalid", "Basic YTpi"}) {
      Reply reply = served.client.getAs(wrong, "/api/v1/pods");
      assertEquals(401, reply.code());
      assertEquals("Unauthorized", reply.reason());
    }
    assertEquals("ok", served.client.getAs(null, "/healthz").text());
    assertEquals("ok", served.client.getAs(null, "/readyz").text());
    assertEquals(200, served.client.getAs(null, "/version").code());
  }

  @Test
  void openApiDeclaresFieldValidation() {
    JsonNode index = served.client.get("/openapi/v3").json();
    String url = index.at("/paths").path("apis/autoscaling/v2").path("serverRelativeURL").asText();
    JsonNode document = served.client.get(url).json();
    assertEquals(
        TextNode.valueOf("fieldValidation"),
        document
            .path("paths")
            .path("/apis/autoscaling/v2/namespaces/{namespace}/horizontalpodautoscalers/{name}")
            .at("/patch/parameters/0/name"));
    assertEquals(0, served.client.get("/openapi/v2").bytes().length);
    assertEquals(404, served.client.get("/openapi/v3/apis/apps/v9").code());
  }

  @Test
  void respondsNotModifiedToKnownEtags() {
    Reply fresh = served.client.send("GET", "/apis", Map.of("Accept", AGGREGATED), null);
    Map<String, String> known = Map.of("Accept", AGGREGATED, "If-None-Match", fresh.header("etag"));
    Reply again = served.client.send("GET", "/apis", known, null);
    assertEquals(304, again.code());
    assertEquals(0, again.bytes().length);
  }

  @Test
  void servesAggregatedDiscoveryAsProtobuf() {
    Reply reply = get("/apis", AGGREGATED.replace("application/json", SandboxClient.PROTOBUF));
    assertTrue(reply.header("content-type").startsWith(SandboxClient.PROTOBUF + ";g=apidisc"));
    assertEquals(
        "apiregistration.k8s.io",
        ProtobufCodec.decode(reply.bytes()).at("/items/0/metadata/name").asText());
  }

  @Test
  void listsPaths() {
    String pages = served.client.get("/").json().path("paths").toString();
    assertTrue(pages.contains("\"/apis/autoscaling/v2\""), pages);
    assertEquals("[+]ping ok\nreadyz check passed\n", served.client.get("/readyz?verbose").text());
  }

  @Test
  void adminMayDoEverything() {
    Reply may =
        served.client.post(
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "{'spec':{'resourceAttributes':{'verb':'list','resource':'pods'}}}");
    assertEquals(201, may.code());
    assertTrue(may.json().at("/status/allowed").asBoolean());
    Reply who = served.client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
    assertEquals("system:admin", who.json().at("/status/userInfo/username").asText());
  }
}
