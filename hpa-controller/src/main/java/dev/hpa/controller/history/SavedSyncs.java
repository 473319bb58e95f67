package dev.hpa.controller.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The compact form of the syncs of an autoscaler: one sample for each step of at least 1 minute, at
 * most 121, in whole seconds, without explanations and events. Pure functions.
 *
 * <p>Each number is a column of differences in variable length, in which runs of 0 are counted. Of
 * the 24 bits of the mantissa of a metric 12 are kept: an error of at most 0.025 %.
 *
 * @param metrics the metrics of the samples
 * @param samples the oldest first
 * @param lastScale null if no change of the replicas was seen
 */
record SavedSyncs(List<MetricInfo> metrics, List<Sample> samples, @Nullable LastScale lastScale) {

  private static final int VERSION = 1;
  private static final int MOST_SAMPLES = 120;
  private static final int MOST_METRICS = 1000;

  /** More than are saved; a run of a few bytes can stand for any number of them. */
  private static final int MOST_READ_SAMPLES = 1000;

  /** One more than are saved of the most metrics. */
  private static final int MOST_READ_POINTS = (MOST_SAMPLES + 2) * MOST_METRICS;

  private static final Duration SHORTEST_STEP = Duration.ofMinutes(1);

  /** The bits of a float that are dropped. */
  private static final int DROPPED = 12;

  SavedSyncs {
    metrics = List.copyOf(metrics);
    samples = List.copyOf(samples);
  }

  /**
   * The part of a history that is saved.
   *
   * @param kept how long the history is kept, which gives the step
   */
  static SavedSyncs of(AutoscalerHistory history, Duration kept) {
    Duration step = kept.dividedBy(MOST_SAMPLES);
    long millis = (step.compareTo(SHORTEST_STEP) < 0 ? SHORTEST_STEP : step).toMillis();
    List<Sample> samples = new ArrayList<>();
    long last = Long.MIN_VALUE;
    for (Sample each : history.samples()) {
      long now = each.at().toEpochMilli() / millis;
      Sample sample = each;
      if (now == last) {
        for (SyncFlag flag : samples.removeLast().flags()) {
          sample = sample.is(flag) ? sample : sample.with(flag);
        }
      }
      samples.add(sample);
      last = now;
    }
    return new SavedSyncs(history.metrics(), samples, history.lastScale());
  }

  byte[] encoded() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeShort(metrics.size());
      for (MetricInfo each : metrics) {
        out.writeUTF(each.name());
        out.writeBoolean(each.percent());
      }
      out.writeBoolean(lastScale != null);
      if (lastScale != null) {
        out.writeLong(lastScale.at().getEpochSecond());
        out.writeInt(lastScale.from());
        out.writeInt(lastScale.to());
        out.writeUTF(lastScale.reason());
      }
      out.writeShort(samples.size());
      out.writeLong(samples.isEmpty() ? 0 : samples.getFirst().at().getEpochSecond());
      NumberColumns.Writer columns = new NumberColumns.Writer(out);
      for (ToIntFunction<Sample> each : columns()) {
        columns.add(samples.stream().mapToInt(each).toArray());
      }
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }

  /** The columns in the order in which they are saved; the first one is the time. */
  private List<ToIntFunction<Sample>> columns() {
    List<ToIntFunction<Sample>> columns = new ArrayList<>();
    long start = samples.isEmpty() ? 0 : samples.getFirst().at().getEpochSecond();
    columns.add(each -> (int) (each.at().getEpochSecond() - start));
    columns.add(each -> known(each.current()));
    columns.add(each -> known(each.desired()));
    columns.add(each -> known(each.recommended()));
    columns.add(each -> known(each.stabilized()));
    columns.add(Sample::min);
    columns.add(Sample::max);
    columns.add(each -> known(each.ready()));
    columns.add(each -> SampleRing.bits(each.flags()));
    for (int i = 0; i < metrics.size(); i++) {
      int index = i;
      columns.add(each -> packed(each.metrics().get(index).value()));
      columns.add(each -> packed(each.metrics().get(index).target()));
      columns.add(each -> packed(each.metrics().get(index).low()));
      columns.add(each -> packed(each.metrics().get(index).high()));
    }
    return columns;
  }

  private static int known(@Nullable Integer value) {
    return value == null ? -1 : value;
  }

  private static @Nullable Integer orNull(int value) {
    return value < 0 ? null : Integer.valueOf(value);
  }

  private static int packed(float value) {
    return Float.isFinite(value)
        ? (Float.floatToRawIntBits(value) + (1 << (DROPPED - 1))) >> DROPPED
        : Float.floatToIntBits(value) >> DROPPED;
  }

  private static float unpacked(int bits) {
    return Float.intBitsToFloat(bits << DROPPED);
  }

  /**
   * Decodes what {@link #encoded} returned.
   *
   * @throws IllegalArgumentException if it is damaged or of a later version
   */
  static SavedSyncs decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IllegalArgumentException("version \"" + version + "\" is unknown");
      }
      int count = in.readUnsignedShort();
      if (count > MOST_METRICS) {
        throw new IllegalArgumentException("\"" + count + "\" metrics are too many");
      }
      List<MetricInfo> metrics = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        metrics.add(new MetricInfo(in.readUTF(), in.readBoolean()));
      }
      LastScale lastScale =
          in.readBoolean()
              ? new LastScale(
                  Instant.ofEpochSecond(in.readLong()), in.readInt(), in.readInt(), in.readUTF())
              : null;
      return new SavedSyncs(metrics, samples(in, count), lastScale);
    } catch (EOFException incomplete) {
      throw new IllegalArgumentException("it is incomplete", incomplete);
    } catch (IOException | DateTimeException damaged) {
      throw new IllegalArgumentException("it is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static List<Sample> samples(DataInputStream in, int metrics) throws IOException {
    int count = in.readUnsignedShort();
    if (count > MOST_READ_SAMPLES) {
      throw new IllegalArgumentException("\"" + count + "\" samples are too many");
    }
    if (count * metrics > MOST_READ_POINTS) {
      throw new IllegalArgumentException(
          "\"%d\" values of metrics are too many".formatted(count * metrics));
    }
    long start = in.readLong();
    NumberColumns.Reader columns = new NumberColumns.Reader(in, count);
    int[][] fixed = new int[9][];
    for (int i = 0; i < fixed.length; i++) {
      fixed[i] = columns.next();
    }
    int[][] values = new int[4 * metrics][];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.next();
    }
    List<Sample> samples = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      List<MetricPoint> points = new ArrayList<>(metrics);
      for (int metric = 0; metric < values.length; metric += 4) {
        points.add(
            new MetricPoint(
                unpacked(values[metric][i]),
                unpacked(values[metric + 1][i]),
                unpacked(values[metric + 2][i]),
                unpacked(values[metric + 3][i])));
      }
      samples.add(
          new Sample(
              Instant.ofEpochSecond(start + fixed[0][i]),
              orNull(fixed[1][i]),
              orNull(fixed[2][i]),
              orNull(fixed[3][i]),
              orNull(fixed[4][i]),
              fixed[5][i],
              fixed[6][i],
              orNull(fixed[7][i]),
              SampleRing.flags(fixed[8][i]),
              points));
    }
    return samples;
  }
}
