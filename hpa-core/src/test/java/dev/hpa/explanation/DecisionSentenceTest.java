package dev.hpa.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.Situation;
import dev.hpa.core.Tracer;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayListener;
import dev.hpa.simulation.ReplayMoment;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecisionSentenceTest {

  private static HorizontalPodAutoscaler hpa(String annotations, String spec) {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"name": "web", "namespace": "shop", "annotations": {ANNOTATIONS}},
         "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "maxReplicas": 10, SPEC
         "metrics": [{"type": "Resource", "resource": {"name": "cpu",
          "target": {"type": "Utilization", "averageUtilization": 50}}}]}}
        """
            .replace("ANNOTATIONS", annotations)
            .replace("SPEC", spec));
  }

  /** The sentence of the first sync under a constant load. */
  private static String sentence(HorizontalPodAutoscaler hpa, int replicas, double cores) {
    List<String> sentences = new ArrayList<>();
    ReplayListener listener =
        new ReplayListener() {
          @Override
          public void synced(
              Situation situation, Decision decision, Conclusion conclusion, ReplayMoment after) {
            sentences.add(DecisionSentence.of(Tracer.trace(situation, decision, conclusion)));
          }
        };
    Replay.run(
        ReplayWorkload.of(
            Instant.parse("2026-03-02T08:00:00Z"),
            Duration.ofSeconds(15),
            List.of(Samples.of(new double[] {cores, cores, cores})),
            1,
            Map.of("cpu", Quantity.parse("1")),
            Duration.ofSeconds(1),
            replicas),
        hpa,
        ReplaySetup.of(OptionsReader.UNRESTRICTED.read(hpa, Map.of()), Settings.DEFAULTS)
            .withListener(listener));
    return sentences.getFirst();
  }

  @Test
  void theMetricAndItsRecommendation() {
    assertEquals("cpu 100 % is above 50 %: 4 replicas", sentence(hpa("", ""), 2, 2));
    assertEquals(
        "cpu 51 % is within the tolerance of 50 %: 2 replicas", sentence(hpa("", ""), 2, 1.02));
  }

  @Test
  void theScaleDownWindow() {
    assertEquals(
        "cpu 25 % is below 50 %: 2 replicas; the highest recommendation in the 5m0s of the"
            + " scale-down window is 4",
        sentence(hpa("", ""), 4, 1));
  }

  @Test
  void thePolicy() {
    String behavior =
        """
        "behavior": {"scaleUp": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 60}]}},
        """;
    assertEquals(
        "cpu 200 % is above 50 %: 8 replicas; the policy of 1 Pods in 60 s allows at most 3",
        sentence(hpa("", behavior), 2, 4));
  }

  @Test
  void theLimitWithoutPolicies() {
    assertEquals(
        "cpu 200 % is above 50 %: 8 replicas; a scale-up allows at most 4",
        sentence(hpa("", ""), 2, 4));
  }

  @Test
  void theMaximum() {
    assertEquals(
        "cpu 150 % is above 50 %: 18 replicas; maxReplicas is 10", sentence(hpa("", ""), 6, 9));
  }

  @Test
  void boundsThatTheReplicasAreOutsideOf() {
    assertEquals(
        "fewer replicas than minReplicas 3", sentence(hpa("", "\"minReplicas\": 3,"), 1, 2));
    assertEquals("more replicas than maxReplicas 10", sentence(hpa("", ""), 12, 2));
  }

  @Test
  void aMetricWithoutAValue() {
    assertEquals(
        "cpu has no value: failed to get cpu utilization: unable to get metrics for resource cpu:"
            + " the recorded load has no value at this time",
        sentence(hpa("", ""), 2, Double.NaN));
  }

  @Test
  void theMode() {
    assertEquals(
        "cpu 100 % is above 50 %: 4 replicas; the mode is Paused",
        sentence(hpa("\"hpa.dev/mode\": \"Paused\"", ""), 2, 2));
  }
}
