package dev.hpa.controller.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.options.ForecastOptions;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LoadRecordTest {

  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final ForecastOptions HOUR = options(Duration.ofHours(1));

  private static ForecastOptions options(Duration season) {
    return new ForecastOptions("seasonal", Duration.ofMinutes(15), season, null);
  }

  private static Instant at(double minutes) {
    return START.plusSeconds((long) (60 * minutes));
  }

  @Test
  void aStepIsASeasonDividedBy1440InWholeMinutes() {
    assertEquals(Duration.ofMinutes(1), LoadRecord.step(Duration.ofHours(1)));
    assertEquals(Duration.ofMinutes(1), LoadRecord.step(Duration.ofHours(24)));
    assertEquals(Duration.ofMinutes(2), LoadRecord.step(Duration.ofHours(25)));
    assertEquals(Duration.ofMinutes(7), LoadRecord.step(Duration.ofDays(7)));
    assertEquals(Duration.ofMinutes(35), LoadRecord.step(ForecastOptions.MAX_SEASON));
  }

  @Test
  void theNumberOfStepsIsBounded() {
    for (int hours = 1; hours <= 840; hours++) {
      int capacity = LoadRecord.capacity(options(Duration.ofHours(hours)));
      assertTrue(capacity <= 4 * 1440 + 16, hours + " h: " + capacity);
    }
  }

  @Test
  void aSampleIsTheAverageOfItsStep() {
    LoadRecord record = new LoadRecord(HOUR);
    assertFalse(record.add(10, at(0)));
    assertFalse(record.add(20, at(0.25)));
    assertEquals(0, record.series().size());
    assertTrue(record.add(30, at(1)));
    LoadSeries series = record.series();
    assertEquals(1, series.size());
    assertEquals(15, series.get(0));
    assertEquals(START, series.start());
  }

  @Test
  void aMissedStepIsUnknown() {
    LoadRecord record = new LoadRecord(HOUR);
    record.add(10, at(0));
    record.add(20, at(3));
    record.add(30, at(4));
    LoadSeries series = record.series();
    assertEquals(4, series.size());
    assertEquals(2, series.known());
    assertTrue(Double.isNaN(series.get(1)));
    assertEquals(20, series.get(3));
  }

  @Test
  void aTimeBeforeTheLastOneIsIgnored() {
    LoadRecord record = new LoadRecord(HOUR);
    record.add(10, at(5));
    assertFalse(record.add(99, at(3)));
    record.add(20, at(6));
    assertEquals(10, record.series().get(0));
  }

  @Test
  void afterALongGapTheRecordStartsAgain() {
    LoadRecord record = new LoadRecord(HOUR);
    record.add(10, at(0));
    record.add(20, at(1));
    record.add(30, at(100_000));
    record.add(40, at(100_001));
    assertEquals(1, record.series().size());
    assertEquals(30, record.series().get(0));
  }

  /** Compared with a map of all samples. */
  @Test
  void theRecordHasTheLatestSamples() {
    Random random = new Random(3);
    int capacity = LoadRecord.capacity(HOUR);
    for (int round = 0; round < 50; round++) {
      LoadRecord record = new LoadRecord(HOUR);
      TreeMap<Integer, Float> all = new TreeMap<>();
      int minute = 0;
      for (int i = 0; i < 1000; i++) {
        float load = random.nextInt(1000);
        record.add(load, at(minute));
        all.put(minute, load);
        minute += random.nextInt(20) == 0 ? 1 + random.nextInt(100) : 1;
      }
      // The last step is not completed.
      all.pollLastEntry();
      LoadSeries series = record.series();
      assertTrue(series.size() <= capacity, "size " + series.size());
      int last = all.lastKey();
      assertEquals(at(last + 1), series.end());
      for (int i = 0; i < series.size(); i++) {
        int time = last - series.size() + 1 + i;
        double expected = all.containsKey(time) ? all.get(time) : Double.NaN;
        assertEquals(expected, series.get(i), "minute " + time);
      }
      int oldest = last - capacity + 1;
      assertTrue(
          all.headMap(series.size() == capacity ? 0 : last - series.size() + 1).isEmpty()
              || all.ceilingKey(oldest) >= last - series.size() + 1,
          "samples are missing");
    }
  }

  @Test
  void pastLoadsAreAddedBeforeThoseThatAreRecorded() {
    LoadRecord record = new LoadRecord(HOUR);
    record.add(10, at(60));
    record.add(20, at(61));
    record.add(30, at(62));
    float[] past = new float[70];
    Arrays.fill(past, 5);
    past[3] = Float.NaN;
    record.addPast(LoadSeries.of(START, Duration.ofMinutes(1), past));
    record.add(40, at(63));
    LoadSeries series = record.series();
    assertEquals(START, series.start());
    assertEquals(63, series.size());
    assertEquals(5, series.get(59));
    assertEquals(10, series.get(60));
    assertEquals(20, series.get(61));
    assertEquals(30, series.get(62));
    assertTrue(Double.isNaN(series.get(3)));
  }

  @Test
  void pastLoadsFillAnEmptyRecord() {
    LoadRecord record = new LoadRecord(HOUR);
    record.addPast(LoadSeries.of(START, Duration.ofMinutes(1), new float[] {1, 2, 3}));
    assertEquals(3, record.series().size());
    record.add(9, at(3));
    record.add(9, at(4));
    assertEquals(9, record.series().get(3));
  }

  @Test
  void pastLoadsOfAnotherStepAreConverted() {
    LoadRecord record = new LoadRecord(HOUR);
    record.addPast(LoadSeries.of(START, Duration.ofMinutes(5), new float[] {1, 2}));
    LoadSeries series = record.series();
    assertEquals(10, series.size());
    assertEquals(1, series.get(4));
    assertEquals(2, series.get(5));
  }

  @Test
  void savedLoadsAreAlmostEqual() {
    Random random = new Random(5);
    float[] values = new float[5760];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          random.nextInt(10) == 0
              ? Float.NaN
              : random.nextInt(10) == 0 ? 0 : (float) Math.exp(7 * random.nextDouble());
    }
    LoadSeries series = LoadSeries.of(START, Duration.ofMinutes(1), values);
    LoadSeries read = SavedLoads.read(SavedLoads.write(series));
    assertEquals(series.size(), read.size());
    assertEquals(series.start(), read.start());
    assertEquals(series.step(), read.step());
    for (int i = 0; i < values.length; i++) {
      double load = series.get(i);
      assertEquals(load, read.get(i), load > 0 ? 0.015 * load : 0, "sample " + i);
    }
  }

  @Test
  void aSmoothDaySavesSmall() {
    float[] values = new float[5760];
    Random random = new Random(5);
    for (int i = 0; i < values.length; i++) {
      values[i] =
          (float)
              ((100 + 80 * Math.sin(2 * Math.PI * i / 1440)) * (1 + 0.05 * random.nextGaussian()));
    }
    LoadSeries series = LoadSeries.of(START, Duration.ofMinutes(1), values);
    int length = SavedLoads.write(series).toString().length();
    assertTrue(length < 8000, "length " + length);
  }
}
