package dev.hpa.controller.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.LoadSeries;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Recorded loads as compact JSON: {@code {start, step, size, least, most, loads}} with times in
 * seconds.
 *
 * <p>{@code loads} has one byte for each step, deflated, in Base64: 0 if nothing was recorded, 1
 * for a load of 0, and 2 to 255 for loads from {@code least} to {@code most} on a logarithmic
 * scale. The error is at most 1.4 % if the greatest load is at most 1,000 times the least.
 */
final class SavedLoads {

  private static final int MAX_SIZE = 10_000;

  /** The longest step of a record in seconds, an hour, with room. */
  private static final long MAX_STEP = 86_400;

  private static final int ZERO = 1;
  private static final int MIN_POINTS = 2;
  private static final int LEVELS = 253;

  private SavedLoads() {}

  static ObjectNode write(LoadSeries series) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int i = 0; i < series.size(); i++) {
      double load = series.get(i);
      if (load > 0) {
        least = Math.min(least, load);
        most = Math.max(most, load);
      }
    }
    byte[] bytes = new byte[series.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) encoded(series.get(i), least, most);
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("start", series.start().getEpochSecond())
        .put("step", series.step().toSeconds())
        .put("size", series.size())
        .put("least", most > 0 ? least : 0)
        .put("most", most)
        .put("loads", Base64.getEncoder().encodeToString(deflated(bytes)));
  }

  private static int encoded(double load, double least, double most) {
    if (Double.isNaN(load)) {
      return 0;
    }
    if (load <= 0) {
      return ZERO;
    }
    return most > least
        ? MIN_POINTS + (int) Math.round(LEVELS * Math.log(load / least) / Math.log(most / least))
        : MIN_POINTS;
  }

  /**
   * Reads loads.
   *
   * @throws IllegalArgumentException if they were not written by this class
   */
  static LoadSeries read(JsonNode saved) {
    int size = saved.path("size").asInt(-1);
    long step = saved.path("step").asLong();
    double least = saved.path("least").asDouble();
    double most = saved.path("most").asDouble();
    long start = saved.path("start").asLong(-1);
    if (size < 0
        || size > MAX_SIZE
        || step <= 0
        || step > MAX_STEP
        || start < 0
        || !(least >= 0 && most >= least && most < Float.MAX_VALUE)) {
      throw new IllegalArgumentException("loads: start, size, step, least or most is invalid");
    }
    byte[] bytes = inflated(Base64.getDecoder().decode(saved.path("loads").asText()), size);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = decoded(bytes[i] & 0xff, least, most);
    }
    return LoadSeries.of(Timestamps.ofSeconds(start), Duration.ofSeconds(step), values);
  }

  private static float decoded(int code, double least, double most) {
    if (code == 0) {
      return Float.NaN;
    }
    return code == ZERO || least == 0
        ? 0
        : (float) (least * Math.pow(most / least, (double) (code - MIN_POINTS) / LEVELS));
  }

  private static byte[] deflated(byte[] bytes) {
    try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    }
  }

  private static byte[] inflated(byte[] bytes, int size) {
    byte[] result = new byte[size];
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(bytes);
      int length = 0;
      while (length < size) {
        int read = inflater.inflate(result, length, size - length);
        if (read == 0) {
          throw new IllegalArgumentException("loads: fewer than " + size);
        }
        length += read;
      }
      return result;
    } catch (DataFormatException invalid) {
      throw new IllegalArgumentException("loads: not deflated", invalid);
    }
  }
}
