package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.versions.HpaVersion;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HpaVersionTest {

  @Test
  void duplicateFieldsAreMerged() {
    String body =
        "{\"spec\":{\"maxReplicas\":3,\"minReplicas\":2,\"behavior\":{\"scaleUp\":{}}},"
            + "\"spec\":{\"maxReplicas\":4,\"behavior\":{\"scaleDown\":{}}},\"spec\":null}";

    HpaSpec spec = HpaVersion.V2.decodeWithoutDefaults(body).spec();

    assertEquals(4, spec.maxReplicas());
    assertEquals(2, spec.minReplicas());
    Behavior.ScalingRules none = new Behavior.ScalingRules(null, null, null, null);
    assertEquals(new Behavior(none, none), spec.behavior());
  }

  @Test
  void aLaterNullClearsOnlyNullableFields() {
    HpaSpec spec =
        HpaVersion.V2
            .decodeWithoutDefaults(
                "{\"spec\":{\"maxReplicas\":3,\"maxReplicas\":null,"
                    + "\"minReplicas\":2,\"minReplicas\":null}}")
            .spec();

    assertEquals(3, spec.maxReplicas());
    assertEquals(null, spec.minReplicas());
  }

  @Test
  void unknownFieldsAreSkipped() {
    String body = "{\"spec\":{\"maxreplicas\":3,\"metrics\":[{\"x\":1}]}}";
    assertEquals(0, HpaVersion.V2.decode(body).spec().maxReplicas());
  }

  @Test
  void decodingFromAParserOmitsManagedFields() throws IOException {
    String body =
        """
        {"metadata": {"name": "web", "labels": {"managedFields": "a label"},
          "managedFields": [{"manager": "kubectl", "fieldsV1": {"f:spec": {"f:maxReplicas": {}}}}],
          "resourceVersion": "7"},
         "spec": {"maxReplicas": 3}}
        """;
    try (JsonParser in = new JsonFactory().createParser(body)) {
      in.nextToken();
      HorizontalPodAutoscaler read = HpaVersion.V2.decode(in);
      assertEquals(null, read.metadata().managedFields());
      assertEquals("7", read.metadata().resourceVersion());
      assertEquals(Map.of("managedFields", "a label"), read.metadata().labels());
      assertEquals(3, read.spec().maxReplicas());
    }
  }

  @Test
  void typeMismatchesNameTheField() {
    JsonFormatException e =
        assertThrows(
            JsonFormatException.class,
            () -> HpaVersion.V2.decode("{\"spec\":{\"maxReplicas\":2.0}}"));
    assertEquals("spec.maxReplicas: number 2.0 is not an integer", e.getMessage());
  }

  @Test
  void behaviorIsDefaultedOnlyIfPresent() {
    assertEquals(null, HpaVersion.V2.decode("{}").spec().behavior());
    assertEquals(
        "{\"scaleUp\":{\"stabilizationWindowSeconds\":0,\"selectPolicy\":\"Max\",\"policies\":["
            + "{\"type\":\"Pods\",\"value\":4,\"periodSeconds\":15},"
            + "{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]},"
            + "\"scaleDown\":{\"selectPolicy\":\"Max\",\"policies\":["
            + "{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]}}",
        Json.text(HpaVersion.V2.decode("{\"spec\":{\"behavior\":{}}}").spec().behavior()));
  }

  @Test
  void versionsAreFoundByApiVersion() {
    assertEquals(Optional.of(HpaVersion.V1), HpaVersion.of("autoscaling/v1"));
    assertEquals(Optional.empty(), HpaVersion.of("autoscaling/v3"));
  }

  @Test
  void removedVersionsHaveADeprecationWarning() {
    assertEquals(Optional.empty(), HpaVersion.V1.deprecation());
    assertEquals(
        Optional.of(
            "autoscaling/v2beta1 HorizontalPodAutoscaler is deprecated in v1.22+, unavailable in"
                + " v1.25+; use autoscaling/v2 HorizontalPodAutoscaler"),
        HpaVersion.V2BETA1.deprecation());
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void everyVersionConvertsLists(HpaVersion version) {
    HorizontalPodAutoscaler hub =
        HpaVersion.V2.decode(
            "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":"
                + "{\"kind\":\"Deployment\",\"name\":\"web\",\"apiVersion\":\"apps/v1\"}}}");
    HorizontalPodAutoscalerList list =
        HorizontalPodAutoscalerList.of(
            new ListMeta(null, "7", "more", 0L), List.of(hub, hub.withMetadata(ObjectMeta.EMPTY)));
    JsonNode body = version.encodeList(list);
    assertEquals(
        "{\"kind\":\"HorizontalPodAutoscalerList\",\"apiVersion\":\""
            + version.apiVersion()
            + "\",\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"more\",\"remainingItemCount\":0}",
        body.toString().substring(0, body.toString().indexOf(",\"items\"")));
    assertEquals(false, body.at("/items/0").has("kind") || body.at("/items/0").has("apiVersion"));
    assertEquals(list, version.decodeList(Json.text(body)));
  }

  @Test
  void jacksonSerializesLists() {
    String json =
        "{\"kind\":\"HorizontalPodAutoscalerList\",\"apiVersion\":\"autoscaling/v2\","
            + "\"metadata\":{},\"items\":[{\"metadata\":{\"name\":\"web\"},\"spec\":{"
            + "\"scaleTargetRef\":{\"kind\":\"\",\"name\":\"\"},\"maxReplicas\":3},\"status\":{"
            + "\"desiredReplicas\":0,\"currentMetrics\":null}}]}";
    HorizontalPodAutoscalerList list = Json.read(json, HorizontalPodAutoscalerList.class);
    assertEquals("web", list.itemsOrEmpty().getFirst().metadata().name());
    assertEquals(json, Json.text(list));
  }

  @Test
  void anUnsetListHasNullItems() {
    JsonNode list = HpaVersion.V1.encodeList(HpaVersion.V2.decodeList("{}"));
    assertEquals(true, list.get("items").isNull());
    assertEquals(List.of(), HpaVersion.V1.decodeList(list.toString()).itemsOrEmpty());
  }

  @Test
  void errorsNameTheListItem() {
    assertEquals(
        "items[1].spec.maxReplicas: number 2.5 is not an integer",
        assertThrows(
                JsonFormatException.class,
                () -> HpaVersion.V1.decodeList("{\"items\":[{},{\"spec\":{\"maxReplicas\":2.5}}]}"))
            .getMessage());
    String tolerance =
        "{\"items\":[{\"metadata\":{\"annotations\":"
            + "{\"autoscaling.alpha.kubernetes.io/scale-up-tolerance\":\"lots\"}}}]}";
    JsonFormatException failure =
        assertThrows(JsonFormatException.class, () -> HpaVersion.V2BETA2.decodeList(tolerance));
    assertTrue(String.valueOf(failure.getMessage()).startsWith("items[0]: "), failure::toString);
  }
}
