package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListHttpTest {

  private static final String TABLE =
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

  private Served served;
  private SandboxClient client;

  @BeforeEach
  void start() {
    served = new Served();
    client = served.client;
    for (String name : List.of("a", "b", "c", "d", "e")) {
      String tier = name.compareTo("c") < 0 ? "'tier':'x'" : "";
      served.create(Served.MAPS, Served.map(name, tier));
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
  void listsShowItemsWithoutKindAndVersion() {
    JsonNode list = client.get(Served.MAPS).json();
    assertEquals("ConfigMapList", list.path("kind").asText());
    assertEquals("v1", list.path("apiVersion").asText());
    assertEquals(5, list.path("items").size());
    assertFalse(list.at("/items/0").has("kind"));
    assertEquals("a", list.at("/items/0/metadata/name").asText());
  }

  @Test
  void pagesShowOneRevision() {
    Reply first = client.get(Served.MAPS + "?limit=2");
    assertEquals(List.of("a", "b"), names(first));
    assertEquals(3, first.json().at("/metadata/remainingItemCount").asInt());
    served.create(Served.MAPS, Served.map("bb", ""));
    client.delete(Served.MAPS + "/d");
    Reply second = client.get(Served.MAPS + "?limit=2&continue=" + token(first));
    assertEquals(List.of("c", "d"), names(second));
    assertEquals(first.version(), second.version());
    Reply third = client.get(Served.MAPS + "?limit=2&continue=" + token(second));
    assertEquals(List.of("e"), names(third));
    assertEquals("", token(third));
  }

  @Test
  void anyStateWillDoForVersionZeroSoItIsSentWhole() {
    assertEquals(5, names(client.get(Served.MAPS + "?limit=2&resourceVersion=0")).size());
  }

  @Test
  void listsWithSelectorsDoNotCountWhatIsLeft() {
    Reply page = client.get(Served.MAPS + "?limit=1&labelSelector=tier%3Dx");
    assertEquals(List.of("a"), names(page));
    assertFalse(page.json().path("metadata").has("remainingItemCount"));
    assertEquals(
        List.of("b"),
        names(
            client.get(
                Served.MAPS + "?limit=1&continue=" + token(page) + "&labelSelector=tier%3Dx")));
  }

  @Test
  void tokensAreNotMadeUp() {
    assertEquals(400, client.get(Served.MAPS + "?continue=abc").code());
    Reply gone = client.get(Served.MAPS + "?continue=00000000-0000-4000-8000-000000000000");
    assertEquals(410, gone.code());
    assertEquals("Expired", gone.reason());
  }

  @Test
  void exactVersionsAreShownWhileNothingHasChanged() {
    String version = client.get(Served.MAPS).version();
    String exact = Served.MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version;
    client.post("/api/v1/namespaces", "{'metadata':{'name':'else'}}");
    Reply still = client.get(exact);
    assertEquals(version, still.version());
    assertEquals(5, names(still).size());
    client.delete(Served.MAPS + "/a");
    assertEquals(410, client.get(exact).code());
  }

  @Test
  void theFutureIsNotShown() {
    Reply reply = client.get(Served.MAPS + "?resourceVersion=99999999");
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
  void parametersAreChecked(String query, int code) {
    Reply reply = client.get(Served.MAPS + "?" + query);
    assertEquals(code, reply.code(), reply::toString);
  }

  @Test
  void selectorsChoose() {
    assertEquals(
        List.of("b", "c", "d", "e"),
        names(client.get(Served.MAPS + "?fieldSelector=metadata.name!%3Da")));
    assertEquals(List.of("c", "d", "e"), names(client.get(Served.MAPS + "?labelSelector=!tier")));
    assertEquals(
        List.of("a"),
        names(client.get("/api/v1/configmaps?labelSelector=tier%20in%20(x,y)&limit=1")));
  }

  @Test
  void tablesHaveARowForEachObject() {
    JsonNode table = client.get(Served.MAPS, TABLE).json();
    assertEquals("Table", table.path("kind").asText());
    assertEquals("meta.k8s.io/v1", table.path("apiVersion").asText());
    assertEquals(5, table.path("rows").size());
    assertEquals("a", table.at("/rows/0/cells/0").asText());
    assertEquals("PartialObjectMetadata", table.at("/rows/0/object/kind").asText());
    JsonNode one = client.get(Served.MAPS + "/a?includeObject=Object", TABLE).json();
    assertEquals("v", one.at("/rows/0/object/data/k").asText());
    assertEquals(400, client.get(Served.MAPS + "?includeObject=Nonsense", TABLE).code());
  }

  @Test
  void formsNobodyWritesAreRefused() {
    Reply png = client.get(Served.MAPS, "image/png");
    assertEquals(406, png.code());
    assertTrue(png.message().startsWith("406: Not Acceptable"));
    String metadata = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    assertEquals(406, client.get(Served.MAPS, metadata).code());
    assertEquals(200, client.get(Served.MAPS, metadata + ",application/json").code());
  }

  @Test
  void protobufAndYamlAreWrittenForThoseWhoTakeNothingElse() {
    Reply protobuf = client.get(Served.MAPS, SandboxClient.PROTOBUF);
    assertEquals(SandboxClient.PROTOBUF, protobuf.header("content-type"));
    assertEquals(
        "a",
        dev.hpa.sandbox.proto.ProtobufCodec.decode(protobuf.bytes())
            .at("/items/0/metadata/name")
            .asText());
    assertEquals(
        "application/json",
        client.get(Served.MAPS, SandboxClient.PROTOBUF + ", */*").header("content-type"));
    assertTrue(client.get(Served.MAPS + "/a", "application/yaml").text().contains("\n  k: v\n"));
    assertEquals(
        406, client.get("/apis/metrics.k8s.io/v1beta1/pods", SandboxClient.PROTOBUF).code());
  }
}
