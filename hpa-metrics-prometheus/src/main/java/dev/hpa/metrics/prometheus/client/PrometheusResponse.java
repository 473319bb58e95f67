package dev.hpa.metrics.prometheus.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Json;
import dev.hpa.kube.client.HttpService;
import dev.hpa.kube.content.ShortTexts;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response as a stream, and returns the type of its result: of an instant query or a range
 * query, or a list of series, whose type is empty. What was read before a failure was passed on.
 */
public final class PrometheusResponse implements HttpService.ResponseReader<String> {

  private static final JsonFactory JSON = Json.factory().build();

  /** What the caller expects: the type of a result may follow its elements. */
  private enum Content {
    VECTOR,
    MATRIX,
    LIST
  }

  private final Content content;
  private final Receiver<PrometheusClient.Sample> samples;
  private final Receiver<Map<String, String>> series;
  private final Receiver<String> texts;
  private final Set<String> kept;

  private String status = "";
  private String error = "";
  private String type = "";
  private int oversized;

  private PrometheusResponse(
      Content content,
      Receiver<PrometheusClient.Sample> samples,
      Receiver<Map<String, String>> series,
      Receiver<String> texts,
      Set<String> kept) {
    this.content = content;
    this.samples = samples;
    this.series = series;
    this.texts = texts;
    this.kept = kept;
  }

  /**
   * Reads the result of an instant query. A sample with a label of more than {@link
   * Limit#NAME_CHARS} characters among those that are passed on is left out.
   *
   * @param samples receives the samples; of a result of another type they have no meaning
   * @param kept the labels that are passed on
   */
  static PrometheusResponse ofVector(Receiver<PrometheusClient.Sample> samples, Set<String> kept) {
    return new PrometheusResponse(Content.VECTOR, samples, any -> {}, any -> {}, kept);
  }

  /**
   * Reads the result of a range query.
   *
   * @param samples receives the samples of all series, without labels
   * @param end runs after those of each series
   */
  public static PrometheusResponse ofMatrix(
      Receiver<PrometheusClient.Sample> samples, Runnable end) {
    return new PrometheusResponse(Content.MATRIX, samples, any -> end.run(), any -> {}, Set.of());
  }

  /**
   * Reads a list of series. One with more than {@link Limit#SERIES_LABELS} labels, or with names
   * and values of more than {@link Limit#SERIES_CHARS} characters or one that is too long, is left
   * out: tenants who export series choose them.
   *
   * @param series receives the labels of each series
   * @param valued the labels that have their values; the others have empty ones
   */
  static PrometheusResponse ofSeries(Receiver<Map<String, String>> series, Set<String> valued) {
    return new PrometheusResponse(Content.LIST, any -> {}, series, any -> {}, valued);
  }

  /** Reads a list of values of a label. */
  static PrometheusResponse ofValues(Receiver<String> values) {
    return new PrometheusResponse(Content.LIST, any -> {}, any -> {}, values, Set.of());
  }

  /** Receives a part of the response; an exception ends its reading. */
  @FunctionalInterface
  public interface Receiver<T> {
    void accept(T part) throws IOException;
  }

  /** The number of series that were left out. */
  int oversized() {
    return oversized;
  }

  /**
   * @throws IOException with a message of one line if the server rejects the query or returns
   *     something else
   */
  @Override
  public String read(int code, InputStream body) throws IOException {
    try (JsonParser in = JSON.createParser(new ShortTexts(body, Limit.STREAM_TEXT_BYTES.asInt()))) {
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
        // Of the Status of an API server before it.
        case "error", "message" -> error = oneLine(in.getValueAsString(""));
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
    return Limit.PROBLEM_CHARS.cut(text.strip().replaceAll("[\\s\\p{Cntrl}]+", " "));
  }

  /** An object for a query, an array for lists. */
  private void data(JsonParser in, JsonToken value) throws IOException {
    if (value == JsonToken.START_ARRAY) {
      list(in);
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

  private void list(JsonParser in) throws IOException {
    for (JsonToken next = in.nextToken();
        next == JsonToken.VALUE_STRING || isElement(in, next);
        next = in.nextToken()) {
      if (next == JsonToken.START_OBJECT) {
        Map<String, String> labels = labels(in);
        if (labels != null) {
          series.accept(labels);
        }
      } else if (next == JsonToken.VALUE_STRING) {
        texts.accept(in.getText());
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
    boolean isLeftOut = false;
    PrometheusClient.Sample sample = null;
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      if (name.equals("metric") && value == JsonToken.START_OBJECT) {
        Map<String, String> known = labels(in);
        isLeftOut = known == null;
        labels = Objects.requireNonNullElse(known, Map.of());
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
    if (content == Content.MATRIX) {
      series.accept(labels);
    } else if (!isLeftOut) {
      samples.accept(
          sample == null
              ? new PrometheusClient.Sample(labels, Instant.EPOCH, 0)
              : new PrometheusClient.Sample(labels, sample.time(), sample.value()));
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

  /**
   * Values that are not kept are skipped, however long they are.
   *
   * @return null if there are too many or too long ones
   */
  private @Nullable Map<String, String> labels(JsonParser in) throws IOException {
    Map<String, String> labels =
        kept.isEmpty() && content != Content.LIST ? Map.of() : new HashMap<>();
    int count = 0;
    long chars = 0;
    boolean isOversized = false;
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      String value = kept.contains(name) ? in.getValueAsString("") : "";
      chars += name.length() + value.length();
      isOversized |= value.length() > Limit.NAME_CHARS.asInt();
      isOversized |=
          content == Content.LIST
              && (++count > Limit.SERIES_LABELS.asInt()
                  || chars > Limit.SERIES_CHARS.asInt()
                  || name.length() > Limit.SERIES_LABELS.asInt());
      if (!isOversized && (content == Content.LIST || kept.contains(name))) {
        labels.put(name, value);
      }
    }
    if (isOversized) {
      oversized++;
      return null;
    }
    return labels;
  }
}
