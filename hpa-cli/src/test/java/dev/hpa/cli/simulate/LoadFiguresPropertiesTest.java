package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invariants of recordings, tested with random recordings from fixed seeds. */
class LoadFiguresPropertiesTest {

  private static final double EXACT = 1e-9;

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  /** Samples at irregular intervals, with jumps, gaps and values that are not numbers. */
  private static List<LoadSample> samples(Random random) {
    List<LoadSample> samples = new ArrayList<>();
    long at = random.nextInt(100);
    int count = 2 + random.nextInt(60);
    samples.add(new LoadSample(Duration.ofSeconds(at), random.nextDouble()));
    for (int i = 0; i < count; i++) {
      at += random.nextInt(12) == 0 ? 200 : random.nextInt(10) == 0 ? 0 : 10 + random.nextInt(10);
      double value = random.nextInt(9) == 0 ? Double.NaN : 10 * random.nextDouble();
      samples.add(new LoadSample(Duration.ofSeconds(at), value));
    }
    return samples;
  }

  private static RecordingOptions gaps(Random random) {
    return new RecordingOptions(random.nextBoolean() ? GapRule.HOLD : GapRule.INTERPOLATE, null);
  }

  private static long between(Random random, long from, long to) {
    return from + (long) (random.nextDouble() * (to - from));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void partsAddUpToTheWhole(long seed) {
    Random random = new Random(seed);
    LoadCurve curve = LoadCurve.of(samples(random), gaps(random));
    long from = curve.start() - 5_000_000_000L;
    long to = curve.end() + 5_000_000_000L;
    long middle = between(random, from, to);
    LoadFigures whole = curve.over(from, to);
    LoadFigures first = curve.over(from, middle);
    LoadFigures second = curve.over(middle, to);
    assertEquals(whole.integral(), first.integral() + second.integral(), EXACT * whole.integral());
    assertEquals(whole.seconds(), first.seconds() + second.seconds(), EXACT);
    assertEquals(whole.max(), Math.max(first.max(), second.max()));
    assertEquals(whole.min(), Math.min(first.min(), second.min()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void extremesAreSamples(long seed) {
    Random random = new Random(seed);
    List<LoadSample> samples = samples(random);
    LoadCurve curve = LoadCurve.of(samples, gaps(random));
    LoadFigures figures = curve.over(curve.start(), curve.end());
    double[] numbers =
        samples.stream()
            .mapToDouble(LoadSample::value)
            .filter(each -> !Double.isNaN(each))
            .toArray();
    assertTrue(Arrays.stream(numbers).anyMatch(each -> each == figures.max()));
    assertTrue(Arrays.stream(numbers).anyMatch(each -> each == figures.min()));
    assertTrue(figures.min() <= figures.avg() + EXACT && figures.avg() <= figures.max() + EXACT);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void gapsNeverAddDemand(long seed) {
    Random random = new Random(seed);
    List<LoadSample> samples = samples(random);
    LoadCurve held = LoadCurve.of(samples, new RecordingOptions(GapRule.HOLD, null));
    LoadCurve straight = LoadCurve.of(samples, new RecordingOptions(GapRule.INTERPOLATE, null));
    long from = held.start();
    long to = held.end();
    assertEquals(held.over(from, to), straight.over(from, to), "whatever replaces a gap");
    double inGaps = 0;
    for (LoadCurve.Gap gap : held.gaps(from, to)) {
      inGaps += (gap.to() - gap.from()) / 1e9;
      assertEquals(0, held.over(gap.from(), gap.to()).integral());
    }
    assertEquals((to - from) / 1e9, held.over(from, to).seconds() + inGaps, 1e-6);
  }
}
