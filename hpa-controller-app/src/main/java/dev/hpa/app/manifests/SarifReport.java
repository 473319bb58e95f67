package dev.hpa.app.manifests;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Findings as SARIF 2.1.0, the form code hosts show beside the lines; written as they come. */
final class SarifReport implements LintWriter {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  /** The one rule of errors; which of the API server's it was stands in the message. */
  private static final String REFUSED = "refused-by-the-api-server";

  private static final String STANDARD_INPUT = "stdin";

  private final PrintWriter out;
  private boolean begun;
  private int results;

  SarifReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void report(Report report) {
    for (Cause error : report.errors()) {
      String what = error.field().isEmpty() ? "" : error.field() + ": ";
      result(
          "error",
          REFUSED,
          what + error.message() + " (" + error.reason() + ")",
          report,
          error.field());
    }
    for (Warning warning : report.warnings()) {
      String text =
          warning.field()
              + ": "
              + warning.message()
              + ". "
              + warning.trap().why()
              + " "
              + warning.trap().fix();
      result("warning", warning.trap().id(), text, report, warning.field());
    }
  }

  private void result(String level, String rule, String text, Report report, String field) {
    begin();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("ruleId", rule).put("level", level);
    result.putObject("message").put("text", text);
    ObjectNode location = result.putArray("locations").addObject();
    ObjectNode physical = location.putObject("physicalLocation");
    physical.putObject("artifactLocation").put("uri", uri(report.place().file()));
    physical.putObject("region").put("startLine", report.line(field));
    if (!field.isEmpty()) {
      location
          .putArray("logicalLocations")
          .addObject()
          .put("fullyQualifiedName", logical(report, field));
    }
    out.print(results == 0 ? "\n" : ",\n");
    out.print(Json.text(result));
    results++;
  }

  private static String logical(Report report, String field) {
    ObjectKey key = report.manifest().key();
    return key.kind() + "/" + key.namespace() + "/" + key.name() + "/" + field;
  }

  /** A reference relative to where the program runs, with what a URI may not hold escaped. */
  static String uri(String file) {
    if (file.equals("-")) {
      return STANDARD_INPUT;
    }
    Path path = Path.of(file);
    return path.isAbsolute()
        ? path.toUri().toString()
        : StreamSupport.stream(path.spliterator(), false)
            .map(name -> URLEncoder.encode(name.toString(), StandardCharsets.UTF_8))
            .map(name -> name.replace("+", "%20"))
            .collect(Collectors.joining("/"));
  }

  private void begin() {
    if (begun) {
      return;
    }
    begun = true;
    ObjectNode driver = JsonNodeFactory.instance.objectNode();
    driver.put("name", "hpa lint").put("version", "0.1.0");
    ArrayNode rules = driver.putArray("rules");
    rule(rules, REFUSED, "The API server would refuse to create the object.", "error");
    for (Trap trap : Trap.values()) {
      rule(rules, trap.id(), trap.why(), "warning").putObject("help").put("text", trap.fix());
    }
    out.print("{\"$schema\":" + Json.text(SCHEMA) + ",\"version\":\"2.1.0\",\"runs\":[{\"tool\":");
    out.print(Json.text(JsonNodeFactory.instance.objectNode().set("driver", driver)));
    out.print(",\"results\":[");
  }

  private static ObjectNode rule(ArrayNode rules, String id, String text, String level) {
    ObjectNode rule = rules.addObject().put("id", id);
    rule.putObject("shortDescription").put("text", text);
    rule.putObject("defaultConfiguration").put("level", level);
    return rule;
  }

  @Override
  public void end() {
    begin();
    out.println("\n]}]}");
    out.flush();
  }
}
