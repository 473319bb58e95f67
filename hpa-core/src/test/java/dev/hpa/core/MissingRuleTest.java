package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.value;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.series;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Quantity;
import dev.hpa.core.options.TreatAsMissing;
import dev.hpa.core.replicas.MetricProblem;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MissingRuleTest {

  private static final String EMPTY =
      "the answer is empty, which option treat-as-missing=empty rejects";
  private static final String ZERO = "the answer is 0, which option treat-as-missing=zero rejects";
  private static final String OLD =
      "the answer is older than 2m0s, which option treat-as-missing=older-than=2m0s rejects";
  private static final String NEGATIVE =
      "the answer is negative, which option treat-as-missing=negative rejects";
  private static final String OVERFLOW =
      "the answer is too large for 64 bits, which option treat-as-missing=overflow rejects";
  private static final TreatAsMissing ALL =
      new TreatAsMissing(true, true, true, true, Duration.ofMinutes(2));

  private static String problem(MetricResult result, TreatAsMissing option) {
    try {
      MissingRule.check(result, option, NOW);
      return "";
    } catch (MetricProblem problem) {
      return problem.text();
    }
  }

  private static MetricResult pods(PodValue... values) {
    return MetricReading.PodValues.of(List.of(values));
  }

  private static PodValue measured(Instant at) {
    return PodValue.of("p", at, Duration.ZERO, 7);
  }

  private static MetricResult single(long milli, @Nullable Instant at) {
    return MetricReading.SingleValue.of(milli, at);
  }

  @Test
  void anAnswerWithoutAValueIsEmpty() {
    TreatAsMissing empty = new TreatAsMissing(true, false, false, false, null);
    assertEquals(EMPTY, problem(series(), empty));
    assertEquals(EMPTY, problem(pods(), empty));
    assertEquals("", problem(series(0), empty));
    assertEquals("", problem(pods(value("p", 0)), empty));
    assertEquals("", problem(single(0, null), empty));
  }

  @Test
  void anAnswerOfZerosIsZero() {
    TreatAsMissing zero = new TreatAsMissing(false, true, false, false, null);
    assertEquals(ZERO, problem(series(0, 0), zero));
    assertEquals(ZERO, problem(pods(value("p", 0), value("q", 0)), zero));
    assertEquals(ZERO, problem(single(0, null), zero));
    assertEquals("", problem(series(0, 1), zero));
    assertEquals("", problem(pods(value("p", 0), value("q", 1)), zero));
    assertEquals("", problem(single(-1, null), zero));
    assertEquals("", problem(series(), zero));
    assertEquals("", problem(pods(), zero));
  }

  @Test
  void anAnswerIsOldAfterTheLimit() {
    TreatAsMissing old = new TreatAsMissing(false, false, false, false, Duration.ofMinutes(2));
    Instant tooOld = ago(120).minusNanos(1);
    assertEquals(OLD, problem(single(7, tooOld), old));
    assertEquals("", problem(single(7, ago(120)), old));
    assertEquals("", problem(single(7, null), old));
    assertEquals(OLD, problem(MetricReading.Series.of(List.of(7L), tooOld), old));
    assertEquals("", problem(MetricReading.Series.of(List.of(7L), ago(120)), old));
    assertEquals("", problem(series(7), old));
    assertEquals("", problem(MetricReading.Series.of(List.of(), tooOld), old));
    assertEquals(OLD, problem(pods(measured(tooOld), measured(ago(900))), old));
    assertEquals("", problem(pods(measured(tooOld), measured(ago(120)), measured(tooOld)), old));
  }

  @Test
  void anAnswerWithAValueBelowZeroIsNegative() {
    TreatAsMissing negative = new TreatAsMissing(false, false, true, false, null);
    assertEquals(NEGATIVE, problem(series(-1), negative));
    assertEquals(NEGATIVE, problem(series(7, -1, 9), negative));
    assertEquals(NEGATIVE, problem(single(-1, null), negative));
    assertEquals(NEGATIVE, problem(single(Long.MIN_VALUE, null), negative));
    assertEquals(NEGATIVE, problem(pods(value("p", 7), value("q", -1)), negative));
    assertEquals("", problem(series(0, 7), negative));
    assertEquals("", problem(series(), negative));
    assertEquals("", problem(single(0, null), negative));
    assertEquals("", problem(pods(value("p", 0)), negative));
    assertEquals("", problem(series(Long.MAX_VALUE, Long.MAX_VALUE), negative));
  }

  @Test
  void anAnswerThatDoesNotFitOverflows() {
    TreatAsMissing overflow = new TreatAsMissing(false, false, false, true, null);
    assertEquals(OVERFLOW, problem(single(Long.MIN_VALUE, null), overflow));
    assertEquals(OVERFLOW, problem(single(Long.MAX_VALUE, null), overflow));
    assertEquals(OVERFLOW, problem(pods(value("p", 1), value("q", Long.MAX_VALUE)), overflow));
    assertEquals(OVERFLOW, problem(series(1L << 62, 1L << 62), overflow));
    assertEquals(OVERFLOW, problem(series(-(1L << 62), -(1L << 62), -1), overflow));
    assertEquals("", problem(series((1L << 62) - 1, 1L << 62), overflow));
    assertEquals("", problem(series(Long.MAX_VALUE - 1, -7), overflow));
    assertEquals("", problem(single(-1, null), overflow));
    assertEquals("", problem(series(), overflow));
  }

  @Test
  void whatTheSourceStatedDecidesWhetherAnAnswerFits() {
    Quantity smallest = Quantity.parse("-9223372036854775808m");
    TreatAsMissing overflow = new TreatAsMissing(false, false, false, true, null);
    TreatAsMissing negative = new TreatAsMissing(false, false, true, false, null);
    TreatAsMissing zero = new TreatAsMissing(false, true, false, false, null);
    for (MetricResult each :
        List.of(
            MetricReading.SingleValue.of(0, null, smallest),
            MetricReading.Series.of(List.of(7L, 0L), null, Map.of(1, smallest)),
            pods(value("p", 7), PodValue.of("q", NOW, Duration.ZERO, 0, smallest)))) {
      assertEquals(OVERFLOW, problem(each, overflow));
      assertEquals(NEGATIVE, problem(each, negative));
      assertEquals("", problem(each, zero));
    }
  }

  @Test
  void withoutTheOptionEveryAnswerCounts() {
    for (MetricResult each :
        List.of(
            series(),
            series(0),
            pods(),
            single(0, Instant.EPOCH),
            single(-1, null),
            single(Long.MAX_VALUE, null))) {
      assertEquals("", problem(each, TreatAsMissing.NOTHING));
    }
    assertEquals(
        "", problem(single(0, Instant.EPOCH), new TreatAsMissing(true, false, false, false, null)));
  }

  @Test
  void aFailureKeepsItsOwnMessage() {
    assertEquals("", problem(BROKEN, ALL));
  }

  @Test
  void aRejectedAnswerIsAFailedMetric() {
    Conclusion conclusion =
        OptionFixtures.concluded(
            OptionFixtures.situation(
                autoscaler(1, 100, null, QUEUE), 5, context("treat-as-missing=zero"), series(0)));
    assertEquals(
        "False/FailedGetExternalMetric: the HPA was unable to compute the replica count: " + ZERO,
        OptionFixtures.condition(conclusion, "ScalingActive"));
    assertEquals(
        List.of(
            "Warning FailedGetExternalMetric: " + ZERO,
            "Warning FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first"
                + " error is: failed to get queue external metric value: failed to get queue"
                + " external metric: "
                + ZERO),
        OptionFixtures.events(conclusion));
  }
}
