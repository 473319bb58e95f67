package com.example.hpa.prometheus;

import com.example.hpa.prometheus.QueryResult.Sample;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.spi.MetricFailure.Category;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Decodes responses to instant queries, including errors. */
final class QueryResultDecoder {

  private static final ObjectMapper JSON = new ObjectMapper();

  private QueryResultDecoder() {}

  /**
   * Decodes a response.
   *
   * @param code HTTP status code, reported if the body is not a response of Prometheus
   * @param body response body
   */
  static QueryResult read(int code, byte[] body) {
    try {
      return response(JSON.readTree(body));
    } catch (IOException malformed) {
      return QueryResult.Failed.of(
          Category.SOURCE_FAILED,
          "the server returned HTTP " + code + " and no valid Prometheus response");
    }
  }

  private static QueryResult response(JsonNode response) throws IOException {
    return switch (response.path("status").asText()) {
      case "success" -> data(response.path("data"));
      case "error" -> error(response.path("errorType").asText(), response.path("error").asText());
      default -> throw new IOException("no status");
    };
  }

  /** Retries cannot help for an invalid expression, but may help for other errors. */
  private static QueryResult error(String type, String text) {
    return QueryResult.Failed.of(
        type.equals("bad_data") ? Category.INVALID_QUERY : Category.SOURCE_FAILED,
        "Prometheus returned " + type + ": " + text);
  }

  private static QueryResult data(JsonNode data) throws IOException {
    JsonNode result = data.path("result");
    return switch (data.path("resultType").asText()) {
      case "vector" -> vector(result);
      case "scalar" -> new QueryResult.Samples(List.of(sample(Map.of(), result)));
      case "matrix" ->
          invalid("the query returns range vectors; use an instant vector or a scalar");
      case "string" -> invalid("the query returns a string; use an instant vector or a scalar");
      default -> throw new IOException("unknown result type");
    };
  }

  private static QueryResult vector(JsonNode result) throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (JsonNode series : result) {
      if (series.has("histogram")) {
        return invalid("the query returns native histograms; use numeric samples");
      }
      samples.add(sample(labels(series.path("metric")), series.path("value")));
    }
    return new QueryResult.Samples(samples);
  }

  private static QueryResult invalid(String why) {
    return QueryResult.Failed.of(Category.INVALID_QUERY, why);
  }

  private static Map<String, String> labels(JsonNode metric) {
    Map<String, String> labels = new TreeMap<>();
    metric.properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  private static Sample sample(Map<String, String> labels, JsonNode pair) throws IOException {
    if (!pair.path(0).isNumber() || !pair.path(1).isTextual()) {
      throw new IOException("sample is not a pair of time and value");
    }
    return new Sample(
        labels, instant(pair.path(0).decimalValue()), milli(pair.path(1).textValue()));
  }

  private static OptionalLong milli(String value) throws IOException {
    try {
      return MilliUnits.of(value);
    } catch (NumberFormatException failure) {
      throw new IOException("sample value is not a number: " + value, failure);
    }
  }

  private static Instant instant(BigDecimal seconds) {
    return Instant.ofEpochMilli(seconds.movePointRight(3).longValue());
  }
}
