package com.example.hpa.prometheus;

import com.example.hpa.prometheus.Answer.Sample;
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

/** Reads what Prometheus answers an instant query with, errors included. */
final class AnswerDecoder {

  private static final ObjectMapper JSON = new ObjectMapper();

  private AnswerDecoder() {}

  /**
   * Reads an answer.
   *
   * @param code HTTP status code, used in the message if the response is not from Prometheus
   */
  static Answer read(int code, byte[] body) {
    try {
      return answer(JSON.readTree(body));
    } catch (IOException garbage) {
      return Answer.None.of(
          Category.SOURCE_FAILED,
          "the server answered "
              + code
              + " and nothing that can be read as an answer of Prometheus");
    }
  }

  private static Answer answer(JsonNode answer) throws IOException {
    return switch (answer.path("status").asText()) {
      case "success" -> data(answer.path("data"));
      case "error" -> error(answer.path("errorType").asText(), answer.path("error").asText());
      default -> throw new IOException("no status");
    };
  }

  /** An expression that cannot be read stays so; everything else may pass. */
  private static Answer error(String type, String text) {
    return Answer.None.of(
        type.equals("bad_data") ? Category.INVALID_QUERY : Category.SOURCE_FAILED,
        "Prometheus answered " + type + ": " + text);
  }

  private static Answer data(JsonNode data) throws IOException {
    JsonNode result = data.path("result");
    return switch (data.path("resultType").asText()) {
      case "vector" -> vector(result);
      case "scalar" -> new Answer.Samples(List.of(sample(Map.of(), result)));
      case "matrix" -> invalid("the query gives ranges, not one number for each series");
      case "string" -> invalid("the query gives a text, not a number");
      default -> throw new IOException("unknown type of result");
    };
  }

  private static Answer vector(JsonNode result) throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (JsonNode series : result) {
      if (series.has("histogram")) {
        return invalid("the query gives histograms, not numbers");
      }
      samples.add(sample(labels(series.path("metric")), series.path("value")));
    }
    return new Answer.Samples(samples);
  }

  private static Answer invalid(String why) {
    return Answer.None.of(Category.INVALID_QUERY, why);
  }

  private static Map<String, String> labels(JsonNode metric) {
    Map<String, String> labels = new TreeMap<>();
    metric.properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  private static Sample sample(Map<String, String> labels, JsonNode pair) throws IOException {
    if (!pair.path(0).isNumber() || !pair.path(1).isTextual()) {
      throw new IOException("no pair of time and value");
    }
    return new Sample(
        labels, instant(pair.path(0).decimalValue()), milli(pair.path(1).textValue()));
  }

  private static OptionalLong milli(String value) throws IOException {
    try {
      return MilliUnits.of(value);
    } catch (NumberFormatException failure) {
      throw new IOException("no number: " + value, failure);
    }
  }

  private static Instant instant(BigDecimal seconds) {
    return Instant.ofEpochMilli(seconds.movePointRight(3).longValue());
  }
}
