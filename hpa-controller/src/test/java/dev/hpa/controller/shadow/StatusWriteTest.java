package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.versions.HpaVersion;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StatusWriteTest {

  private static HorizontalPodAutoscaler hpa(String status) {
    return HpaVersion.V2.decode(
        ("{\"kind\": \"HorizontalPodAutoscaler\", \"apiVersion\": \"autoscaling/v2\", \"status\": {"
            + status
            + "}}"));
  }

  private static StatusWrite write(String before, String after) {
    return new StatusWrite(hpa(before), hpa(after), Instant.EPOCH, false);
  }

  private static final String KEPT = "\"currentReplicas\": 5, \"desiredReplicas\": 5";
  private static final String SCALED =
      "\"lastScaleTime\": \"2026-01-01T00:00:00Z\", \"currentReplicas\": 5, \"desiredReplicas\": 7";

  private static String condition(String type, String status, String reason) {
    return ", \"conditions\": [{\"type\": \"%s\", \"status\": \"%s\", \"reason\": \"%s\"}]"
        .formatted(type, status, reason);
  }

  @Test
  void aNewScaleTimeIsAScaleEvent() {
    StatusWrite write = write(KEPT, SCALED);
    assertTrue(write.isChange());
    assertTrue(write.isScaleEvent());
    assertEquals(5, write.from());
    assertEquals(7, write.to());
  }

  @Test
  void withoutOneTheReplicasAreKeptWhateverTheStatusStillSays() {
    StatusWrite write = write(SCALED, SCALED + condition("ScalingActive", "False", "Failed"));
    assertTrue(write.isChange());
    assertFalse(write.isScaleEvent());
    assertEquals(5, write.to());
    assertFalse(write.isDecision());
  }

  @Test
  void anEqualStatusIsNotAChange() {
    assertFalse(write(KEPT, KEPT).isChange());
  }

  @Test
  void disabledScalingIsADecisionAndAnUnreadableScaleIsNot() {
    assertTrue(
        write(KEPT, KEPT + condition("ScalingActive", "False", "ScalingDisabled")).isDecision());
    assertFalse(
        write(KEPT, KEPT + condition("AbleToScale", "False", "FailedGetScale")).isDecision());
    assertFalse(
        write(KEPT, KEPT + condition("AbleToScale", "False", "FailedUpdateScale")).isDecision());
  }
}
