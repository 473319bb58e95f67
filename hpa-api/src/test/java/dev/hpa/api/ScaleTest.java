package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.v1.ScaleV1;
import dev.hpa.api.versions.ScaleValidation;
import dev.hpa.api.versions.ScaleVersion;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("security")
class ScaleTest {

  private static final Scale SCALE = new Scale("shop", "web", "u-1", "7", 0, 2, "a=b,c=d");

  @Test
  void scalesAreEncodedAsRecorded() {
    Vectors.check(
        "default.ndjson",
        line -> line.at("/input/kind").asText().equals(ScaleV1.KIND),
        line -> {
          String output = line.get("output").toString().replace(",\"creationTimestamp\":null", "");
          ScaleV1 scale = Json.readBody(line.get("input").toString(), ScaleV1.class);
          assertEquals(output, Json.text(scale));
        });
  }

  @Test
  void zeroReplicasAreOmitted() {
    assertEquals(
        "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\","
            + "\"namespace\":\"shop\",\"uid\":\"u-1\",\"resourceVersion\":\"7\"},\"spec\":{},"
            + "\"status\":{\"replicas\":2,\"selector\":\"a=b,c=d\"}}",
        Json.text(ScaleV1.of(SCALE)));
    assertEquals(SCALE, Json.read(Json.write(ScaleV1.of(SCALE)), ScaleV1.class).toScale());
  }

  @ParameterizedTest
  @EnumSource(ScaleVersion.class)
  void everyVersionRoundTrips(ScaleVersion form) {
    JsonNode body = form.encode(SCALE);
    assertEquals(form.apiVersion(), body.path("apiVersion").asText());
    assertEquals(SCALE, form.decode(body));
    assertEquals(SCALE, ScaleVersion.decodeAny(body));
    assertEquals(Optional.of(form), ScaleVersion.of(form.apiVersion()));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTOSCALING_V1")
  void olderVersionsHaveTheSelectorAsMapAndString(ScaleVersion form) {
    assertEquals(
        "{\"replicas\":2,\"selector\":{\"a\":\"b\",\"c\":\"d\"},\"targetSelector\":\"a=b,c=d\"}",
        form.encode(SCALE).path("status").toString());
    Scale ofSets = new Scale("shop", "web", null, "", 1, 1, "a=b,c in (d,e)");
    assertEquals(
        "{\"replicas\":1,\"targetSelector\":\"a=b,c in (d,e)\"}",
        form.encode(ofSets).path("status").toString());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTOSCALING_V1")
  void targetSelectorTakesPrecedenceOverSelector(ScaleVersion form) {
    assertEquals("x=y", selector(form, "'selector':{'c':'d'},'targetSelector':'x=y'"));
    assertEquals("a=b,c=d", selector(form, "'selector':{'c':'d','a':'b'},'targetSelector':''"));
    assertEquals("c=d", selector(form, "'selector':{'c':'d'}"));
    assertEquals("", selector(form, "'replicas':1"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTOSCALING_V1")
  void invalidLabelsAreRejected(ScaleVersion form) {
    JsonFormatException rejected =
        assertThrows(JsonFormatException.class, () -> selector(form, "'selector':{'a b':'c'}"));
    String message = String.valueOf(rejected.getMessage());
    assertTrue(
        message.startsWith("status.selector: key: Invalid value: \"a b\": name part must consist"),
        message);
  }

  private static String selector(ScaleVersion form, String status) {
    return form.decode(Json.tree(("{'status':{" + status + "}}").replace('\'', '"'))).selector();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | Object 'Kind' is missing in '{}'",
        "{\"kind\":\"Scale\"} | Object 'apiVersion' is missing in '{\"kind\":\"Scale\"}'",
        "{\"kind\":\"Scale\",\"apiVersion\":\"apps/v1\"}"
            + " | no kind \"Scale\" is registered for version \"apps/v1\"",
        "{\"kind\":\"Status\",\"apiVersion\":\"autoscaling/v1\"}"
            + " | no kind \"Status\" is registered for version \"autoscaling/v1\""
      })
  void otherKindsAreRejected(String body, String text) {
    assertEquals(
        text,
        assertThrows(JsonFormatException.class, () -> ScaleVersion.decodeAny(Json.tree(body)))
            .getMessage());
  }

  @Test
  void negativeReplicasAreRejected() {
    ScaleV1 scale =
        ScaleV1.of(
            ObjectMeta.named("shop", "web"), new ScaleV1.Spec(-1), new ScaleV1.Status(0, null));
    assertEquals(
        "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater"
            + " than or equal to 0",
        FieldError.statusMessage(
            "Scale.autoscaling",
            "web",
            ScaleValidation.validate(scale, KubernetesVersion.DEFAULT)));
  }
}
