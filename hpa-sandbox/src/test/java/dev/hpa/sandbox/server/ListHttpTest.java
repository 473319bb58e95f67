package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListHttpTest {

  private static final String TABLE =
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

  private ServedSandbox served;
  private SandboxClient client;

  @BeforeEach
  void start() {
    served = new ServedSandbox();
    client = served.client;
    for (String name : List.of("a", "b", "c", "d", "e")) {
      String tier = name.compareTo("c") < 0 ? "'tier':'x'" : "";
      served.create(ServedSandbox.MAPS, ServedSandbox.map(name, tier));
    }
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private static List<String> names(Reply reply) {
    List<String> names = new ArrayList<>();
    reply.json().path("items").forEach(i -> names.add(i.at("/metadata/name").asText()));
    return names;
  }

  private static String token(Reply reply) {
    return reply.json().at("/metadata/continue").asText();
  }

  @Test
  void listItemsHaveNoKindAndVersion() {
    JsonNode list = client.get(ServedSandbox.MAPS).json();
    assertEquals("ConfigMapList", list.path("kind").asText());
    assertEquals("v1", list.path("apiVersion").asText());
    assertEquals(5, list.path("items").size());
    assertFalse(list.at("/items/0").has("kind"));
    assertEquals("a", list.at("/items/0/metadata/name").asText());
  }

  @Test
  void pagesHaveOneResourceVersion() {
    Reply first = client.get(ServedSandbox.MAPS + "?limit=2");
    assertEquals(List.of("a", "b"), names(first));
    assertEquals(3, first.json().at("/metadata/remainingItemCount").asInt());
    served.create(ServedSandbox.MAPS, ServedSandbox.map("bb", ""));
    client.delete(ServedSandbox.MAPS + "/d");
    Reply second = client.get(ServedSandbox.MAPS + "?limit=2&continue=" + token(first));
    assertEquals(List.of("c", "d"), names(second));
    assertEquals(first.version(), second.version());
    Reply third = client.get(ServedSandbox.MAPS + "?limit=2&continue=" + token(second));
    assertEquals(List.of("e"), names(third));
    assertEquals("", token(third));
  }

  @Test
  void versionZeroIsNotPaged() {
    assertEquals(5, names(client.get(ServedSandbox.MAPS + "?limit=2&resourceVersion=0")).size());
  }

  @Test
  void listsWithSelectorsHaveNoRemainingCount() {
    Reply page = client.get(ServedSandbox.MAPS + "?limit=1&labelSelector=tier%3Dx");
    assertEquals(List.of("a"), names(page));
    assertFalse(page.json().path("metadata").has("remainingItemCount"));
    assertEquals(
        List.of("b"),
        names(
            client.get(
                ServedSandbox.MAPS
                    + "?limit=1&continue="
                    + token(page)
                    + "&labelSelector=tier%3Dx")));
  }

  @Test
  void rejectsForgedContinueTokens() {
    assertEquals(400, client.get(ServedSandbox.MAPS + "?continue=abc").code());
    Reply gone = client.get(ServedSandbox.MAPS + "?continue=00000000-0000-4000-8000-000000000000");
    assertEquals(410, gone.code());
    assertEquals("Expired", gone.reason());
  }

  @Test
  void servesExactVersionsFromTheLog() {
    String version = client.get(ServedSandbox.MAPS).version();
    String exact = ServedSandbox.MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version;
    client.post("/api/v1/namespaces", "{'metadata':{'name':'else'}}");
    Reply still = client.get(exact);
    assertEquals(version, still.version());
    assertEquals(5, names(still).size());
    client.delete(ServedSandbox.MAPS + "/a");
    Reply past = client.get(exact);
    assertEquals(version, past.version());
    assertEquals(5, names(past).size());
    served.sandbox.cluster().store().compact();
    assertEquals(410, client.get(exact).code());
  }

  @Test
  void rejectsFutureVersions() {
    Reply reply = client.get(ServedSandbox.MAPS + "?resourceVersion=99999999");
    assertEquals(504, reply.code());
    assertEquals("Timeout", reply.reason());
    assertTrue(
        reply.message().startsWith("Timeout: Too large resource version: 99999999, current: "));
    assertEquals("ResourceVersionTooLarge", reply.json().at("/details/causes/0/reason").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "resourceVersion=abc, 400",
    "limit=x, 400",
    "timeout=abc, 400",
    "labelSelector=a%3D%3D%3D, 400",
    "fieldSelector=a, 400",
    "fieldSelector=data.k%3Dv, 400",
    "resourceVersionMatch=Exact, 422",
    "resourceVersionMatch=Bogus&resourceVersion=5, 422",
    "resourceVersionMatch=Exact&resourceVersion=0, 422",
    "sendInitialEvents=true, 422",
    "resourceVersion=1, 200",
    "limit=-1, 200",
    "foo=bar, 200",
    "timeout=5s, 200"
  })
  void validatesParameters(String query, int code) {
    Reply reply = client.get(ServedSandbox.MAPS + "?" + query);
    assertEquals(code, reply.code(), reply::toString);
  }

  @Test
  void filtersBySelectors() {
    assertEquals(
        List.of("b", "c", "d", "e"),
        names(client.get(ServedSandbox.MAPS + "?fieldSelector=metadata.name!%3Da")));
    assertEquals(
        List.of("c", "d", "e"), names(client.get(ServedSandbox.MAPS + "?labelSelector=!tier")));
    assertEquals(
        List.of("a"),
        names(client.get("/api/v1/configmaps?labelSelector=tier%20in%20(x,y)&limit=1")));
  }

  @Test
  void tablesHaveOneRowPerObject() {
    JsonNode table = client.get(ServedSandbox.MAPS, TABLE).json();
    assertEquals("Table", table.path("kind").asText());
    assertEquals("meta.k8s.io/v1", table.path("apiVersion").asText());
    assertEquals(5, table.path("rows").size());
    assertEquals("a", table.at("/rows/0/cells/0").asText());
    assertEquals("PartialObjectMetadata", table.at("/rows/0/object/kind").asText());
    JsonNode one = client.get(ServedSandbox.MAPS + "/a?includeObject=Object", TABLE).json();
    assertEquals("v", one.at("/rows/0/object/data/k").asText());
    assertEquals(400, client.get(ServedSandbox.MAPS + "?includeObject=Unknown", TABLE).code());
  }

  @Test
  void rejectsUnknownFormats() {
    Reply png = client.get(ServedSandbox.MAPS, "image/png");
    assertEquals(406, png.code());
    assertTrue(png.message().startsWith("406: Not Acceptable"));
    String metadata = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    assertEquals(406, client.get(ServedSandbox.MAPS + "/a", metadata).code());
    assertEquals(406, client.get("/apis", metadata).code());
    assertEquals(200, client.get("/apis", metadata + ",application/json").code());
    String table = SandboxClient.PROTOBUF + ";as=Table;v=v1;g=meta.k8s.io";
    assertEquals(406, client.get(ServedSandbox.MAPS, table).code());
  }

  @Test
  void servesPartialObjectMetadata() {
    String list = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    JsonNode all = client.get(ServedSandbox.MAPS, list).json();
    assertEquals("PartialObjectMetadataList", all.path("kind").asText());
    assertEquals("PartialObjectMetadata", all.at("/items/0/kind").asText());
    assertEquals("a", all.at("/items/0/metadata/name").asText());
    assertEquals(false, all.at("/items/0").has("data"));
    String one = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    Reply single = client.get(ServedSandbox.MAPS + "/a", one);
    assertEquals(
        "meta.k8s.io/v1", ProtobufCodec.decode(single.bytes()).path("apiVersion").asText());
    try (SandboxClient.Events events =
        client.watch(
            ServedSandbox.MAPS + "?watch=true",
            one.replace(SandboxClient.PROTOBUF, SandboxClient.JSON))) {
      JsonNode event = Objects.requireNonNull(events.next());
      assertEquals("PartialObjectMetadata", event.at("/object/kind").asText());
    }
  }

  @Test
  void supportsDeprecatedWatchPaths() {
    String old = ServedSandbox.MAPS.replace("/api/v1/", "/api/v1/watch/");
    try (SandboxClient.Events events = client.watch(old + "/b?resourceVersion=0")) {
      assertEquals("ADDED b", events.brief());
    }
  }

  @Test
  void compressesLargeResponses() throws IOException {
    Map<String, String> headers = Map.of("Accept", "application/json", "Accept-Encoding", "gzip");
    Reply small = client.send("GET", ServedSandbox.MAPS, headers, null);
    assertEquals("", small.header("content-encoding"));
    client.post(
        ServedSandbox.MAPS,
        "{'metadata':{'name':'long'},'data':{'k':'%s'}}".formatted("x".repeat(128 * 1024)));
    Reply large = client.send("GET", ServedSandbox.MAPS + "/long", headers, null);
    assertEquals("gzip", large.header("content-encoding"));
    assertTrue(large.bytes().length < 10_000);
    byte[] body = new GZIPInputStream(new ByteArrayInputStream(large.bytes())).readAllBytes();
    assertEquals("long", Json.tree(body).at("/metadata/name").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ServedSandbox.MAPS,
        ServedSandbox.MAPS + "?limit=1",
        ServedSandbox.MAPS + "?labelSelector=none%3Dnone",
        "/api/v1/namespaces",
        "/apis/autoscaling/v1/horizontalpodautoscalers",
        "/apis/autoscaling/v2/horizontalpodautoscalers",
      })
  void listsTheSameObjectsInProtobufAsInJson(String path) {
    client.post(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    for (int request = 0; request < 2; request++) {
      ObjectNode json = (ObjectNode) Json.tree(client.get(path).bytes());
      byte[] protobuf = client.get(path, SandboxClient.PROTOBUF).bytes();
      if (json.at("/metadata/continue").isMissingNode()) {
        assertArrayEquals(ProtobufCodec.encode(json), protobuf);
      } else {
        // Each list has another token.
        assertEquals(json.path("items"), ProtobufCodec.decode(protobuf).path("items"));
      }
    }
  }

  @Test
  void usesTheFirstAvailableFormat() {
    Reply protobuf = client.get(ServedSandbox.MAPS, SandboxClient.PROTOBUF);
    assertEquals(SandboxClient.PROTOBUF, protobuf.header("content-type"));
    assertEquals("a", ProtobufCodec.decode(protobuf.bytes()).at("/items/0/metadata/name").asText());
    assertEquals(
        SandboxClient.PROTOBUF,
        client.get(ServedSandbox.MAPS, SandboxClient.PROTOBUF + ", */*").header("content-type"));
    assertEquals(
        "application/json",
        client.get(ServedSandbox.MAPS, "*/*, " + SandboxClient.PROTOBUF).header("content-type"));
    Reply refusal = client.get(ServedSandbox.MAPS + "/none", SandboxClient.PROTOBUF);
    assertEquals("NotFound", ProtobufCodec.decode(refusal.bytes()).path("reason").asText());
    assertEquals(
        "application/json",
        client
            .get("/apis/metrics.k8s.io/v1beta1/nodes", SandboxClient.PROTOBUF + ", */*")
            .header("content-type"));
    assertTrue(
        client.get(ServedSandbox.MAPS + "/a", "application/yaml").text().contains("\n  k: v\n"));
    assertEquals(
        406, client.get("/apis/metrics.k8s.io/v1beta1/nodes", SandboxClient.PROTOBUF).code());
  }
}
