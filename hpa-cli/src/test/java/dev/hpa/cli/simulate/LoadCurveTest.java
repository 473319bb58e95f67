package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCurveTest {

  private static final double NONE = Double.NaN;

  /** Pairs of a time in seconds and a value. */
  private static List<LoadSample> samples(double... pairs) {
    List<LoadSample> samples = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      samples.add(new LoadSample(Duration.ofMillis((long) (1000 * pairs[i])), pairs[i + 1]));
    }
    return samples;
  }

  private static LoadCurve curve(double... pairs) {
    return LoadCurve.of(samples(pairs), RecordingOptions.DEFAULT);
  }

  private static LoadCurve curve(GapRule rule, @Nullable Duration interval, double... pairs) {
    return LoadCurve.of(samples(pairs), new RecordingOptions(rule, interval));
  }

  private static long seconds(double seconds) {
    return (long) (seconds * 1e9);
  }

  private static List<LoadCurve.Gap> gaps(LoadCurve curve) {
    return curve.gaps(curve.start(), curve.end());
  }

  private static LoadCurve.Gap gap(double from, double to) {
    return new LoadCurve.Gap(seconds(from), seconds(to));
  }

  @Test
  void figuresAreThoseOfTheSamples() {
    // A peak between two whole seconds, which sampling every second would miss.
    LoadCurve curve = curve(0, 23, 7.25, 23.3599, 15, 22.9, 30, 23);
    LoadFigures figures = curve.over(curve.start(), curve.end());
    assertEquals(23.3599, figures.max());
    assertEquals(22.9, figures.min());
    assertEquals(4, figures.samples());
    double area = 7.25 * (23 + 23.3599) / 2 + 7.75 * (23.3599 + 22.9) / 2 + 15 * (22.9 + 23) / 2;
    assertEquals(area / 30, figures.avg(), 1e-12);
  }

  @Test
  void figuresOfAPartIncludeItsEnds() {
    LoadFigures figures = curve(0, 0, 100, 100).over(seconds(25), seconds(75));
    assertEquals(25, figures.min());
    assertEquals(75, figures.max());
    assertEquals(50, figures.avg());
  }

  @Test
  void figuresExcludeTheValueReplacedAtTheStart() {
    LoadCurve curve = curve(0, 1, 10, 1, 10, 5, 20, 5, 20, 9);
    assertEquals(5, curve.at(seconds(10)));
    assertEquals(new LoadFigures(5, 5, 9, 50, 10, 3), curve.over(seconds(10), seconds(20)));
  }

  @Test
  void valueIsConstantOutsideTheSamples() {
    LoadCurve curve = curve(10, 2, 20, 4);
    assertEquals(2, curve.at(seconds(0)));
    assertEquals(4, curve.at(seconds(99)));
    assertEquals(2, curve.over(0, seconds(10)).avg());
    assertTrue(curve.isKnown(0));
  }

  @Test
  void moreThanThreeIntervalsAreAGap() {
    assertEquals(List.of(), gaps(curve(0, 1, 15, 1, 30, 1, 45, 1, 90, 1)));
    assertEquals(List.of(gap(45, 91)), gaps(curve(0, 1, 15, 1, 30, 1, 45, 1, 91, 1)));
  }

  @Test
  void fewPointsHaveNoInterval() {
    assertEquals(List.of(), gaps(curve(0, 1, 60, 2, 7200, 3)));
    assertEquals(
        List.of(gap(60, 7200)),
        gaps(curve(GapRule.INTERPOLATE, Duration.ofMinutes(1), 0, 1, 60, 2, 7200, 3)));
    assertEquals(
        List.of(),
        gaps(curve(GapRule.INTERPOLATE, Duration.ofHours(1), 0, 1, 1, 1, 2, 1, 3, 1, 7200, 3)));
  }

  @Test
  void samplesWithoutANumberAreAGap() {
    LoadCurve curve = curve(0, NONE, 15, 2, 30, NONE, 45, NONE, 60, 5, 75, 5, 90, NONE);
    assertEquals(List.of(gap(0, 15), gap(15, 60), gap(75, 90)), gaps(curve));
    assertEquals(3, curve.samples());
    assertEquals(2, curve.at(0));
    assertEquals(3, curve.at(seconds(30)));
    assertEquals(5, curve.at(seconds(85)));
    assertTrue(curve.isKnown(seconds(15)), "between two gaps there is a sample");
    assertFalse(curve.isKnown(seconds(16)));
    assertTrue(curve.isKnown(seconds(60)));
    assertFalse(curve.isKnown(seconds(90)));
    assertEquals(new LoadFigures(2, 5, 5, 75, 15, 3), curve.over(0, seconds(90)));
  }

  @ParameterizedTest
  @CsvSource({"HOLD, 1, 1", "INTERPOLATE, 2, 3", "FAIL, 2, 3"})
  void gapRuleDeterminesTheValueInAGap(GapRule rule, double first, double second) {
    LoadCurve curve = curve(rule, null, 0, 1, 10, 1, 20, NONE, 30, NONE, 40, 4, 50, 4);
    assertEquals(first, curve.at(seconds(20)));
    assertEquals(second, curve.at(seconds(30)));
    assertEquals(4, curve.at(seconds(40)));
    assertEquals(new LoadFigures(1, 2.5, 4, 50, 20, 4), curve.over(0, seconds(50)));
  }

  @Test
  void aPeriodWithinAGapHasNoFigures() {
    assertTrue(curve(0, 1, 10, 1, 20, NONE, 30, 1).over(seconds(12), seconds(18)).isEmpty());
  }

  @Test
  void samplesMustBeInOrderAndHaveNumbers() {
    assertThrows(IllegalArgumentException.class, () -> curve(1, 1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> curve(0, NONE));
  }
}
