package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.extensions.ScaleV1beta1;
import dev.hpa.api.v1.ScaleV1;
import org.junit.jupiter.api.Test;

class ScaleTest {

  private static final Scale SCALE = new Scale("shop", "web", "u-1", "7", 0, 2, "a=b,c=d");

  @Test
  void scalesAreWrittenAsRecorded() {
    Vectors.check(
        "default.ndjson.gz",
        line -> line.at("/input/kind").asText().equals(ScaleV1.KIND),
        line -> {
          String output = line.get("output").toString().replace(",\"creationTimestamp\":null", "");
          ScaleV1 scale = Json.readBody(line.get("input").toString(), ScaleV1.class);
          assertEquals(output, Json.text(scale));
        });
  }

  @Test
  void aScaleToZeroHasAnEmptySpec() {
    assertEquals(
        "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\","
            + "\"namespace\":\"shop\",\"uid\":\"u-1\",\"resourceVersion\":\"7\"},\"spec\":{},"
            + "\"status\":{\"replicas\":2,\"selector\":\"a=b,c=d\"}}",
        Json.text(ScaleV1.of(SCALE)));
    assertEquals(SCALE, Json.read(Json.write(ScaleV1.of(SCALE)), ScaleV1.class).toScale());
  }

  @Test
  void theFirstVersionHasTheSelectorTwice() {
    ScaleV1beta1 old = ScaleV1beta1.of(ScaleV1.of(SCALE));
    assertEquals(
        "{\"replicas\":2,\"selector\":{\"a\":\"b\",\"c\":\"d\"},\"targetSelector\":\"a=b,c=d\"}",
        Json.text(old.status()));
    assertEquals(SCALE, old.toScale());
    assertEquals(
        "c=d",
        Json.readBody("{\"status\":{\"selector\":{\"c\":\"d\"}}}", ScaleV1beta1.class)
            .toScale()
            .selector());
  }

  @Test
  void negativeReplicasAreRefused() {
    ScaleV1 scale =
        ScaleV1.of(
            ObjectMeta.named("shop", "web"), new ScaleV1.Spec(-1), new ScaleV1.Status(0, null));
    assertEquals(
        "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater"
            + " than or equal to 0",
        FieldError.statusMessage("Scale.autoscaling", "web", ScaleValidation.validate(scale)));
  }
}
