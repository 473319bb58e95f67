package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.versions.HpaVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conversions of versions without recorded cases, and examples of the others. */
class ConversionTest {

  private static final String TARGET =
      "\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"web\",\"apiVersion\":\"apps/v1\"}";
  private static final String UP_TOLERANCE = "autoscaling.alpha.kubernetes.io/scale-up-tolerance";

  @Test
  void extensionsV1beta1ConvertsToAllLaterVersions() {
    HorizontalPodAutoscaler hub =
        HpaVersion.EXTENSIONS_V1BETA1.decode(
            "{\"spec\":{\"scaleRef\":{\"kind\":\"ReplicationController\",\"name\":\"fe\","
                + "\"subresource\":\"scale\"},\"maxReplicas\":4,"
                + "\"cpuUtilization\":{\"targetPercentage\":55}}}");

    assertEquals(
        "{\"scaleTargetRef\":{\"kind\":\"ReplicationController\",\"name\":\"fe\"},"
            + "\"minReplicas\":1,\"maxReplicas\":4,\"targetCPUUtilizationPercentage\":55}",
        HpaVersion.V1.encode(hub).get("spec").toString());
    assertEquals(
        "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"targetAverageUtilization\":55}}]",
        HpaVersion.V2ALPHA1.encode(hub).at("/spec/metrics").toString());
    assertEquals(
        "{\"scaleRef\":{\"kind\":\"ReplicationController\",\"name\":\"fe\",\"subresource\":\"scale\"},"
            + "\"minReplicas\":1,\"maxReplicas\":4,\"cpuUtilization\":{\"targetPercentage\":55}}",
        HpaVersion.EXTENSIONS_V1BETA1.encode(hub).get("spec").toString());
  }

  /** KEP-6003 adds it to v1 and v2. */
  @Test
  void theSyncPeriodIsInV1AndV2() {
    String spec = "{\"spec\":{" + TARGET + ",\"maxReplicas\":4,\"syncPeriodSeconds\":30}}";
    for (HpaVersion version : List.of(HpaVersion.V1, HpaVersion.V2)) {
      HorizontalPodAutoscaler hub = version.decode(spec);
      assertEquals(30, hub.spec().syncPeriodSeconds());
      assertEquals(30, HpaDefaults.apply(hub).spec().syncPeriodSeconds());
      assertEquals(30, HpaVersion.V1.encode(hub).at("/spec/syncPeriodSeconds").asInt());
      assertEquals(30, HpaVersion.V2.encode(hub).at("/spec/syncPeriodSeconds").asInt());
      assertFalse(HpaVersion.V2BETA2.encode(hub).at("/spec").has("syncPeriodSeconds"));
      assertFalse(HpaVersion.V2BETA1.encode(hub).at("/spec").has("syncPeriodSeconds"));
    }
  }

  @Test
  void releasesWithoutASyncPeriodDropIt() {
    String body =
        "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v2\",\"spec\":{"
            + TARGET
            + ",\"maxReplicas\":4,\"syncPeriodSeconds\":30}}";
    for (KubernetesVersion release : KubernetesVersion.values()) {
      JsonNode converted = HpaVersion.V2.convert(body, HpaVersion.V1, false, release);
      assertFalse(converted.at("/spec").has("syncPeriodSeconds"), release::toString);
    }
  }

  @Test
  void v2alpha1KeepsOnlySupportedMetrics() {
    HorizontalPodAutoscaler hub =
        HpaVersion.V2.decode(
            "{\"spec\":{"
                + TARGET
                + ",\"maxReplicas\":4,\"behavior\":{},\"metrics\":["
                + "{\"type\":\"Pods\",\"pods\":{\"metric\":{\"name\":\"q\",\"selector\":{}},"
                + "\"target\":{\"type\":\"AverageValue\",\"averageValue\":\"2\"}}},"
                + "{\"type\":\"External\",\"external\":{\"metric\":{\"name\":\"e\"},"
                + "\"target\":{\"type\":\"Value\",\"value\":\"2\"}}}]}}");

    JsonNode alpha = HpaVersion.V2ALPHA1.encode(hub);

    assertEquals(
        "[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"q\",\"targetAverageValue\":\"2\"}}]",
        alpha.at("/spec/metrics").toString());
    assertEquals("{}", alpha.get("metadata").toString());
  }

  @Test
  void v2beta2StoresToleranceInAnAnnotation() {
    HorizontalPodAutoscaler hub =
        HpaVersion.V2.decode(
            "{\"spec\":{"
                + TARGET
                + ",\"maxReplicas\":4,\"behavior\":{\"scaleUp\":{\"tolerance\":\"0.01\"}}}}");

    JsonNode beta = HpaVersion.V2BETA2.encode(hub);

    assertEquals("10m", beta.get("metadata").get("annotations").get(UP_TOLERANCE).asText());
    assertEquals(false, beta.at("/spec/behavior/scaleUp").has("tolerance"));
    assertEquals(hub, HpaVersion.V2BETA2.decode(beta));
    assertThrows(
        JsonFormatException.class,
        () -> HpaVersion.V2BETA2.decode(beta.toString().replace("10m", "lots")));
  }

  @Test
  void annotationsAreByteIdenticalToTheApiServer() {
    HorizontalPodAutoscaler hub =
        HpaVersion.V2.decode(
            "{\"status\":{\"conditions\":[{\"type\":\"ScalingActive\",\"status\":\"True\","
                + "\"lastTransitionTime\":\"2024-05-01T10:00:00.75+02:00\","
                + "\"reason\":\"ValidMetricFound\",\"message\":\"a <b> & c\"}]}}");

    JsonNode v1 = HpaVersion.V1.encode(hub);

    assertEquals(
        "[{\"type\":\"ScalingActive\",\"status\":\"True\","
            + "\"lastTransitionTime\":\"2024-05-01T08:00:00Z\",\"reason\":\"ValidMetricFound\","
            + "\"message\":\"a \\u003cb\\u003e \\u0026 c\"}]",
        v1.get("metadata").get("annotations").get(ReservedAnnotations.CONDITIONS).asText());
  }

  @Test
  void servedVersionsComeFirst() {
    assertEquals(
        List.of(HpaVersion.V2, HpaVersion.V1),
        List.of(HpaVersion.values()).stream().filter(HpaVersion::isServed).toList());
  }
}
