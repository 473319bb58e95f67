package dev.hpa.controller.forecast;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;

/** Reads the response of Prometheus to a range query, without keeping it. */
final class PrometheusMatrix {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int OK = 200;
  private static final int MAX_MESSAGE = 300;
  private static final double MILLI = 1000;

  private final float[] values;
  private final long start;
  private final long step;
  private int series;
  private String error = "";

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
    try (JsonParser in = JSON.createParser(body)) {
      matrix.object(in);
    } catch (IOException | NumberFormatException malformed) {
      throw new IOException("status " + status + ", and the response is not that of Prometheus");
    }
    if (!matrix.error.isEmpty() || status != OK) {
      throw new IOException(
          "status " + status + (matrix.error.isEmpty() ? "" : ": " + matrix.error));
    }
    if (matrix.series != 1) {
      throw new IOException(
          "the query returned "
              + matrix.series
              + " series; write one that returns a single series, such as sum(…)");
    }
    return matrix.values;
  }

  /** Reads {@code {"status":…,"error":…,"data":{"result":[{"values":[[t,"v"],…]}]}}}. */
  private void object(JsonParser in) throws IOException {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("no object");
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "error" -> error = oneLine(in.getValueAsString(""));
        case "data" -> data(in);
        default -> in.skipChildren();
      }
    }
  }

  private void data(JsonParser in) throws IOException {
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      boolean isResult = in.currentName().equals("result");
      JsonToken value = in.nextToken();
      if (isResult && value == JsonToken.START_ARRAY) {
        while (in.nextToken() == JsonToken.START_OBJECT) {
          series++;
          series(in);
        }
      } else {
        in.skipChildren();
      }
    }
  }

  private void series(JsonParser in) throws IOException {
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      boolean isValues = in.currentName().equals("values");
      in.nextToken();
      if (isValues) {
        while (in.nextToken() == JsonToken.START_ARRAY) {
          in.nextToken();
          double time = in.getDoubleValue();
          in.nextToken();
          put(time, in.getValueAsString(""));
          in.nextToken();
        }
      } else {
        in.skipChildren();
      }
    }
  }

  private void put(double time, String text) {
    long index = Math.floorDiv((long) time - start, step);
    if (index >= 0 && index < values.length && !text.endsWith("Inf")) {
      double value = MILLI * Double.parseDouble(text);
      values[(int) index] = value >= 0 && value < Float.MAX_VALUE ? (float) value : Float.NaN;
    }
  }

  private static String oneLine(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= MAX_MESSAGE ? line : line.substring(0, MAX_MESSAGE) + "…";
  }
}
