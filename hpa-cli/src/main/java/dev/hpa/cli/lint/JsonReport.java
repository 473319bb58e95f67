package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.ValidationError;
import java.io.PrintWriter;

/**
 * Findings as JSON: one line per document, or an array that includes the locations of the
 * documents.
 */
final class JsonReport implements LintWriter {

  private final PrintWriter out;
  private final boolean lines;
  private final boolean onlyErrors;
  private boolean begun;

  private JsonReport(PrintWriter out, boolean lines, boolean onlyErrors) {
    this.out = out;
    this.lines = lines;
    this.onlyErrors = onlyErrors;
  }

  static JsonReport lines(PrintWriter out, boolean onlyErrors) {
    return new JsonReport(out, true, onlyErrors);
  }

  static JsonReport array(PrintWriter out, boolean onlyErrors) {
    return new JsonReport(out, false, onlyErrors);
  }

  @Override
  public void report(DocumentReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (!lines) {
      place(json, report);
    }
    json.put("name", report.manifest().key().name());
    errors(json.putArray("errors"), report);
    if (!onlyErrors) {
      warnings(json.putArray("warnings"), report);
    }
    if (!report.options().isEmpty()) {
      options(json.putArray("options"), report);
    }
    if (!lines) {
      out.print(begun ? ",\n" : "[\n");
    }
    begun = true;
    out.print(SafeText.json(Json.text(json)));
    if (lines) {
      out.println();
    }
  }

  private static void place(ObjectNode json, DocumentReport report) {
    ObjectKey key = report.manifest().key();
    json.put("file", report.place().file())
        .put("document", report.place().document())
        .put("item", report.place().item())
        .put("line", report.place().line())
        .put("apiVersion", report.manifest().apiVersion())
        .put("kind", key.kind())
        .put("namespace", key.namespace());
  }

  private static void options(ArrayNode options, DocumentReport report) {
    for (AppliedOption each : report.options()) {
      options
          .addObject()
          .put("key", each.key())
          .put("value", each.value())
          .put("setOn", each.setOn().key().kind())
          .put("place", each.setOn().place().toString());
    }
  }

  private void errors(ArrayNode errors, DocumentReport report) {
    for (ValidationError error : report.errors()) {
      ObjectNode json =
          errors
              .addObject()
              .put("reason", error.reason())
              .put("field", error.field())
              .put("message", error.message());
      if (!error.fix().isEmpty()) {
        json.put("do", error.fix());
      }
      if (!lines) {
        json.put("line", report.line(error.field()));
      }
    }
  }

  private void warnings(ArrayNode warnings, DocumentReport report) {
    for (Finding finding : report.findings()) {
      ObjectNode json =
          warnings
              .addObject()
              .put("reason", finding.rule().id())
              .put("level", finding.rule().level().word())
              .put("field", finding.field())
              .put("message", finding.message())
              .put("why", finding.rule().why())
              .put("do", finding.rule().fix());
      if (!lines) {
        json.put("line", report.line(finding.field()));
      }
    }
  }

  @Override
  public void end() {
    if (!lines) {
      out.println(begun ? "\n]" : "[]");
    }
    out.flush();
  }
}
