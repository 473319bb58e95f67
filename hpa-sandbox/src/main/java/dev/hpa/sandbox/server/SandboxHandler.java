package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.faults.FaultFormatException;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricFormatException;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.BodyDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Handles the sandbox's own endpoints below {@code /sandbox}: metric values, metrics APIs and
 * faults.
 */
final class SandboxHandler {

  private final MetricsBackend metrics;
  private final Faults faults;

  SandboxHandler(MetricsBackend metrics, Faults faults) {
    this.metrics = metrics;
    this.faults = faults;
  }

  ApiResponse answer(ApiRequest request) {
    List<String> path = request.path();
    String room = path.size() > 1 ? path.get(1) : "";
    List<String> rest = path.subList(Math.min(2, path.size()), path.size());
    try {
      return switch (room) {
        case "metrics" -> rest.isEmpty() ? allSeries(request) : series(request, rest);
        case "metrics-apis" -> apis(request, rest);
        case "faults" -> rest.isEmpty() ? allFaults(request) : fault(request, rest);
        default -> throw unknown();
      };
    } catch (MetricFormatException | FaultFormatException problem) {
      throw StatusException.badRequest(String.valueOf(problem.getMessage()));
    }
  }

  private static StatusException unknown() {
    return StatusException.of(
        404,
        "NotFound",
        "unknown path; use /sandbox/metrics, /sandbox/metrics-apis or /sandbox/faults");
  }

  private ApiResponse allSeries(ApiRequest request) {
    return switch (request.method()) {
      case "GET" -> ApiResponse.json(200, shown(metrics.values().all()));
      case "DELETE" -> {
        metrics.values().clear();
        yield ApiResponse.json(200, shown(metrics.values().all()));
      }
      default -> throw StatusException.methodNotAllowed();
    };
  }

  /** The query parameters are the labels of the series. */
  private ApiResponse series(ApiRequest request, List<String> path) {
    MetricSeries series = new MetricSeries(Metric.ofPath(path), request.query());
    return switch (request.method()) {
      case "PUT" ->
          ApiResponse.json(200, shown(List.of(metrics.values().set(series, text(request)))));
      case "DELETE" -> {
        if (!metrics.values().remove(series)) {
          throw StatusException.of(
              404, "NotFound", "series \"" + series + "\" was not set by a request");
        }
        yield ApiResponse.json(200, shown(metrics.values().of(series.metric())));
      }
      case "GET" -> ApiResponse.json(200, shown(metrics.values().of(series.metric())));
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private static String text(ApiRequest request) {
    return new String(request.body(), StandardCharsets.UTF_8);
  }

  private ObjectNode shown(List<MetricValues.Entry> entries) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    ArrayNode items = list.putArray("items");
    Instant now = metrics.values().now();
    for (MetricValues.Entry entry : entries) {
      items
          .addObject()
          .put("series", entry.series().toString())
          .put("set", entry.value().toString())
          .put("by", entry.source())
          .put("value", entry.at(now).toString());
    }
    return list;
  }

  private ApiResponse apis(ApiRequest request, List<String> path) {
    if (!path.isEmpty()) {
      throw unknown();
    }
    switch (request.method()) {
      case "GET" -> {}
      case "PUT" -> metrics.apis().serve(MetricsApi.parseAll(text(request).strip()));
      default -> throw StatusException.methodNotAllowed();
    }
    return ApiResponse.text(200, MetricsApi.names(metrics.apis().served()) + "\n");
  }

  private ApiResponse allFaults(ApiRequest request) {
    return switch (request.method()) {
      case "GET" -> ApiResponse.json(200, shownFaults());
      case "POST" -> {
        faults.add(given(request));
        yield ApiResponse.json(201, shownFaults());
      }
      case "DELETE" -> {
        faults.clear();
        yield ApiResponse.json(200, shownFaults());
      }
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private ApiResponse fault(ApiRequest request, List<String> path) {
    if (!request.method().equals("DELETE")) {
      throw StatusException.methodNotAllowed();
    }
    if (path.size() != 1 || !faults.remove(number(path.getFirst()))) {
      throw StatusException.of(
          404, "NotFound", "fault \"" + String.join("/", path) + "\" not found");
    }
    return ApiResponse.json(200, shownFaults());
  }

  /** The number in a path; 0, which is never assigned, when it is malformed. */
  private static int number(String text) {
    return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : 0;
  }

  /**
   * The fields of the body are the settings of the fault, and {@code fault} its name. The body is
   * always read as JSON, because curl sends it as a form.
   */
  private static Fault given(ApiRequest request) {
    Map<String, String> settings = new LinkedHashMap<>();
    BodyDecoder.json(request.body())
        .tree()
        .properties()
        .forEach(member -> settings.put(member.getKey(), member.getValue().asText()));
    String name = settings.remove("fault");
    return Fault.of(name == null ? "" : name, settings);
  }

  private ObjectNode shownFaults() {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    ArrayNode items = list.putArray("items");
    for (Faults.Active active : faults.all()) {
      items
          .addObject()
          .put("id", active.id())
          .put("fault", active.fault().toString())
          .put("matched", active.matched())
          .put("injected", active.injected());
    }
    return list;
  }
}
