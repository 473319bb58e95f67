package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.BuildInfo;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.ValidationError;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Findings as SARIF 2.1.0, which code hosts display in the source; written as a stream. */
final class SarifReport implements LintWriter {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private static final String STANDARD_INPUT = "stdin";

  private final PrintWriter out;
  private boolean begun;
  private int results;

  SarifReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void report(DocumentReport report) {
    for (ValidationError error : report.errors()) {
      String what = error.field().isEmpty() ? "" : error.field() + ": ";
      result(
          LintRule.REFUSED_BY_THE_API_SERVER,
          what
              + error.message()
              + " ("
              + error.reason()
              + ")"
              + (error.fix().isEmpty() ? "" : ". " + error.fix()),
          report,
          error.field());
    }
    for (Finding finding : report.findings()) {
      String text =
          finding.field()
              + ": "
              + finding.message()
              + ". "
              + finding.rule().why()
              + " "
              + finding.rule().fix();
      result(finding.rule(), text, report, finding.field());
    }
  }

  private void result(LintRule rule, String text, DocumentReport report, String field) {
    begin();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("ruleId", rule.id()).put("level", rule.level().word());
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
    out.print(SafeText.json(Json.text(result)));
    results++;
  }

  private static String logical(DocumentReport report, String field) {
    ObjectKey key = report.manifest().key();
    return key.kind() + "/" + key.namespace() + "/" + key.name() + "/" + field;
  }

  /** A URI reference relative to the working directory. */
  static String uri(String file) {
    if (file.equals("-")) {
      return STANDARD_INPUT;
    }
    String names =
        Arrays.stream(file.split("/"))
            .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
            .collect(Collectors.joining("/"));
    return file.startsWith("/") ? "file://" + names : names;
  }

  private void begin() {
    if (begun) {
      return;
    }
    begun = true;
    ObjectNode driver = JsonNodeFactory.instance.objectNode();
    driver.put("name", "hpa lint").put("version", BuildInfo.VERSION);
    ArrayNode rules = driver.putArray("rules");
    for (LintRule rule : LintRule.values()) {
      rule(rules, rule);
    }
    out.print("{\"$schema\":" + Json.text(SCHEMA) + ",\"version\":\"2.1.0\",\"runs\":[{\"tool\":");
    out.print(
        SafeText.json(Json.text(JsonNodeFactory.instance.objectNode().set("driver", driver))));
    out.print(",\"results\":[");
  }

  private static void rule(ArrayNode rules, LintRule rule) {
    ObjectNode json = rules.addObject().put("id", rule.id());
    json.putObject("shortDescription").put("text", rule.why());
    json.putObject("defaultConfiguration").put("level", rule.level().word());
    json.putObject("help").put("text", rule.fix());
  }

  @Override
  public void end() {
    begin();
    out.println("\n]}]}");
    out.flush();
  }
}
