package dev.hpa.metrics.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.kube.client.HttpService;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeoutException;

/**
 * The query API of Prometheus and of servers that have it too: Thanos, Mimir, Cortex,
 * VictoriaMetrics. Thread-safe; calls block.
 */
final class PrometheusApi {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_MESSAGE_CHARS = 300;

  private final HttpService server;
  private final HeaderSource headers;
  private final Duration timeout;

  /** The headers of a request, read for each. */
  @FunctionalInterface
  interface HeaderSource {

    /**
     * @throws IOException if a file with credentials cannot be read
     */
    Map<String, String> headers() throws IOException;
  }

  /**
   * @param timeout the longest time of a request, including its response; real time
   */
  PrometheusApi(HttpService server, HeaderSource headers, Duration timeout) {
    this.server = server;
    this.headers = headers;
    this.timeout = timeout;
  }

  /**
   * A sample.
   *
   * @param labels without those that the query has removed
   */
  record Sample(Map<String, String> labels, Instant time, double value) {}

  /**
   * The samples of an instant query: of a vector, or the one of a scalar without labels.
   *
   * @throws IOException with a message of one line if the server cannot be reached, rejects the
   *     query, or returns something else
   * @throws TimeoutException if the whole response was not received in time
   */
  List<Sample> query(String query, Instant time) throws IOException, TimeoutException {
    Form form =
        new Form()
            .add("query", query)
            .add("time", seconds(time))
            .add("timeout", timeout.toMillis() + "ms");
    Reading reading = new Reading();
    read("/api/v1/query", form, reading);
    if (reading.type.equals("vector") || reading.type.equals("scalar")) {
      return reading.samples;
    }
    throw new IOException(
        "the query returned a %s instead of a vector"
            .formatted(reading.type.isEmpty() ? "response without a type" : reading.type));
  }

  /**
   * The labels of all series of a selector since a time.
   *
   * @throws IOException as {@link #query}
   * @throws TimeoutException as {@link #query}
   */
  List<Map<String, String>> series(String selector, Instant since)
      throws IOException, TimeoutException {
    Reading reading = new Reading();
    read("/api/v1/series", new Form().add("match[]", selector).add("start", seconds(since)), reading);
    return reading.series;
  }

  /** As Prometheus reads times: seconds with milliseconds. */
  private static String seconds(Instant time) {
    return BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
  }

  private static final class Form {
    private final StringJoiner text = new StringJoiner("&");

    Form add(String name, String value) {
      text.add(encoded(name) + "=" + encoded(value));
      return this;
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
  }

  private void read(String path, Form form, Reading reading) throws IOException, TimeoutException {
    Map<String, String> all = new HashMap<>(headers.headers());
    all.put("Accept", "application/json");
    all.put("Content-Type", "application/x-www-form-urlencoded");
    HttpService.Response response = server.post(path, all, form.text.toString(), timeout);
    try (JsonParser in = JSON.createParser(response.body())) {
      reading.response(in);
    } catch (IOException | NumberFormatException malformed) {
      throw new IOException(
          "status " + response.code() + ", and the response is not that of Prometheus", malformed);
    }
    if (!reading.status.equals("success")) {
      throw new IOException(
          "status %d%s"
              .formatted(response.code(), reading.error.isEmpty() ? "" : ": " + reading.error));
    }
  }

  /** Reads a response as a stream. */
  private static final class Reading {

    private final List<Sample> samples = new ArrayList<>();
    private final List<Map<String, String>> series = new ArrayList<>();
    private String status = "";
    private String error = "";
    private String type = "";

    void response(JsonParser in) throws IOException {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("no object");
      }
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
      if (in.currentToken() != JsonToken.END_OBJECT) {
        throw new IOException("the response ends early");
      }
    }

    private static String oneLine(String text) {
      String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
      return line.length() <= MAX_MESSAGE_CHARS
          ? line
          : line.substring(0, MAX_MESSAGE_CHARS) + "…";
    }

    /** An object for a query, an array for series. */
    private void data(JsonParser in, JsonToken value) throws IOException {
      if (value == JsonToken.START_ARRAY) {
        while (in.nextToken() == JsonToken.START_OBJECT) {
          series.add(labels(in));
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

    /** The elements of a vector are objects; a scalar is a time and a value. */
    private void result(JsonParser in) throws IOException {
      JsonToken first = in.nextToken();
      if (first != null && first.isNumeric()) {
        samples.add(pair(in, Map.of()));
        return;
      }
      for (JsonToken next = first; next == JsonToken.START_OBJECT; next = in.nextToken()) {
        sample(in);
      }
    }

    private void sample(JsonParser in) throws IOException {
      Map<String, String> labels = Map.of();
      Sample read = null;
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        JsonToken value = in.nextToken();
        if (name.equals("metric") && value == JsonToken.START_OBJECT) {
          labels = labels(in);
        } else if (name.equals("value") && value == JsonToken.START_ARRAY) {
          in.nextToken();
          read = pair(in, Map.of());
        } else {
          in.skipChildren();
        }
      }
      if (read != null) {
        samples.add(new Sample(labels, read.time(), read.value()));
      }
    }

    /** From the time to the end of the array. */
    private static Sample pair(JsonParser in, Map<String, String> labels) throws IOException {
      long millis = Math.round(in.getDoubleValue() * 1000);
      in.nextToken();
      double value = value(in.getText());
      if (in.nextToken() != JsonToken.END_ARRAY) {
        throw new IOException("a sample has more than a time and a value");
      }
      return new Sample(labels, Instant.ofEpochMilli(millis), value);
    }

    private static double value(String text) {
      return switch (text) {
        case "NaN" -> Double.NaN;
        case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(text);
      };
    }

    private static Map<String, String> labels(JsonParser in) throws IOException {
      Map<String, String> labels = new HashMap<>();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        labels.put(name, in.getValueAsString(""));
      }
      return labels;
    }
  }
}
