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
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static final MetricResult AT_TARGET = MetricReading.Series.of(List.of(50_000L));

  private static HorizontalPodAutoscaler autoscaler(MetricSpec metric, long generation) {
    HorizontalPodAutoscaler hpa = Fixtures.autoscaler(1, 10, null, metric);
    return hpa.withMetadata(hpa.metadata().copy().generation(generation).build());
  }

  private static Decision decide(
      KubernetesVersion version, HorizontalPodAutoscaler hpa, MetricResult result) {
    return decide(Settings.defaults(version), hpa, result);
  }

  private static Decision decide(
      Settings settings, HorizontalPodAutoscaler hpa, MetricResult result) {
    Scale scale = Fixtures.scale(5);
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
    return ended(decide(version, hpa, AT_TARGET)).status();
  }

  private static Conclusion ended(Decision decision) {
    return ((Decision.Ended) decision).conclusion();
  }

  private static List<Long> generations(HpaStatus status) {
    return status.conditionsOrEmpty().stream().map(HpaCondition::observedGeneration).toList();
  }

  @Test
  void release136WritesNoGeneration() {
    HpaStatus status = status(KubernetesVersion.V1_36, autoscaler(QUEUE, 4));
    assertNull(status.observedGeneration());
    assertTrue(generations(status).stream().allMatch(Objects::isNull));
  }

  @Test
  void release137WritesTheGenerationOfTheReconciledObjectToTheStatusAlone() {
    HorizontalPodAutoscaler hpa = autoscaler(QUEUE, 4);
    HpaStatus status = status(KubernetesVersion.V1_37, hpa);
    assertEquals(4L, status.observedGeneration());
    assertTrue(generations(status).stream().allMatch(Objects::isNull));
    assertEquals(status, status(KubernetesVersion.V1_37, hpa.withStatus(status)));
  }

  @Test
  void release137WritesZeroForAnObjectWithoutGeneration() {
    HpaStatus status = status(KubernetesVersion.V1_37, Fixtures.autoscaler(1, 10, null, QUEUE));
    assertEquals(0L, status.observedGeneration());
  }

  @Test
  void withoutTheGateTheGenerationIsDropped() {
    Settings all = Settings.defaults(KubernetesVersion.V1_37);
    Settings off =
        new Settings(
            all.version(),
            all.tolerance(),
            all.downscaleStabilization(),
            all.cpuInitializationPeriod(),
            all.initialReadinessDelay(),
            all.scaleToZero(),
            all.configurableTolerance(),
            all.podLevelResources(),
            false,
            all.differences());
    HorizontalPodAutoscaler hpa =
        autoscaler(QUEUE, 4).withStatus(new HpaStatus(3L, null, 5, 5, null, null));
    assertNull(ended(decide(off, hpa, AT_TARGET)).status().observedGeneration());
  }

  @Test
  void release137KeepsTheGenerationsThatOthersWroteToConditions() {
    HpaCondition foreign = new HpaCondition("AbleToScale", "False", NOW, "Other", "", 3L);
    HorizontalPodAutoscaler hpa =
        autoscaler(QUEUE, 4).withStatus(new HpaStatus(3L, null, 5, 5, null, List.of(foreign)));
    assertEquals(Arrays.asList(3L, null, null), generations(status(KubernetesVersion.V1_37, hpa)));
    assertEquals(
        Arrays.asList(null, null, null), generations(status(KubernetesVersion.V1_36, hpa)));
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
    HpaStatus status = ended(decision).status();
    assertEquals(3L, status.observedGeneration());
    assertEquals(Arrays.asList(3L, null), generations(status));
  }

  @ParameterizedTest
  @CsvSource({
    "V1_36, 'multiple HPAs: [shop/a shop/b shop/c]'",
    "V1_37, 'more than one HPA (e.g. [shop/a shop/b])'"
  })
  void release137NamesTwoOfTheAutoscalersThatSelectTheSamePods(
      KubernetesVersion version, String rivals) {
    HorizontalPodAutoscaler hpa = autoscaler(QUEUE, 1);
    Scale scale = Fixtures.scale(5);
    Settings settings = Settings.defaults(version);
    Selection selection =
        new Selection(Fixtures.readyPods(5, "1"), List.of("shop/a", "shop/b", "shop/c"));
    Conclusion conclusion =
        ended(
            Decider.decide(
                Situation.of(
                    hpa,
                    scale,
                    Planner.plan(hpa, scale, settings),
                    selection,
                    List.of(),
                    History.EMPTY,
                    settings,
                    NOW)));
    String text = "pods by selector " + scale.selector() + " are controlled by " + rivals;
    assertEquals(text, conclusion.eventsBefore().getFirst().message());
    assertEquals(text, conclusion.status().conditionsOrEmpty().getLast().message());
  }

  @Test
  void anAutoscalerThatWasDeletedIsNotMeasured() {
    HorizontalPodAutoscaler hpa = autoscaler(QUEUE, 1);
    Conclusion conclusion =
        ended(
            Decider.decide(
                Situation.of(
                    hpa,
                    Fixtures.scale(5),
                    new Plan.Deleted(),
                    Selection.EMPTY,
                    List.of(),
                    History.EMPTY,
                    Settings.defaults(KubernetesVersion.V1_37),
                    NOW)));
    String error =
        "HPA " + NamespacedName.of(hpa.metadata()) + " was deleted during reconciliation";
    assertEquals(
        List.of(HpaEvent.warning("FailedComputeMetricsReplicas", error)), conclusion.eventsAfter());
    assertTrue(String.valueOf(conclusion.error()).endsWith(": " + error), conclusion.error());
    assertEquals(List.of(), conclusion.eventsBefore());
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

  @ParameterizedTest
  @CsvSource({
    "V1_36, TooFewReplicas, external metric packets(nil), '0'",
    "V1_37, TooFewReplicas, external metric packets(nil), '0'",
    "V1_38, TooManyReplicas, Ingress metric packets, 9223372036854775807m"
  })
  void release138SaturatesAndNamesTheObject(
      KubernetesVersion version, String limit, String metric, String average) {
    MetricSpec perReplica =
        MetricSpec.of(
            new MetricSpec.ObjectMetric(
                new CrossVersionObjectReference("Ingress", "front", "networking.k8s.io/v1"),
                new MetricTarget(MetricTarget.AVERAGE_VALUE, null, Quantity.parse("10m"), null),
                new MetricIdentifier("packets", null)));
    MetricResult stated = MetricReading.SingleValue.of(0, null, Quantity.parse("1E"));
    HpaStatus status =
        ended(decide(version, Fixtures.autoscaler(5, 5, null, perReplica), stated)).status();
    assertEquals(
        "the HPA was able to successfully calculate a replica count from " + metric,
        status.conditionsOrEmpty().stream()
            .filter(each -> each.type().equals(HpaCondition.SCALING_ACTIVE))
            .findFirst()
            .orElseThrow()
            .message());
    MetricStatus.ObjectStatus object =
        Objects.requireNonNull(status.currentMetricsOrEmpty().getFirst().object());
    assertEquals(average, String.valueOf(object.current().averageValue()));
    assertEquals(limit, status.conditionsOrEmpty().getLast().reason());
  }

  private static String failure(KubernetesVersion version) {
    Decision decision =
        decide(
            version,
            autoscaler(PACKETS, 1),
            new MetricFailure(MetricFailure.Category.NO_DATA, "it is gone"));
    return ended(decision).eventsBefore().getFirst().message();
  }

  @Test
  void release137ScalesFromZeroByDefault() {
    assertFalse(Settings.defaults(KubernetesVersion.V1_36).scaleToZero());
    assertTrue(Settings.defaults(KubernetesVersion.V1_37).scaleToZero());
    assertEquals(Settings.DEFAULTS, Settings.defaults(KubernetesVersion.V1_37));
  }
}
