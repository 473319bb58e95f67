package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.cpuRequests;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.unready;
import static dev.hpa.core.Fixtures.value;
import static dev.hpa.core.OptionFixtures.CPU;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.Decider;
import dev.hpa.core.Fixtures;
import dev.hpa.core.OptionFixtures;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.core.options.Watermark;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Watermarks in place of the target of a metric. */
class WatermarksTest {

  private static final int CASES = 5_000;

  private static Watermark watermark(long low, long high) {
    return new Watermark(
        Quantity.ofMilli(low, Quantity.Format.DECIMAL_SI),
        Quantity.ofMilli(high, Quantity.Format.DECIMAL_SI));
  }

  private static MetricResult cpu(int pods, int percent) {
    List<PodValue> values = new ArrayList<>();
    for (int i = 0; i < pods; i++) {
      values.add(value("p" + i, percent * 10L));
    }
    return MetricReading.PodValues.of(values);
  }

  private static int recommendation(MetricSpec metric, String option, int pods, MetricResult read) {
    Situation situation = situation(autoscaler(1, 1000, null, metric), pods, context(option), read);
    return requireNonNull(Decider.decide(situation).reasoning().computed()).recommendation();
  }

  @ParameterizedTest
  @CsvSource({
    "39, 10, 10",
    "40, 10, 10",
    "60, 10, 10",
    "80, 10, 10",
    "81, 10, 11",
    "100, 10, 13",
    "160, 10, 20",
    "20, 10, 5",
    "30, 10, 8",
    "1, 10, 1",
    "0, 10, 0"
  })
  void ofAUtilization(int percent, int pods, int expected) {
    assertEquals(expected, recommendation(CPU, "watermark.cpu=40-80", pods, cpu(pods, percent)));
  }

  @Test
  void everyTypeAndFormOfATargetHasWatermarks() {
    MetricIdentifier id = new MetricIdentifier("m", null);
    MetricTarget average = MetricTarget.averageValue(Quantity.parse("10"));
    MetricTarget total = MetricTarget.value(Quantity.parse("50"));
    MetricTarget cores = MetricTarget.averageValue(Quantity.parse("500m"));
    dev.hpa.api.CrossVersionObjectReference service =
        new dev.hpa.api.CrossVersionObjectReference("Service", "web", "v1");
    MetricSpec resource = MetricSpec.of(new MetricSpec.ResourceMetric("cpu", cores));
    assertBands(resource, "cpu=400m-800m", cpu(5, 39), cpu(5, 40), cpu(5, 80), cpu(5, 81));
    MetricSpec container =
        MetricSpec.of(
            new MetricSpec.ContainerResourceMetric(
                "cpu", MetricTarget.averageValue(Quantity.parse("500m")), "app"));
    assertBands(container, "app.cpu=400m-800m", cpu(5, 39), cpu(5, 40), cpu(5, 80), cpu(5, 81));
    MetricSpec pods = MetricSpec.of(new MetricSpec.PodsMetric(id, average));
    assertBands(pods, "m=0.4-0.8", cpu(5, 39), cpu(5, 40), cpu(5, 80), cpu(5, 81));
    MetricSpec external = MetricSpec.of(new MetricSpec.ExternalMetric(id, average));
    assertBands(external, "m=4-8", series(19_999), series(20_000), series(40_000), series(40_001));
    MetricSpec externalTotal = MetricSpec.of(new MetricSpec.ExternalMetric(id, total));
    assertBands(
        externalTotal, "m=20-40", series(19_999), series(20_000), series(40_000), series(40_001));
    MetricSpec object = MetricSpec.of(new MetricSpec.ObjectMetric(service, average, id));
    assertBands(object, "m=4-8", single(19_999), single(20_000), single(40_000), single(40_001));
    MetricSpec objectTotal = MetricSpec.of(new MetricSpec.ObjectMetric(service, total, id));
    assertBands(
        objectTotal, "m=20-40", single(19_999), single(20_000), single(40_000), single(40_001));
  }

  private static MetricResult single(long milli) {
    return MetricReading.SingleValue.of(milli);
  }

  /** Values just outside and at both ends of the band, of 5 pods. */
  private static void assertBands(
      MetricSpec metric,
      String option,
      MetricResult below,
      MetricResult low,
      MetricResult high,
      MetricResult above) {
    String watermark = "watermark." + option;
    assertEquals(5, recommendation(metric, watermark, 5, low), option);
    assertEquals(5, recommendation(metric, watermark, 5, high), option);
    assertEquals(6, recommendation(metric, watermark, 5, above), option);
    // Slightly below the low watermark the ratio rounds up to the same count.
    Trace trace = trace(situation(autoscaler(1, 99, null, metric), 5, context(watermark), below));
    assertTrue(requireNonNull(trace.metrics().getFirst().calculation()).ratio() < 1, option);
  }

