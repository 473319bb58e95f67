package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HistoryWarmupTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration GAP = Duration.ofSeconds(32);
  private static final Settings FLAGS = Settings.DEFAULTS;

  private final HistoryWarmup learning = new HistoryWarmup(GAP, START);

  private static HpaSpec spec(String behavior) {
    return HpaVersion.V2
        .decode(
            """
            {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
             "spec": {"maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "web"}%s}}
            """
                .formatted(behavior))
        .spec();
  }

  private boolean lasts(HpaSpec spec, int second) {
    return learning.lasts(spec, FLAGS, START.plusSeconds(second));
  }

  @Test
  void lastsAsLongAsTheFlagWithoutABehavior() {
    assertTrue(lasts(spec(""), 331));
    assertFalse(lasts(spec(""), 332));
  }

  @Test
  void lastsAsLongAsTheLongestWindowOrPeriod() {
    HpaSpec spec =
        spec(
            """
            , "behavior": {"scaleDown": {"stabilizationWindowSeconds": 60},
             "scaleUp": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 120}]}}
            """);
    assertTrue(lasts(spec, 151));
    assertFalse(lasts(spec, 152));
  }

  @Test
  void aBehaviorThatLeavesTheDownscaleWindowOpenTakesTheFlag() {
    HpaSpec spec = spec(", \"behavior\": {\"scaleUp\": {\"stabilizationWindowSeconds\": 10}}");
    assertTrue(lasts(spec, 331));
    assertFalse(lasts(spec, 332));
  }

  @Test
  void beginsAnewAfterAGapAndNotBetweenSyncs() {
    for (int second = 0; second <= 330; second += 30) {
      learning.synced(START.plusSeconds(second));
    }
    assertFalse(lasts(spec(""), 332));
    learning.synced(START.plusSeconds(363));
    assertTrue(lasts(spec(""), 363));
  }
}
