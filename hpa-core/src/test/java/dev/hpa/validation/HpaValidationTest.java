package dev.hpa.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Examples of validation; {@link ValidationVectorsTest} checks all rules against recorded cases.
 */
class HpaValidationTest {

  private static final String HEAD =
      "{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"},\"spec\":{\"scaleTargetRef\":"
          + "{\"kind\":\"Deployment\",\"name\":\"web\",\"apiVersion\":\"apps/v1\"}";

  @Test
  void aDefaultedAutoscalerIsValid() {
    assertEquals(List.of(), created(",\"maxReplicas\":3", HpaFeatureGates.DEFAULT));
  }

  @Test
  void missingMaxReplicasIsAlsoBelowMinReplicas() {
    assertEquals(
        List.of(
            "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
            "spec.maxReplicas: Required value"),
        created("", HpaFeatureGates.DEFAULT));
  }

  @Test
  void aSourceThatDoesNotMatchTheTypeIsReportedAsMissing() {
    assertEquals(
        List.of(
            "spec.metrics[0].pods: Required value: must populate information for the given metric"
                + " source"),
        created(
            ",\"maxReplicas\":3,\"metrics\":[{\"type\":\"Pods\",\"resource\":{\"name\":\"cpu\","
                + "\"target\":{\"type\":\"Utilization\",\"averageUtilization\":50}}}]",
            HpaFeatureGates.DEFAULT));
  }

  @Test
  void scaleToZeroNeedsTheFeatureGateAndAnObjectOrExternalMetric() {
    String zero = ",\"maxReplicas\":3,\"minReplicas\":0";
    String metrics =
        "spec.metrics: Forbidden: must specify at least one Object or External metric to support"
            + " scaling to zero replicas";
    assertEquals(
        List.of(metrics, "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"),
        created(zero, HpaFeatureGates.DEFAULT.withScaleToZero(false)));
    assertEquals(List.of(metrics), created(zero, HpaFeatureGates.DEFAULT.withScaleToZero(true)));
  }

  @Test
  void toleranceIsDroppedWithoutItsFeatureGateUnlessStored() {
    HorizontalPodAutoscaler tolerant =
        autoscaler(",\"maxReplicas\":3,\"behavior\":{\"scaleUp\":{\"tolerance\":\"0.1\"}}");
    HorizontalPodAutoscaler plain = autoscaler(",\"maxReplicas\":3");
    HpaFeatureGates off = new HpaFeatureGates(false, false, true);

    assertEquals(
        false,
        HpaVersion.V2
            .encode(HpaStrategy.prepareUpdate(tolerant, plain, off))
            .at("/spec/behavior/scaleUp")
            .has("tolerance"));
    assertEquals(tolerant.spec(), HpaStrategy.prepareUpdate(tolerant, tolerant, off).spec());
  }

  private static List<String> created(String spec, HpaFeatureGates gates) {
    HorizontalPodAutoscaler prepared =
        HpaStrategy.prepareCreate(autoscaler(spec), gates, "u-1", Instant.EPOCH);
    return HpaValidation.validateCreate(prepared, gates, KubernetesVersion.DEFAULT).stream()
        .map(FieldError::text)
        .toList();
  }

  private static HorizontalPodAutoscaler autoscaler(String spec) {
    return HpaVersion.V2.decode(HEAD + spec + "}}");
  }
}
