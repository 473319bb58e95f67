package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What differs between the releases. */
class VersionsTest {

  private static final MetricSpec PACKETS =
      MetricSpec.of(
          new MetricSpec.ObjectMetric(
              new CrossVersionObjectReference("Ingress", "front", "networking.k8s.io/v1"),
              new MetricTarget(MetricTarget.VALUE, Quantity.parse("10"), null, null),
              new MetricIdentifier("packets", null)));
  private static final MetricSpec QUEUE =
      MetricSpec.of(
          new MetricSpec.ExternalMetric(
              new MetricIdentifier("a", null),
              new MetricTarget(MetricTarget.AVERAGE_VALUE, null, Quantity.parse("10"), null)));

  private static HorizontalPodAutoscaler autoscaler(MetricSpec metric, long generation) {
    HorizontalPodAutoscaler hpa = Fixtures.autoscaler(1, 10, null, metric);
    return hpa.withMetadata(hpa.metadata().copy().generation(generation).build());
  }

  private static Decision decide(
      KubernetesVersion version, HorizontalPodAutoscaler hpa, MetricResult result) {
    Scale scale = Fixtures.scale(5);
    Settings settings = Settings.defaults(version);
    return Decider.decide(
        Situation.of(
            hpa,
            scale,
            Planner.plan(hpa, scale, settings),
            new Selection(Fixtures.readyPods(5, "1"), List.of()),
            List.of(result),
            History.EMPTY,
            settings,
            NOW));
  }

  private static HpaStatus status(KubernetesVersion version, HorizontalPodAutoscaler hpa) {
    Decision decision = decide(version, hpa, new MetricReading.Series(List.of(50_000L)));
    return ((Decision.Ended) decision).conclusion().status();
  }

  @Test
  void release136WritesNoGeneration() {
    HpaStatus status = status(KubernetesVersion.V1_36, autoscaler(QUEUE, 4));
    assertNull(status.observedGeneration());
    assertTrue(
        status.conditionsOrEmpty().stream()
            .map(HpaCondition::observedGeneration)
            .allMatch(Objects::isNull));
  }

  @Test
  void release137WritesTheGenerationOfTheReconciledObject() {
    HorizontalPodAutoscaler hpa = autoscaler(QUEUE, 4);
    HpaStatus status = status(KubernetesVersion.V1_37, hpa);
    assertEquals(4L, status.observedGeneration());
    assertEquals(
        List.of(4L, 4L, 4L),
        status.conditionsOrEmpty().stream().map(HpaCondition::observedGeneration).toList());
    assertEquals(status, status(KubernetesVersion.V1_37, hpa.withStatus(status)));
  }

  @Test
  void release137WritesNoGenerationForAServerWithoutThem() {
    HpaStatus status = status(KubernetesVersion.V1_37, Fixtures.autoscaler(1, 10, null, QUEUE));
    assertNull(status.observedGeneration());
  }

  @Test
  void release137KeepsTheObservedGenerationWhileTheScaleCannotBeRead() {
    HpaCondition other = new HpaCondition("ScalingActive", "True", NOW, "ValidMetricFound", "", 3L);
    HorizontalPodAutoscaler hpa =
        autoscaler(QUEUE, 4).withStatus(new HpaStatus(3L, null, 5, 5, null, List.of(other)));
    Decision decision =
        Decider.decide(
            new UnreadableScale(
                hpa,
                Settings.defaults(KubernetesVersion.V1_37),
                "not found",
                "error",
                History.EMPTY,
                NOW));
    HpaStatus status = ((Decision.Ended) decision).conclusion().status();
    assertEquals(3L, status.observedGeneration());
    assertEquals(
        List.of(3L, 4L),
        status.conditionsOrEmpty().stream().map(HpaCondition::observedGeneration).toList());
  }

  @Test
  void theMessageOfAnUnreadableObjectMetricDiffers() {
    assertEquals(
        "unable to get metric packets: Ingress on shop front/it is gone",
        failure(KubernetesVersion.V1_36));
    assertEquals(
        "unable to get metric packets on Ingress shop/front: it is gone",
        failure(KubernetesVersion.V1_37));
  }

  private static String failure(KubernetesVersion version) {
    Decision decision =
        decide(
            version,
            autoscaler(PACKETS, 1),
            new MetricFailure(MetricFailure.Category.NO_DATA, "it is gone"));
    return ((Decision.Ended) decision).conclusion().eventsBefore().getFirst().message();
  }

  @Test
  void release137ScalesFromZeroByDefault() {
    assertFalse(Settings.defaults(KubernetesVersion.V1_36).scaleToZero());
    assertTrue(Settings.defaults(KubernetesVersion.V1_37).scaleToZero());
    assertEquals(Settings.DEFAULTS, Settings.defaults(KubernetesVersion.V1_36));
  }
}
