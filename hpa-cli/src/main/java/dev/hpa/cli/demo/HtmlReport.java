package dev.hpa.cli.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.hpa.cli.report.HtmlPage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes a recording as an HTML page. */
public final class HtmlReport {

  private HtmlReport() {}

  /** Writes the report of {@code recording} to {@code file} atomically. */
  public static void write(DemoRecording recording, Path file) throws IOException {
    new HtmlPage(HtmlReport.class, recording.title(), data(recording)).write(file);
  }

  private static String data(DemoRecording recording) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("title", recording.title());
      json.writeStringField("subtitle", recording.subtitle());
      json.writeStringField("start", recording.start().toString());
      json.writeStringField("end", recording.end().toString());
      number(json, "speed", recording.speed());
      json.writeNumberField("minReplicas", recording.minReplicas());
      json.writeNumberField("maxReplicas", recording.maxReplicas());
      json.writeNumberField("targetUtilization", recording.targetUtilization());
      number(json, "toleranceDown", recording.toleranceDown());
      number(json, "toleranceUp", recording.toleranceUp());
      json.writeArrayFieldStart("samples");
      for (DemoSample sample : recording.samples()) {
        sample(json, sample);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("events");
      for (ChartEvent event : recording.events()) {
        event(json, event);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("decisions");
      for (DecisionRow decision : recording.decisions()) {
        decision(json, decision);
      }
      json.writeEndArray();
      json.writeFieldName("summary");
      summary(json, recording.summary());
      json.writeEndObject();
    }
    return out.toString();
  }

  private static void sample(JsonGenerator json, DemoSample sample) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", sample.at().toString());
    number(json, "loadMilliCores", sample.loadMilliCores());
    number(json, "usageMilliCores", sample.usageMilliCores());
    number(json, "utilizationPercent", sample.utilizationPercent());
    json.writeNumberField("specReplicas", sample.specReplicas());
    number(json, "desiredReplicas", sample.desiredReplicas());
    json.writeNumberField("readyReplicas", sample.readyReplicas());
    json.writeNumberField("pods", sample.pods());
    json.writeEndObject();
  }

  private static void event(JsonGenerator json, ChartEvent event) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", event.at().toString());
    json.writeStringField("type", event.type());
    json.writeStringField("reason", event.reason());
    json.writeStringField("message", event.message());
    json.writeEndObject();
  }

  private static void decision(JsonGenerator json, DecisionRow decision) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", decision.at().toString());
    json.writeNumberField("currentReplicas", decision.currentReplicas());
    number(json, "desiredReplicas", decision.desiredReplicas());
    number(json, "utilizationPercent", decision.utilizationPercent());
    json.writeStringField("outcome", decision.outcome());
    json.writeStringField("reason", decision.reason());
    json.writeStringField("conditions", decision.conditions());
    json.writeEndObject();
  }

  private static void summary(JsonGenerator json, DemoSummary summary) throws IOException {
    json.writeStartObject();
    json.writeNumberField("decisions", summary.decisions());
    json.writeNumberField("scaleUps", summary.scaleUps());
    json.writeNumberField("scaleDowns", summary.scaleDowns());
    json.writeNumberField("minReplicasSeen", summary.minReplicasSeen());
    json.writeNumberField("maxReplicasSeen", summary.maxReplicasSeen());
    number(json, "podHours", summary.podHours());
    number(json, "unservedLoadPercent", summary.unservedLoadPercent());
    number(json, "secondsAboveTarget", summary.secondsAboveTarget());
    json.writeStringField("apiRequests", summary.apiRequests());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  private static void number(JsonGenerator json, String name, @Nullable Integer value)
      throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
