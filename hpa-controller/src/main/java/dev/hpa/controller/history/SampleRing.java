package dev.hpa.controller.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Samples of one autoscaler in one array of numbers, the oldest first: 40 bytes, and 16 for each
 * metric. Not thread-safe.
 */
final class SampleRing {

  private static final int FIXED = 10;
  private static final int PER_METRIC = 4;
  private static final int FIRST_ROWS = 16;
  private static final int NONE = Integer.MIN_VALUE;
  private static final SyncFlag[] FLAGS = SyncFlag.values();

  private final int metrics;
  private final int width;
  private int[] rows;
  private int head;
  private int size;

  SampleRing(int metrics) {
    this.metrics = metrics;
    this.width = FIXED + PER_METRIC * metrics;
    this.rows = new int[width * FIRST_ROWS];
  }

  int size() {
    return size;
  }

  /** Adds a sample with the metrics of this ring; later ones than it are removed. */
  void add(Sample sample) {
    while (size > 0 && millis(size - 1) > sample.at().toEpochMilli()) {
      size--;
    }
    if (size * width == rows.length) {
      grow();
    }
    write(start(size), sample);
    size++;
  }

  void removeBefore(long millis) {
    while (size > 0 && millis(0) < millis) {
      head = (head + 1) % capacity();
      size--;
    }
  }

  /** Drops the oldest until it takes at most a number of bytes; keeps the last one. */
  void trim(long bytes) {
    int most = Math.clamp(bytes / (4L * width), 1, capacity());
    int[] smaller = new int[width * most];
    int dropped = Math.max(0, size - most);
    size -= dropped;
    for (int i = 0; i < size; i++) {
      System.arraycopy(rows, start(i + dropped), smaller, i * width, width);
    }
    rows = smaller;
    head = 0;
  }

  long millis(int index) {
    int at = start(index);
    return ((long) rows[at] << 32) | (rows[at + 1] & 0xFFFF_FFFFL);
  }

  /** The replicas of a sample: current, or desired if the scale could not be read; else 0. */
  int replicas(int index) {
    int at = start(index);
    return rows[at + 2] != NONE ? rows[at + 2] : Math.max(0, rows[at + 3]);
  }

  Sample get(int index) {
    int at = start(index);
    List<MetricPoint> points = new ArrayList<>(metrics);
    for (int i = 0; i < metrics; i++) {
      int point = at + FIXED + i * PER_METRIC;
      points.add(
          new MetricPoint(
              Float.intBitsToFloat(rows[point]),
              Float.intBitsToFloat(rows[point + 1]),
              Float.intBitsToFloat(rows[point + 2]),
              Float.intBitsToFloat(rows[point + 3])));
    }
    return new Sample(
        Instant.ofEpochMilli(millis(index)),
        orNull(rows[at + 2]),
        orNull(rows[at + 3]),
        orNull(rows[at + 4]),
        orNull(rows[at + 5]),
        rows[at + 6],
        rows[at + 7],
        orNull(rows[at + 8]),
        flags(rows[at + 9]),
        points);
  }

  long bytesOfSample() {
    return 4L * width;
  }

  long bytes() {
    return 4L * rows.length;
  }

  private void write(int at, Sample sample) {
    long millis = sample.at().toEpochMilli();
    rows[at] = (int) (millis >> 32);
    rows[at + 1] = (int) millis;
    rows[at + 2] = orNone(sample.current());
    rows[at + 3] = orNone(sample.desired());
    rows[at + 4] = orNone(sample.recommended());
    rows[at + 5] = orNone(sample.stabilized());
    rows[at + 6] = sample.min();
    rows[at + 7] = sample.max();
    rows[at + 8] = orNone(sample.ready());
    rows[at + 9] = bits(sample.flags());
    for (int i = 0; i < metrics; i++) {
      MetricPoint metric = sample.metrics().get(i);
      int point = at + FIXED + i * PER_METRIC;
      rows[point] = Float.floatToRawIntBits(metric.value());
      rows[point + 1] = Float.floatToRawIntBits(metric.target());
      rows[point + 2] = Float.floatToRawIntBits(metric.low());
      rows[point + 3] = Float.floatToRawIntBits(metric.high());
    }
  }

  private void grow() {
    int[] larger = new int[width * (capacity() + Math.max(FIRST_ROWS, capacity() / 4))];
    for (int i = 0; i < size; i++) {
      System.arraycopy(rows, start(i), larger, i * width, width);
    }
    rows = larger;
    head = 0;
  }

  private int capacity() {
    return rows.length / width;
  }

  private int start(int index) {
    return (head + index) % capacity() * width;
  }

  /** One bit for each flag, the first one in the lowest. */
  private static int bits(Set<SyncFlag> flags) {
    int bits = 0;
    int bit = 1;
    for (SyncFlag flag : FLAGS) {
      bits |= flags.contains(flag) ? bit : 0;
      bit <<= 1;
    }
    return bits;
  }

  private static Set<SyncFlag> flags(int bits) {
    Set<SyncFlag> flags = EnumSet.noneOf(SyncFlag.class);
    int bit = 1;
    for (SyncFlag flag : FLAGS) {
      if ((bits & bit) != 0) {
        flags.add(flag);
      }
      bit <<= 1;
    }
    return flags;
  }

  private static int orNone(@Nullable Integer value) {
    return value == null ? NONE : value;
  }

  private static @Nullable Integer orNull(int value) {
    return value == NONE ? null : Integer.valueOf(value);
  }
}
