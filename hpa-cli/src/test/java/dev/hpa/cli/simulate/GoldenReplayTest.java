package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The replay against recorded results of a simulation in which the controllers of a cluster made
 * the pods: pod-hours within 1 %, unserved demand within 0.1 percentage points, scale events and
 * flaps within 2 or 10 %.
 */
class GoldenReplayTest {
  private static final String CPU =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
          + " 60}}}";
  private static final String QUEUE =
      "{type: External, external: {metric: {name: queue}, target: {type: AverageValue,"
          + " averageValue: 10}}}";
  private static final String REQUESTS =
      "{type: Pods, pods: {metric: {name: rps}, target: {type: AverageValue, averageValue: 10}}}";

  @TempDir Path folder;

  /** What the simulation with a cluster gave. */
  private record Golden(double podHours, double unserved, int scaleEvents, int flaps) {}

  private void compare(
      Golden golden,
      String metric,
      String behavior,
      String annotations,
      DoubleUnaryOperator load,
      @Nullable Double capacity)
      throws IOException, UnusableInputException {
    Path manifest = folder.resolve("hpa.yaml");
    Files.writeString(
        manifest,
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop, annotations: {%s}}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          minReplicas: 2
          maxReplicas: 40
          metrics: [%s]
          behavior: {%s}
        """
            .formatted(annotations, metric, behavior));
    StringBuilder csv = new StringBuilder();
    for (int minute = 0; minute <= 24 * 60; minute++) {
      csv.append(60 * minute)
          .append(String.format(Locale.ROOT, ",%.4f%n", load.applyAsDouble(minute / 60.0)));
    }
    Path trace = folder.resolve("load.csv");
    Files.writeString(trace, csv);
    ReplaySpec spec = VariantRunTest.spec(manifest, trace, capacity, ReplaySpec.DEFAULT_WARM_UP);
    ReplayInputs inputs = ReplayInputs.of(spec, spec.variants().getFirst());
    ReplayFigures replayed =
        Replay.run(inputs.workload(), inputs.hpa(), inputs.options(), spec.settings()).figures();
    String both = golden + " against " + replayed;
    assertEquals(1, replayed.podHours() / golden.podHours(), 0.01, both);
    assertEquals(golden.unserved(), replayed.unserved(), 0.001, both);
    assertTrue(Math.abs(golden.flaps() - replayed.flaps()) <= 2 + golden.flaps() / 10, both);
    assertTrue(
        Math.abs(golden.scaleEvents() - replayed.scaleEvents()) <= 2 + golden.scaleEvents() / 10,
        both);
  }

  private static double day(double hour) {
    return 6 + 5 * Math.sin((hour - 8) / 24 * 2 * Math.PI);
  }

  @Test
  void aDayOfCpuLoad() throws Exception {
    compare(new Golden(485.239, 0.0, 35, 0), CPU, "", "", GoldenReplayTest::day, null);
  }

  @Test
  void noisyCpuLoadWithSpikesAndShortWindows() throws Exception {
    Random noise = new Random(7);
    compare(
        new Golden(516.682, 1.13e-7, 140, 50),
        CPU,
        "scaleDown: {stabilizationWindowSeconds: 60}",
        "",
        hour -> (day(hour) + (hour % 3 < 0.2 ? 8 : 0)) * (0.9 + 0.2 * noise.nextDouble()),
        null);
  }

  @Test
  void aQueue() throws Exception {
    compare(
        new Golden(164.502, 0.0, 120, 0),
        QUEUE,
        "",
        "",
        hour -> 100 * Math.abs(Math.sin(hour)),
        12.0);
  }

  @Test
  void requestsOfPodsWithPolicies() throws Exception {
    compare(
        new Golden(339.333, 0.0139454, 76, 0),
        REQUESTS,
        "scaleUp: {policies: [{type: Pods, value: 2, periodSeconds: 60}]}, scaleDown: {policies:"
            + " [{type: Percent, value: 10, periodSeconds: 60}]}",
        "",
        hour -> hour % 6 < 3 ? 40 : 250,
        12.0);
  }

  @Test
  void aWatermarkAndASchedule() throws Exception {
    compare(
        new Golden(366.483, 1.65e-6, 34, 0),
        REQUESTS,
        "",
        "\"hpa.dev/watermark.rps\": 6-12, \"hpa.dev/schedule.day\": \"08:00-18:00 UTC min=8"
            + " max=30\"",
        hour -> 25 * day(hour),
        12.0);
  }
}
