package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads the response of Prometheus to a range query ({@code /api/v1/query_range}). Samples that are
 * not finite are gaps.
 */
final class PrometheusTrace {

  private static final int SHOWN = 5;
  private static final String EMPTY = "the result is empty; widen the query or its range";

  private final String file;
  private final Map<String, String> series;

  private PrometheusTrace(String file, Map<String, String> series) {
    this.file = file;
    this.series = series;
  }

  /**
   * Reads the one series that has all these labels.
   *
   * @param series labels with their values; empty for the only series
   */
  static RecordedLoad parse(
      String file, String text, Map<String, String> series, RecordingOptions gaps)
      throws UnusableInputException {
    PrometheusTrace trace = new PrometheusTrace(file, series);
    JsonNode result = trace.matrix(trace.tree(text));
    if (result.isEmpty()) {
      throw new UnusableInputException.NoSamplesException(file + ": " + EMPTY);
    }
    return RecordedLoad.dated(file, trace.withNumbers(trace.samples(result)), gaps);
  }

  /**
   * Reads the responses for consecutive ranges, of which some may have no samples.
   *
   * @param name the name of the recording, for messages
   */
  static List<LoadSample> samples(String name, List<String> responses, Map<String, String> series)
      throws UnusableInputException {
    PrometheusTrace trace = new PrometheusTrace(name, series);
    List<LoadSample> samples = new ArrayList<>();
    for (String each : responses) {
      JsonNode result = trace.matrix(trace.tree(each));
      if (!result.isEmpty()) {
        samples.addAll(trace.samples(result));
      }
    }
    if (samples.isEmpty()) {
      throw new UnusableInputException.NoSamplesException(
          EMPTY + ", or check --prometheus-label: " + name);
    }
    return trace.withNumbers(samples);
  }

  private List<LoadSample> withNumbers(List<LoadSample> samples) throws UnusableInputException {
    if (samples.stream().allMatch(each -> Double.isNaN(each.value()))) {
      throw refused("the series has no samples with numbers");
    }
    return samples;
  }

  private List<LoadSample> samples(JsonNode result) throws UnusableInputException {
    List<LoadSample> points = new ArrayList<>();
    for (JsonNode sample : chosen(result).path("values")) {
      double value = number(sample.path(1));
      points.add(point(sample, Double.isFinite(value) ? value : Double.NaN, points));
    }
    return points;
  }

  private JsonNode tree(String text) throws UnusableInputException {
    try {
      return Json.tree(text);
    } catch (JsonFormatException malformed) {
      throw refused("is not valid CSV or JSON: " + malformed.getMessage());
    }
  }

  private JsonNode matrix(JsonNode answer) throws UnusableInputException {
    String status = answer.path("status").asText();
    if (status.equals("error")) {
      throw refused(
          "Prometheus answered with an error: "
              + answer.path("errorType").asText("unknown")
              + ": "
              + answer.path("error").asText(""));
    }
    if (!status.equals("success")) {
      // An API server before it sends a Status with a message.
      throw refused(
          answer
              .path("message")
              .asText("is not a Prometheus response; it has no \"status\": \"success\""));
    }
    String type = answer.path("data").path("resultType").asText();
    if (!type.equals("matrix")) {
      throw refused(
          "contains a "
              + (type.isEmpty() ? "result without a type" : type)
              + ", not a matrix; query with /api/v1/query_range");
    }
    return answer.path("data").path("result");
  }

  private JsonNode chosen(JsonNode result) throws UnusableInputException {
    List<JsonNode> fitting = new ArrayList<>();
    for (JsonNode each : result) {
      if (labels(each).entrySet().containsAll(series.entrySet())) {
        fitting.add(each);
      }
    }
    if (fitting.size() == 1) {
      return fitting.getFirst();
    }
    throw refused(
        fitting.isEmpty()
            ? "no series has " + text(series) + "; there are " + listed(result)
            : "there are "
                + fitting.size()
                + " series: "
                + listed(fitting)
                + "; choose one with the setting series: NAME=VALUE, or with --series in lint, or query"
                + " their sum()");
  }

  private static Map<String, String> labels(JsonNode each) {
    Map<String, String> labels = new TreeMap<>();
    each.path("metric").properties().forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
    return labels;
  }

  private static String listed(Iterable<JsonNode> all) {
    List<String> texts = new ArrayList<>();
    all.forEach(each -> texts.add(text(labels(each))));
    String shown = texts.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return texts.size() > SHOWN ? shown + " and " + (texts.size() - SHOWN) + " more" : shown;
  }

  private static String text(Map<String, String> labels) {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Prometheus writes numbers as strings, including {@code NaN}, {@code +Inf} and {@code -Inf}. */
  private static double number(JsonNode value) {
    try {
      return Double.parseDouble(value.asText().replace("Inf", "Infinity"));
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }

  private LoadSample point(JsonNode sample, double value, List<LoadSample> before)
      throws UnusableInputException {
    if (!sample.path(0).isNumber()) {
      throw refused("the time " + sample.path(0) + " is not a number");
    }
    Duration at =
        UnixSeconds.since(sample.path(0).decimalValue())
            .orElseThrow(
                () -> refused("the time " + sample.path(0).asText() + " " + UnixSeconds.TOO_LARGE));
    if (!before.isEmpty() && at.compareTo(before.getLast().at()) < 0) {
      throw refused("the time " + sample.path(0).asText() + " is earlier than the previous one");
    }
    if (value < 0) {
      throw refused("the demand " + sample.path(1).asText() + " is negative");
    }
    return new LoadSample(at, value);
  }

  private UnusableInputException refused(String why) {
    return new UnusableInputException(file + ": " + why);
  }
}
