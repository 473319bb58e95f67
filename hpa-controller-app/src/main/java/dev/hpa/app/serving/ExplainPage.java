package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.explain.HistoryJson;
import dev.hpa.controller.explain.JsonBytes;
import dev.hpa.controller.reconcile.InspectionLimitException;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.explanation.TraceJson;
import dev.hpa.explanation.TraceText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
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

  /** How soon the first lists are worth another request. */
  private static final Duration LIST_RETRY = Duration.ofSeconds(2);

  private final BooleanSupplier leading;
  private final Inspector inspector;
  private final SharedResponse names;
  private final Inspector.Formatted<byte[]> explanations;

  public ExplainPage(Inspector inspector, BooleanSupplier leading) {
    this.leading = leading;
    this.inspector = inspector;
    this.names = new SharedResponse(() -> names(inspector));
    this.explanations = inspector.formatted(ExplainPage::json);
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
    if (!inspector.isComplete()) {
      return unavailable(
          503,
          leading.getAsBoolean()
              ? "the initial lists of HPAs and pods are not complete: the controller starts, or"
                  + " cannot list them, as its log says; try again in %d s"
                      .formatted(LIST_RETRY.toSeconds())
              : "this replica is on standby, and another one reconciles; ask the holder of the"
                  + " Lease",
          LIST_RETRY);
    }
    if (ask.path().equals(ROOT)) {
      return names.get();
    }
    String path = ask.path().substring(ROOT.length() + 1);
    NamespacedName name;
    try {
      path = URLDecoder.decode(path, StandardCharsets.UTF_8);
      name = NamespacedName.parse(path);
    } catch (IllegalArgumentException noName) {
      return error(404, "no HPA " + path);
    }
    try {
      byte[] explanation = explanations.inspect(name);
      return explanation == null
          ? error(404, "no HPA " + name)
          : PageResponse.json(200, explanation);
    } catch (InspectionLimitException busy) {
      return unavailable(429, String.valueOf(busy.getMessage()), busy.retryAfter());
    } catch (RuntimeException failure) {
      LOG.warn("{}: cannot be explained", name, failure);
      return error(500, "cannot be explained: " + failure.getMessage());
    }
  }

  private static PageResponse unavailable(int code, String text, Duration retryAfter) {
    return error(code, text).with(Map.of("Retry-After", "" + retryAfter.toSeconds()));
  }

  private static PageResponse error(int code, String text) {
    return PageResponse.json(code, JsonNodeFactory.instance.objectNode().put("error", text));
  }

  private static PageResponse names(Inspector inspector) {
    return PageResponse.json(
        200,
        JsonBytes.of(
            out -> {
              out.writeStartArray();
              for (NamespacedName name : inspector.names()) {
                out.writeString(name.toString());
              }
              out.writeEndArray();
              out.writeRaw('\n');
            }));
  }

  private static byte[] json(Inspector.Inspection inspection) {
    HorizontalPodAutoscaler hpa = inspection.autoscaler();
    return JsonBytes.of(
        out -> {
          out.writeStartObject();
          out.writeFieldName("autoscaler");
          out.writeTree(HpaVersion.V2.encode(hpa));
          out.writeFieldName("trace");
          TraceJson.write(out, inspection.trace());
          out.writeStringField("text", TraceText.of(inspection.trace()));
          out.writeObjectFieldStart("queries");
          for (Map.Entry<String, String> query : inspection.queries().entrySet()) {
            out.writeStringField(query.getKey(), query.getValue());
          }
          out.writeEndObject();
          String changedBy = inspection.changedBy();
          if (changedBy != null) {
            out.writeStringField("replicasChangedBy", changedBy);
          }
          out.writeStringField("note", inspection.nextSync());
          out.writeFieldName("history");
          out.writeTree(
              HistoryJson.write(
                  NamespacedName.of(hpa.metadata()), inspection.history(), inspection.forecasts()));
          out.writeEndObject();
          out.writeRaw('\n');
        });
  }
}
