package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HpaVersionTest {

  @Test
  void repeatedKeysAreMerged() {
    String body =
        "{\"spec\":{\"maxReplicas\":3,\"minReplicas\":2,\"behavior\":{\"scaleUp\":{}}},"
            + "\"spec\":{\"maxReplicas\":4,\"behavior\":{\"scaleDown\":{}}},\"spec\":null}";

    HpaSpec spec = HpaVersion.V2.decodeWithoutDefaults(body).spec();

    assertEquals(4, spec.maxReplicas());
    assertEquals(2, spec.minReplicas());
    Behavior.ScalingRules none = new Behavior.ScalingRules(null, null, null, null);
    assertEquals(new Behavior(none, none), spec.behavior());
    assertEquals(List.of("duplicate field \"spec\""), HpaVersion.V2.strictProblems(body));
  }

  @Test
  void aLaterNullClearsWhatHasANullOfItsOwn() {
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
  void unknownKeysAreSkippedAndTold() {
    String body = "{\"spec\":{\"maxreplicas\":3,\"metrics\":[{\"x\":1}]}}";
    assertEquals(0, HpaVersion.V2.decode(body).spec().maxReplicas());
    assertEquals(
        List.of("unknown field \"spec.maxreplicas\"", "unknown field \"spec.metrics[0].x\""),
        HpaVersion.V2.strictProblems(body));
  }

  @Test
  void whatDoesNotFitIsToldWithItsPlace() {
    JsonFormatException e =
        assertThrows(
            JsonFormatException.class,
            () -> HpaVersion.V2.decode("{\"spec\":{\"maxReplicas\":2.0}}"));
    assertEquals("spec.maxReplicas: number 2.0 is not an integer", e.getMessage());
  }

  @Test
  void behaviorIsCompletedOnlyWhereItIsPresent() {
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
  void versionsAreFoundByTheirName() {
    assertEquals(Optional.of(HpaVersion.V1), HpaVersion.of("autoscaling/v1"));
    assertEquals(Optional.empty(), HpaVersion.of("autoscaling/v3"));
  }
}
