package dev.hpa.controller.forecast;

import dev.hpa.metrics.prometheus.client.PrometheusClient.Sample;
import dev.hpa.metrics.prometheus.client.PrometheusResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;

/** Puts the response of Prometheus to a range query into an array. */
final class PrometheusMatrix {

  private static final double MILLI = 1000;

  private final float[] values;
  private final long start;
  private final long step;
  private int series;

  private PrometheusMatrix(long start, long step, int samples) {
    this.start = start;
    this.step = step;
    this.values = new float[samples];
    Arrays.fill(values, Float.NaN);
  }

  /**
   * The values in thousandths; NaN where there is none.
   *
   * @param start the time of the first value, in seconds
   * @param step the seconds between two values
   * @throws IOException if the response is a failure, or has more than one series; the message is
   *     one line
   */
  static float[] read(int status, byte[] body, long start, long step, int samples)
      throws IOException {
    PrometheusMatrix matrix = new PrometheusMatrix(start, step, samples);
    PrometheusResponse.ofMatrix(matrix::put, () -> matrix.series++)
        .read(status, new ByteArrayInputStream(body));
    if (matrix.series != 1) {
      throw new IOException(
          "the query returned "
              + matrix.series
              + " series; write one that returns a single series, such as sum(…)");
    }
    return matrix.values;
  }

  private void put(Sample sample) {
    long index = Math.floorDiv(sample.time().getEpochSecond() - start, step);
    if (index >= 0 && index < values.length) {
      double value = MILLI * sample.value();
      values[(int) index] = value >= 0 && value < Float.MAX_VALUE ? (float) value : Float.NaN;
    }
  }
}
