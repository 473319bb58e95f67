package dev.hpa.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.vectors.Vectors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses with status 200 are decoded as by client-go's scale client. */
@Tag("security")
class ScaleObjectTest {

  private static ScaleObject read(String body) throws IOException {
    return ScaleObject.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static String failure(String body) {
    return String.valueOf(assertThrows(IOException.class, () -> read(body)).getMessage());
  }

  private static String response(String kind, String apiVersion) {
    return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":{}}";
  }

  @ParameterizedTest
  @CsvSource({
    "PatchOptions, autoscaling/v1, v1.PatchOptions",
    "HorizontalPodAutoscaler, autoscaling/v1, v1.HorizontalPodAutoscaler",
    "Deployment, apps/v1beta2, v1beta2.Deployment",
  })
  void otherKnownKindsAreNotConvertible(String kind, String version, String type) {
    assertTrue(
        failure(response(kind, version))
            .startsWith(
                "received an object from a /scale endpoint which was not convertible to"
                    + " autoscaling Scale: "
                    + type
                    + " is not suitable for converting to "));
  }

  @ParameterizedTest
  @CsvSource({
    "Scale, /v1, version \"v1\"",
    "Scale, apps/v1, version \"apps/v1\"",
    "Scale, __internal, the internal version of group \"\"",
    "ScaleStatus, autoscaling/v1, version \"autoscaling/v1\"",
  })
  void unknownKindsAreRejected(String kind, String version, String where) {
    assertEquals(
        "no kind \"" + kind + "\" is registered for " + where, failure(response(kind, version)));
  }

  @Test
  void aMalformedVersionTakesPrecedenceOverTheKind() {
    assertEquals("unexpected GroupVersion string: x/y/z", failure(response("", "x/y/z")));
    String body = response("Scale", "a/");
    assertEquals("Object 'apiVersion' is missing in '" + body + "'", failure(body));
  }

  @Test
  void theInternalVersionHasGoNames() throws IOException {
    String head = "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/__internal\",";

    assertEquals(0, read(head + "\"spec\":{\"replicas\":2}}").scale().specReplicas());
    ScaleObject form =
        read(
            head
                + "\"name\":\"web\",\"Spec\":{\"Replicas\":2},\"Status\":{\"Replicas\":3,"
                + "\"Selector\":{\"matchLabels\":{\"a\":\"b\"}}}}");
    assertEquals("web", form.scale().name());
    assertEquals(2, form.scale().specReplicas());
    assertEquals(3, form.scale().statusReplicas());
    assertEquals("a=b", form.scale().selector());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a in (", "a!=b", "a>1", "=", "-a=b", "a b"})
  void anInvalidSelectorFailsTheRead(String selector) {
    assertTrue(
        failure(
                "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"status\":{\"selector\":\""
                    + selector
                    + "\"}}")
            .startsWith(
                "received an object from a /scale endpoint which was not convertible to"
                    + " autoscaling Scale: failed to parse target selector: "));
  }

  /** Any number of syncs keeps its scale while it waits for metrics. */
  @Test
  void ofManyLabelsOnlyWhatIdentifiesAScaleIsKept() throws IOException {
    String labels =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"l%d\":\"\"".formatted(i))
            .collect(Collectors.joining(","));
    String body =
        "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u\",\"resourceVersion\":\"7\",\"labels\":{%s}}}";
    ObjectMeta kept = read(body.formatted(labels)).metadata();
    assertNull(kept.labels());
    assertEquals("web", kept.name());
    assertEquals("shop", kept.namespace());
    assertEquals("u", kept.uid());
    assertEquals("7", kept.resourceVersion());
    assertEquals(
        "the scale is larger than 256 KiB",
        failure(body.formatted(String.join(",", labels, labels, labels))));
  }

  @Test
  void aSelectorThatIsTooLongFailsTheRead() {
    assertTrue(
        failure(
                "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"status\":{\"selector\":\""
                    + "a".repeat(100_000)
                    + "\"}}")
            .contains("100000 characters are too many"));
  }

  private static List<String> recorded() {
    try (Stream<String> lines = Vectors.configured().lines("api/default.ndjson")) {
      return lines.toList();
    }
  }

  @Test
  void scalesAreWrittenAsRecorded() throws IOException {
    int count = 0;
    for (String each : recorded()) {
      JsonNode line = Json.tree(each);
      JsonNode input = line.path("input");
      if (input.path("kind").asText().equals("Scale")) {
        count++;
        assertEquals(
            line.get("output").toString().replace(",\"creationTimestamp\":null", "") + "\n",
            new String(
                ScaleObject.read(new ByteArrayInputStream(Json.write(input)))
                    .write(ApiGroupVersion.parse("autoscaling/v1")),
                StandardCharsets.UTF_8));
      }
    }
    assertTrue(count >= 17, "only " + count);
  }
}
