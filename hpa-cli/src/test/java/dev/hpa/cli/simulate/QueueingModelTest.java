package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueingModelTest {

  private static final double TOLERANCE = 1e-9;

  private static QueueingModel model(double service, int concurrency, double slo) {
    return new QueueingModel(service, concurrency, slo, "latency");
  }

  @Test
  void oneServerIsTheFormulaOfMm1() {
    // 5 of 10 requests per second: the share 0.5 waits, for 0.2 s on average.
    QueueingModel one = model(0.1, 1, 0.3);
    assertEquals(10, one.capacityPerPod(), TOLERANCE);
    assertEquals(0.1 + 0.2 * Math.log(5), one.p90(5, 1), TOLERANCE);
    assertEquals(1 - 0.5 * Math.exp(-5 * 0.2), one.attainment(5, 1), TOLERANCE);
    assertEquals(one.p90(5, 1), one.p90(50, 10), TOLERANCE);
  }

  @Test
  void twoServersAreErlangsFormula() {
    // C(2, 1) = 1/3 for a load of 1 with 2 servers.
    QueueingModel two = model(0.1, 2, 0.15);
    assertEquals(0.1 + Math.log(10.0 / 3) / 10, two.p90(10, 1), TOLERANCE);
    assertEquals(1 - Math.exp(-10 * 0.05) / 3, two.attainment(10, 1), TOLERANCE);
  }

  @Test
  void withoutDemandNothingWaits() {
    QueueingModel model = model(0.1, 4, 0.2);
    assertEquals(0.1, model.p90(0, 3));
    assertEquals(0.1, model.p90(0, 0));
    assertEquals(1, model.attainment(0, 0));
    assertEquals(0.1, model.p90(1, 3));
  }

  @Test
  void overloadedPodsReachNothing() {
    QueueingModel model = model(0.1, 4, 0.2);
    assertEquals(10, model.p90(40, 1));
    assertEquals(10, model.p90(1, 0));
    assertEquals(0, model.attainment(40, 1));
    assertEquals(0, model.attainment(1, 0));
    assertEquals(10, model.p90(39.999, 1), "never more");
    assertEquals(0, model(0.3, 1, 0.2).attainment(0.001, 9));
  }

  @Test
  void moreReadyPodsNeverMakeRequestsSlower() {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      QueueingModel model =
          model(0.001 + random.nextDouble(), 1 + random.nextInt(50), 0.001 + random.nextDouble());
      double demand = 1000 * random.nextDouble();
      int ready = random.nextInt(100);
      String place = "seed " + seed;
      assertTrue(model.p90(demand, ready + 1) <= model.p90(demand, ready) + TOLERANCE, place);
      assertTrue(
          model.attainment(demand, ready + 1) >= model.attainment(demand, ready) - TOLERANCE,
          place);
      assertTrue(model.p90(demand, ready) >= model.serviceSeconds(), place);
      double attained = model.attainment(demand, ready);
      assertTrue(attained >= 0 && attained <= 1, place);
    }
  }

  private static Snapshot moment(int second, @Nullable Double demand, int ready) {
    return new Snapshot(
        Instant.EPOCH.plusSeconds(second), demand, null, null, ready, ready, ready, ready, 1, 9);
  }

  @Test
  void attainmentIsWeightedByRequests() {
    QueueingModel model = model(0.1, 1, 0.3);
    assertNull(LatencyFigures.of(null, List.of()));
    assertEquals(new LatencyFigures(1, 0), LatencyFigures.of(model, List.of()));
    LatencyFigures figures =
        LatencyFigures.of(
            model,
            List.of(
                moment(0, 5.0, 1), moment(10, 20.0, 1), moment(15, null, 1), moment(60, 0.0, 1)));
    double first = model.attainment(5, 1);
    assertEquals(new LatencyFigures(50 * first / 150, 10), figures);
  }

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: shop, annotations: {hpa.dev/value-base: Spec}}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 1
        maxReplicas: 20
        metrics:
        - type: External
          external: {metric: {name: latency_p90}, target: {type: Value, value: 150m}}
      """;

  private static Program simulate(Path folder, String... more) throws IOException {
    Path load = folder.resolve("load.csv");
    StringBuilder csv = new StringBuilder();
    for (int minute = 0; minute <= 60; minute++) {
      csv.append(Duration.ofMinutes(minute).toSeconds()).append(minute < 20 ? ",20\n" : ",300\n");
    }
    Files.writeString(load, csv);
    Path manifest = folder.resolve("web.yaml");
    Files.writeString(manifest, AUTOSCALER);
    List<String> all =
        new ArrayList<>(
            List.of(
                "simulate",
                "-f",
                manifest.toString(),
                "--load",
                load.toString(),
                "--replicas",
                "2"));
    all.addAll(List.of(more));
    return Program.withSettings(folder, all);
  }

  @Test
  void aLatencyScalesTheTarget(@TempDir Path folder) throws IOException {
    Program run =
        simulate(
            folder,
            "--service-time=100ms",
            "--concurrency=4",
            "--slo=200ms",
            "--latency-metric=latency_p90");
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out()
            .contains("Latency: a pod serves 4 requests at once, each in 100ms; the SLO is 200ms."),
        run.out());
    assertTrue(run.out().contains("a ready pod serves 40."), run.out());
    assertTrue(run.out().contains("← 90th percentile of the latency in seconds"), run.out());
    assertTrue(run.out().contains("WITHIN SLO"), run.out());
    Program json =
        simulate(
            folder,
            "--service-time=100ms",
            "--concurrency=4",
            "--slo=200ms",
            "--latency-metric=latency_p90",
            "-o",
            "json");
    assertTrue(json.out().contains("\"sloAttainment\""), json.out());
    assertTrue(!simulate(folder, "-o", "json").out().contains("sloAttainment"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slo=1s|--slo: it needs --service-time; give both",
        "--concurrency=2|--concurrency: it needs --service-time; give both",
        "--latency-metric=x|--latency-metric: it needs --service-time; give both",
        "--service-time=0s|--service-time: the duration is not greater than 0; give a duration like 100ms",
        "--service-time=1s --concurrency=0|--concurrency: \"0\" is out of range; give 1 to 10000",
        "--service-time=1s --slo=999ms|--slo: the duration is shorter than --service-time, so that no number of pods reaches it; give a longer one"
      })
  void unusableOptionsAreRejected(String options, String message, @TempDir Path folder)
      throws IOException {
    Program run = simulate(folder, options.split(" ", -1));
    assertEquals(2, run.status());
    assertTrue(run.err().contains(message), run.err());
  }
}