  @Test
  void theReasonNamesTheWatermark() {
    Situation.Context context = context("watermark.queue=4-8");
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 7; reason: external metric queue(nil) above high"
                + " watermark 8"),
        events(concluded(situation(autoscaler(1, 99, null, QUEUE), 5, context, series(50_000)))));
    assertEquals(
        List.of("Normal SuccessfulRescale: New size: 3; reason: All metrics below low watermark"),
        events(concluded(situation(autoscaler(1, 99, null, QUEUE), 5, context, series(10_000)))));
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 3; reason: All metrics below target or low"
                + " watermark"),
        events(
            concluded(
                situation(
                    autoscaler(1, 99, null, QUEUE, OptionFixtures.OTHER),
                    5,
                    context,
                    series(10_000),
                    series(1_000)))));
  }

  @Test
  void aLowWatermarkOfZeroNeverScalesDown() {
    assertEquals(5, recommendation(QUEUE, "watermark.queue=0-8", 5, series(0)));
    assertEquals(7, recommendation(QUEUE, "watermark.queue=0-8", 5, series(50_000)));
  }

  @Test
  void missingPodsAreAssumedAtTheThresholdOfTheDirection() throws MetricProblem {
    List<Pod> pods = readyPods(4, "1");
    ReplicaCalculator calculator = Fixtures.calculator(4);
    Thresholds band = Thresholds.ofQuantity(watermark(400, 800));
    // Below: the missing pods have the low watermark. (3 × 100 + 400) ÷ 4 ÷ 400 × 4 = 1.75
    List<PodValue> three = List.of(value("p0", 100), value("p1", 100), value("p2", 100));
    ReplicaCalculator.Count down = calculator.byAverage(pods, three, "", band);
    assertEquals(2, down.replicas());
    assertEquals(0.25, down.how().ratio());
    assertEquals(0.4375, down.how().filledRatio());
    // Above: the missing pod has 0. 3 × 900 ÷ 4 = 675 is within the band.
    List<PodValue> high = List.of(value("p0", 900), value("p1", 900), value("p2", 900));
    Calculation within = calculator.byAverage(pods, high, "", band).how();
    assertEquals(4, within.replicas());
    assertEquals(Calculation.Rule.FILLED_WITHIN_TOLERANCE, within.rule());
    // 3 × 500 ÷ 4 would be below the low watermark if the measured average were above the high one.
    Thresholds narrow = Thresholds.ofQuantity(watermark(400, 450));
    List<PodValue> turned = List.of(value("p0", 500), value("p1", 500), value("p2", 500));
    Calculation turns = calculator.byAverage(pods, turned, "", narrow).how();
    assertEquals(4, turns.replicas());
    assertEquals(Calculation.Rule.FILLING_TURNS_RATIO, turns.rule());
    // In the band nothing is assumed.
    List<PodValue> middle = List.of(value("p0", 500), value("p1", 500), value("p2", 500));
    Calculation none = calculator.byAverage(pods, middle, "", band).how();
    assertEquals(4, none.replicas());
  }

  @Test
  void aMissingPodOfAUtilizationHasItsRequestAsWithATarget() throws MetricProblem {
    List<Pod> pods = readyPods(4, "1");
    List<PodValue> three = List.of(value("p0", 300), value("p1", 300), value("p2", 300));
    Calculation how =
        Fixtures.calculator(4)
            .byUtilization(
                pods,
                three,
                "cpu",
                cpuRequests(),
                Thresholds.ofUtilization(watermark(40_000, 80_000)))
            .how();
    // (3 × 300 + 1000) ÷ 4000 = 47 %
    assertEquals(Calculation.Rule.FILLED_WITHIN_TOLERANCE, how.rule());
    assertEquals(4, how.replicas());
  }

  @Test
  void fromZeroOnlyTheHighWatermarkApplies() throws MetricProblem {
    Thresholds band = Thresholds.ofQuantity(watermark(20_000, 40_000));
    ReplicaCalculator calculator = Fixtures.calculator(0);
    assertEquals(0, calculator.byValue(List.of(), 0, band).replicas());
    assertEquals(1, calculator.byValue(List.of(), 1, band).replicas());
    assertEquals(1, calculator.byValue(List.of(), 30_000, band).replicas());
    assertEquals(3, calculator.byValue(List.of(), 90_000, band).replicas());
    assertEquals(0, calculator.byAverageValue(0, band, true).replicas());
    assertEquals(1, calculator.byAverageValue(30_000, band, true).replicas());
  }

  /** What the replica calculator proposes for a value of one kind of metric. */
  private interface Proposed {
    int of(ReplicaCalculator calculator, List<Pod> pods, long value, Thresholds target)
        throws MetricProblem;
  }

  private static List<PodValue> alike(List<Pod> pods, long value) {
    return pods.stream().map(pod -> value(pod.name(), value)).toList();
  }

  private static final List<Proposed> KINDS =
      List.of(
          (calculator, pods, value, target) ->
              calculator.byAverage(pods, alike(pods, value), "", target).replicas(),
          (calculator, pods, value, target) ->
              calculator
                  .byUtilization(pods, alike(pods, value), "cpu", cpuRequests(), target)
                  .replicas(),
          (calculator, pods, value, target) -> calculator.byValue(pods, value, target).replicas(),
          (calculator, pods, value, target) ->
              calculator.byAverageValue(value, target, true).replicas(),
          (calculator, pods, value, target) ->
              calculator.byAverageValue(value, target, false).replicas());

  @Test
  void moreNeverProposesLessAndTheBandNothing() throws MetricProblem {
    int[] outcomes = new int[3];
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int current = 1 + random.nextInt(30);
      List<Pod> pods = readyPods(current, "1");
      ReplicaCalculator calculator = Fixtures.calculator(current);
      long low = random.nextInt(100);
      long high = Math.max(1, low + random.nextInt(100));
      Thresholds band = new Thresholds(low, high, new Tolerance(0, 0), watermark(low, high), null);
      for (Proposed kind : KINDS) {
        int former = Integer.MIN_VALUE;
        for (long value = 0; value < 2_500; value += 1 + random.nextInt(120)) {
          int proposed = kind.of(calculator, pods, value, band);
          String place = "seed " + seed + ": " + value + " in " + band + " of " + current;
          assertTrue(proposed >= former, place);
          former = proposed;
          outcomes[1 + Integer.signum(proposed - current)]++;
        }
      }
      int unchanged = KINDS.getFirst().of(calculator, pods, (low + high) / 2, band);
      assertEquals(current, unchanged, "seed " + seed);
      long total = current * ((low + high) / 2);
      assertEquals(current, KINDS.get(3).of(calculator, pods, total, band), "seed " + seed);
      assertEquals(
          current, KINDS.get(2).of(calculator, pods, (low + high) / 2, band), "seed " + seed);
    }
    assertTrue(outcomes[0] > 1000 && outcomes[1] > 1000 && outcomes[2] > 1000);
  }

  @Test
  void equalWatermarksAreATargetWithoutTolerance() throws MetricProblem {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int current = random.nextInt(12);
      List<Pod> pods = new ArrayList<>();
      List<PodValue> values = new ArrayList<>();
      for (int i = 0; i < current; i++) {
        String name = "p" + i;
        pods.add(
            random.nextInt(5) == 0 ? unready(name, requesting("1")) : ready(name, requesting("1")));
        if (random.nextInt(5) != 0) {
          values.add(value(name, random.nextInt(1500)));
        }
      }
      long target = 1L + random.nextInt(150);
      Thresholds plain = Thresholds.target(target, new Tolerance(0, 0));
      Thresholds marks =
          new Thresholds(target, target, new Tolerance(0, 0), watermark(target, target), null);
      for (UpstreamDifferences.Formula formula : UpstreamDifferences.Formula.values()) {
        Settings settings =
            Settings.DEFAULTS.with(
                new UpstreamDifferences(
                    null,
                    null,
                    formula,
                    UpstreamDifferences.UtilizationBase.REQUESTS,
                    UpstreamDifferences.Aggregation.MAXIMUM,
                    false,
                    Set.of()));
        ReplicaCalculator calculator =
            new ReplicaCalculator(current, random.nextInt(12), settings, NOW, pod -> true);
        long total = random.nextInt(3000);
        assertSame(
            target1 -> calculator.byAverage(pods, values, "", target1).how(), plain, marks, seed);
        assertSame(
            target1 -> calculator.byUtilization(pods, values, "cpu", cpuRequests(), target1).how(),
            plain,
            marks,
            seed);
        assertSame(target1 -> calculator.byValue(pods, total, target1).how(), plain, marks, seed);
        assertSame(
            target1 -> calculator.byAverageValue(total, target1, true).how(), plain, marks, seed);
      }
    }
  }

  private interface Calculated {
    Calculation of(Thresholds target) throws MetricProblem;
  }

  private static String outcome(Calculated calculated, Thresholds target) {
    try {
      Calculation how = calculated.of(target);
      return how.replicas() + " " + how.rule() + " " + how.filledRatio() + " " + how.values();
    } catch (MetricProblem problem) {
      return problem.text();
    }
  }

  private static void assertSame(
      Calculated calculated, Thresholds plain, Thresholds marks, int seed) {
    assertEquals(outcome(calculated, plain), outcome(calculated, marks), "seed " + seed);
  }
}
