package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.kube.memory.Limit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may write the status of an HPA adds conditions to it, other ones each time. */
@Tag("security")
class ConditionLabelsTest {

  private final ConditionLabels labels = new ConditionLabels();

  private static HpaCondition condition(String type, String status, String reason) {
    return new HpaCondition(type, status, Instant.EPOCH, reason, "");
  }

  private static HpaStatus status(HpaCondition... conditions) {
    return new HpaStatus(null, null, 4, 4, null, List.of(conditions));
  }

  @Test
  void conditionsOfOthersHaveNoLabels() {
    assertEquals(
        List.of(
            List.of("AbleToScale", "True", "ReadyForNewScale"),
            List.of("FallbackActive", "False", "MetricsAvailable"),
            List.of("ScaledToZero", "False", "NotScaledToZero")),
        labels.of(
            status(
                condition("AbleToScale", "True", "ReadyForNewScale"),
                condition("Foreign", "True", "Foreign"),
                condition("ScalingActive", "Foreign", "ValidMetricFound"),
                condition("FallbackActive", "False", "MetricsAvailable"),
                condition("ScaledToZero", "False", "NotScaledToZero"))));
  }

  @Test
  void reasonsAreLimited() {
    List<HorizontalPodAutoscaler> autoscalers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      HorizontalPodAutoscaler hpa = ReconcileLabelsTest.hpa("apps/v1", 4);
      autoscalers.add(
          hpa.withStatus(
              status(
                  condition("ScalingActive", "False", "Reason" + i),
                  condition("AbleToScale", "True", "x".repeat(1_000) + i))));
    }
    Map<List<String>, Double> counts = labels.count(autoscalers);
    assertEquals(Limit.LABEL_VALUES.asInt() + 2, counts.size());
    assertEquals(1_000.0, counts.get(List.of("AbleToScale", "True", ConditionLabels.OTHER)));
    assertEquals(
        1_000.0 - Limit.LABEL_VALUES.asInt(),
        counts.get(List.of("ScalingActive", "False", ConditionLabels.OTHER)));
    assertTrue(counts.containsKey(List.of("ScalingActive", "False", "Reason0")));
  }
}
