package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.explain.HistoryJson;
import dev.hpa.controller.explain.TraceJson;
import dev.hpa.controller.explain.TraceText;
import dev.hpa.controller.reconcile.InspectionLimitException;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.core.Trace;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The debug API explains what the controller would decide now: {@code GET /debug/autoscalers} lists
 * the autoscalers, {@code GET /debug/autoscalers/NAMESPACE/NAME} explains one. An explanation reads
 * metrics like a reconcile and writes nothing.
 */
public final class ExplainPage implements Page {

  /** The path prefix of the API. */
  public static final String ROOT = "/debug/autoscalers";

  private static final Logger LOG = LoggerFactory.getLogger(ExplainPage.class);

  private final Inspector inspector;

  public ExplainPage(Inspector inspector) {
    this.inspector = inspector;
  }

  /** Adds the API to the pages. */
  public void addTo(Pages pages) {
    pages.put(ROOT, this);
    pages.put(ROOT + "/", this);
  }

  @Override
  public boolean refusesCrossSite(String path) {
    return true;
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    if (!ask.method().equals("GET")) {
      return error(405, "only GET is supported");
    }
    if (ask.path().equals(ROOT)) {
      ArrayNode names = JsonNodeFactory.instance.arrayNode();
      inspector.names().forEach(name -> names.add(name.toString()));
      return PageResponse.json(200, names);
    }
    String path =
        URLDecoder.decode(ask.path().substring(ROOT.length() + 1), StandardCharsets.UTF_8);
    NamespacedName name;
    try {
      name = NamespacedName.parse(path);
    } catch (IllegalArgumentException noName) {
      return error(404, "no autoscaler " + path);
    }
    try {
      Inspector.Inspection inspection = inspector.inspect(name);
      return inspection == null
          ? error(404, "no autoscaler " + name)
          : PageResponse.json(200, json(name, inspection));
    } catch (InspectionLimitException busy) {
      PageResponse error = error(429, String.valueOf(busy.getMessage()));
      return new PageResponse(
          error.code(),
          error.contentType(),
          error.body(),
          Map.of("Retry-After", Long.toString(busy.retryAfter().toSeconds())),
          null);
    } catch (RuntimeException failure) {
      LOG.warn("{}: cannot be explained", name, failure);
      return error(500, "cannot be explained: " + failure.getMessage());
    }
  }

  private static PageResponse error(int code, String text) {
    return PageResponse.json(code, JsonNodeFactory.instance.objectNode().put("error", text));
  }

  private static JsonNode json(NamespacedName name, Inspector.Inspection inspection) {
    Trace trace = inspection.trace();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("autoscaler", HpaVersion.V2.encode(inspection.autoscaler()));
    answer.set("trace", TraceJson.tree(trace));
    answer.put("text", TraceText.of(trace));
    answer.set("history", HistoryJson.write(name, inspection.history(), inspection.forecasts()));
    return answer;
  }
}
