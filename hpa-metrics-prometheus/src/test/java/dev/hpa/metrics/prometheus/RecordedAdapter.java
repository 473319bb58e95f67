package dev.hpa.metrics.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * What prometheus-adapter answered for configurations, series and requests, and its traffic with
 * Prometheus.
 */
final class RecordedAdapter {

  private final Map<String, String> bodies = new HashMap<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private JsonNode kube = Json.tree("{}");

  /** A configuration with its requests. */
  record Group(JsonNode json, List<JsonNode> cases) {
    String id() {
      return json.path("id").asText();
    }
  }

  static RecordedAdapter load() {
    RecordedAdapter recorded = new RecordedAdapter();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(
                        RecordedAdapter.class.getResourceAsStream("adapter.ndjson.gz"))),
                StandardCharsets.UTF_8))) {
      lines.lines().map(Json::tree).forEach(recorded::add);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return recorded;
  }

  private void add(JsonNode line) {
    switch (line.path("type").asText()) {
      case "kube" -> kube = line;
      case "body" -> bodies.put(line.path("id").asText(), line.path("text").asText());
      case "group" -> groups.put(line.path("id").asText(), new Group(line, new ArrayList<>()));
      case "case" ->
          Objects.requireNonNull(groups.get(line.path("group").asText())).cases.add(line);
      default -> {}
    }
  }

  JsonNode kube() {
    return kube;
  }

  Iterable<Group> groups() {
    return groups.values();
  }

  /** The body of a recorded response. */
  String body(JsonNode exchange) {
    return exchange.has("bodyRef")
        ? Objects.requireNonNull(bodies.get(exchange.path("bodyRef").asText()))
        : exchange.path("body").asText();
  }
}
