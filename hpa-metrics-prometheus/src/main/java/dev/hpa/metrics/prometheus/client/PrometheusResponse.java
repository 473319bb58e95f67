package dev.hpa.metrics.prometheus.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.hpa.api.Json;
import dev.hpa.kube.client.HttpService;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response as a stream, and returns the type of its result: of an instant query or a range
 * query, or a list of series, whose type is empty. What was read before a failure was passed on.
 */
public final class PrometheusResponse implements HttpService.ResponseReader<String> {

  private static final JsonFactory JSON =
      Json.factory()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNameLength(Integer.MAX_VALUE).build())
          .build();
  private static final int MAX_MESSAGE_CHARS = 300;

  /** Of a series; servers rarely accept more than 30. */
  private static final int MAX_LABELS = 1_000;

  private final Receiver<PrometheusClient.Sample> samples;
  private final Receiver<Map<String, String>> series;
  private final @Nullable Set<String> kept;

  private String status = "";
  private String error = "";
  private String type = "";

  /**
   * @param samples receives samples; those of a range query have no labels
   * @param series receives the labels of each series: of a list, and of a range query after its
   *     samples
   * @param kept the labels that are passed on; null for all
   */
  public PrometheusResponse(
      Receiver<PrometheusClient.Sample> samples,
      Receiver<Map<String, String>> series,
      @Nullable Set<String> kept) {
    this.samples = samples;
    this.series = series;
    this.kept = kept;
  }

  /** Receives a part of the response; an exception ends its reading. */
  @FunctionalInterface
  public interface Receiver<T> {
    void accept(T part) throws IOException;
  }

  /**
   * @throws IOException with a message of one line if the server rejects the query or returns
   *     something else
   */
  @Override
  public String read(int code, InputStream body) throws IOException {
    try (JsonParser in = JSON.createParser(body)) {
      response(in);
    } catch (JsonProcessingException | NumberFormatException malformed) {
      throw new IOException(
          "status " + code + ", and the response is not that of Prometheus", malformed);
    }
    if (!isSuccess(code) || !error.isEmpty()) {
      throw new IOException("status " + code + (error.isEmpty() ? "" : ": " + error));
    }
    return type;
  }

  /** A server sends a success with a code of an error if it says so; other codes are a proxy's. */
  private boolean isSuccess(int code) {
    return switch (code) {
      case 400, 422, 503 -> status.equals("success");
      default -> code / 100 == 2 && !status.equals("error");
    };
  }

  private void response(JsonParser in) throws IOException {
    require(in, in.nextToken() == JsonToken.START_OBJECT);
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      switch (name) {
        case "status" -> status = in.getValueAsString("");
        case "error" -> error = oneLine(in.getValueAsString(""));
        case "data" -> data(in, value);
        default -> in.skipChildren();
      }
    }
    require(in, in.currentToken() == JsonToken.END_OBJECT);
  }

  private static void require(JsonParser in, boolean condition) throws IOException {
    if (!condition) {
      throw new JsonParseException(in, "unexpected value");
    }
  }

  private static String oneLine(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= MAX_MESSAGE_CHARS ? line : line.substring(0, MAX_MESSAGE_CHARS) + "…";
  }

  /** An object for a query, an array for series. */
  private void data(JsonParser in, JsonToken value) throws IOException {
    if (value == JsonToken.START_ARRAY) {
      for (JsonToken next = in.nextToken(); isElement(in, next); next = in.nextToken()) {
        if (next == JsonToken.START_OBJECT) {
          series.accept(labels(in));
        }
      }
      return;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      JsonToken field = in.nextToken();
      if (name.equals("resultType")) {
        type = in.getValueAsString("");
      } else if (name.equals("result") && field == JsonToken.START_ARRAY) {
        result(in);
      } else {
        in.skipChildren();
      }
    }
  }

  /** The elements of a vector and a matrix are objects; a scalar is a time and a value. */
  private void result(JsonParser in) throws IOException {
    JsonToken first = in.nextToken();
    if (first != null && first.isNumeric()) {
      samples.accept(pair(in, Map.of()));
      return;
    }
    for (JsonToken next = first; isElement(in, next); next = in.nextToken()) {
      if (next == JsonToken.START_OBJECT) {
        element(in);
      }
    }
  }

  /** Elements may be null, which counts as no element. */
  private static boolean isElement(JsonParser in, @Nullable JsonToken next) throws IOException {
    require(
        in,
        next == JsonToken.START_OBJECT
            || next == JsonToken.VALUE_NULL
            || next == JsonToken.END_ARRAY);
    return next != JsonToken.END_ARRAY;
  }

  /**
   * A sample without a value, such as one of a native histogram, counts as 0, as for the adapter.
   */
  private void element(JsonParser in) throws IOException {
    Map<String, String> labels = Map.of();
    PrometheusClient.Sample sample = null;
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      if (name.equals("metric") && value == JsonToken.START_OBJECT) {
        labels = labels(in);
      } else if (name.equals("value") && value == JsonToken.START_ARRAY) {
        in.nextToken();
        sample = pair(in, Map.of());
      } else if (name.equals("histogram") && value == JsonToken.START_ARRAY) {
        sample = histogram(in);
      } else if (name.equals("values") && value == JsonToken.START_ARRAY) {
        while (in.nextToken() == JsonToken.START_ARRAY) {
          in.nextToken();
          samples.accept(pair(in, Map.of()));
        }
      } else {
        in.skipChildren();
      }
    }
    if (type.equals("vector")) {
      samples.accept(
          sample == null
              ? new PrometheusClient.Sample(labels, Instant.EPOCH, 0)
              : new PrometheusClient.Sample(labels, sample.time(), sample.value()));
    } else {
      series.accept(labels);
    }
  }

  /** From the time to the end of the array. */
  private static PrometheusClient.Sample pair(JsonParser in, Map<String, String> labels)
      throws IOException {
    double seconds = in.getDoubleValue();
    in.nextToken();
    double value = value(in.getText());
    require(in, in.nextToken() == JsonToken.END_ARRAY);
    return new PrometheusClient.Sample(
        labels, Instant.ofEpochMilli(Math.round(seconds * 1000)), value);
  }

  private static PrometheusClient.Sample histogram(JsonParser in) throws IOException {
    in.nextToken();
    Instant time = Instant.ofEpochMilli(Math.round(in.getDoubleValue() * 1000));
    while (in.nextToken() != JsonToken.END_ARRAY) {
      require(in, in.currentToken() != null);
      in.skipChildren();
    }
    return new PrometheusClient.Sample(Map.of(), time, 0);
  }

  private static double value(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private Map<String, String> labels(JsonParser in) throws IOException {
    Map<String, String> labels = kept != null && kept.isEmpty() ? Map.of() : new HashMap<>();
    int count = 0;
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      if (++count > MAX_LABELS) {
        throw new IOException("a series has more than " + MAX_LABELS + " labels");
      }
      if (kept == null || kept.contains(name)) {
        labels.put(name, in.getValueAsString(""));
      }
    }
    return labels;
  }
}
