package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.SafeText;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.YamlText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** One run of {@code evaluate}. */
public final class EvaluateRun {

  private final PrintWriter out;
  private final PrintWriter err;
  private final Options options;
  private int passed;
  private int failed;
  private int unusable;
  private boolean hasManifests;

  /** The result of a run. */
  public enum Verdict {
    /** Everything was evaluated and matches the expectations. */
    FINE,
    /** An expectation was not met. */
    DIFFERENT,
    /** An input is not a valid scenario. */
    UNUSABLE
  }

  /**
   * Options of a run.
   *
   * @param trace whether to include the steps of decisions
   * @param check whether to compare with the expectations in the file instead of printing
   * @param failFast whether to stop at the first difference
   * @param version the Kubernetes version of scenarios that name none
   */
  public record Options(
      OutputFormat format,
      boolean trace,
      boolean check,
      boolean failFast,
      KubernetesVersion version) {

    private TraceFormat traces() {
      if (!trace) {
        return TraceFormat.NONE;
      }
      return format == OutputFormat.TEXT ? TraceFormat.SENTENCES : TraceFormat.STRUCTURED;
    }
  }

  public EvaluateRun(PrintWriter out, PrintWriter err, Options options) {
    this.out = out;
    this.err = err;
    this.options = options;
  }

  /** Evaluates all scenarios of the given files. */
  public Verdict over(List<String> files) throws IOException {
    ScenarioFiles.visit(
        files,
        new ScenarioFiles.Visitor() {
          @Override
          public boolean scenario(String place, JsonNode node) {
            return evaluate(place, node);
          }

          @Override
          public boolean unreadable(String place, String why) {
            return refuse(place, why);
          }
        });
    if (options.check() && options.format() == OutputFormat.TEXT) {
      out.println(passed + " passed, " + failed + " failed");
    }
    out.flush();
    if (unusable > 0) {
      return Verdict.UNUSABLE;
    }
    return failed > 0 ? Verdict.DIFFERENT : Verdict.FINE;
  }

  private boolean refuse(String place, String why) {
    unusable++;
    err.println(SafeText.line("hpa: " + place + ": " + why));
    err.flush();
    return !options.failFast();
  }

  /** Says once that files of manifests are for other commands. */
  private boolean refuseManifest(String place) {
    if (hasManifests) {
      return !options.failFast();
    }
    hasManifests = true;
    return refuse(
        place, "this is a manifest, not a scenario; use hpa lint or hpa simulate for manifests");
  }

  private boolean evaluate(String place, JsonNode node) {
    if (node.has("apiVersion") && node.has("kind")) {
      return refuseManifest(place);
    }
    try {
      Scenario scenario = ScenarioReader.read(node, options.version());
      ObjectNode output = Evaluation.run(scenario, options.traces());
      if (options.check()) {
        return compare(place, scenario, output);
      }
      print(output);
      return true;
    } catch (ScenarioFormatException failure) {
      return refuse(place, String.valueOf(failure.getMessage()));
    }
  }

  private boolean compare(String place, Scenario scenario, ObjectNode output) {
    List<ResultComparison.Difference> differences = ResultComparison.of(scenario, output);
    if (differences.isEmpty()) {
      passed++;
    } else {
      failed++;
    }
    if (options.format() == OutputFormat.TEXT) {
      tell(place, scenario, differences);
      if (!differences.isEmpty() && options.trace()) {
        describe(output);
      }
    } else {
      print(verdict(scenario, differences));
    }
    return differences.isEmpty() || !options.failFast();
  }

  private void tell(
      String place, Scenario scenario, List<ResultComparison.Difference> differences) {
    if (!differences.isEmpty()) {
      line("FAILED " + scenario.name() + " (" + place + ")");
    }
    for (ResultComparison.Difference difference : differences) {
      line("  " + difference.path());
      line("    expected " + difference.expected());
      line("    observed " + difference.observed());
    }
  }

  private static ObjectNode verdict(
      Scenario scenario, List<ResultComparison.Difference> differences) {
    ObjectNode verdict = JsonNodeFactory.instance.objectNode();
    verdict.put("name", scenario.name()).put("passed", differences.isEmpty());
    ArrayNode list = verdict.putArray("differences");
    for (ResultComparison.Difference difference : differences) {
      list.addObject()
          .put("path", difference.path())
          .put("expected", difference.expected())
          .put("observed", difference.observed());
    }
    return verdict;
  }

  private void print(ObjectNode output) {
    switch (options.format()) {
      case JSON -> out.println(SafeText.json(Json.text(output)));
      case YAML -> out.print(YamlText.inStream(output));
      default -> describe(output);
    }
  }

  private void describe(ObjectNode output) {
    line(output.path("name").asText());
    for (JsonNode step : output.path("steps")) {
      for (JsonNode result : step.path("results")) {
        line(
            "  %-8s %-24s %s"
                .formatted(
                    ScenarioTime.text(step.path("at").asText()),
                    result.path("hpa").asText(),
                    scaling(result)));
        for (JsonNode condition : result.path("status").path("conditions")) {
          line(
              "           %-14s %-6s %s: %s"
                  .formatted(
                      condition.path("type").asText(),
                      condition.path("status").asText(),
                      condition.path("reason").asText(),
                      condition.path("message").asText()));
        }
        for (JsonNode event : result.path("events")) {
          line(
              "           event %s %s: %s"
                  .formatted(
                      event.path("type").asText(),
                      event.path("reason").asText(),
                      event.path("message").asText()));
        }
        if (result.hasNonNull("error")) {
          line("           error " + result.path("error").asText());
        }
        result.path("trace").asText().lines().forEach(each -> line("           " + each));
      }
    }
  }

  /** Prints one line; control characters of the scenario are escaped. */
  private void line(String text) {
    out.println(SafeText.line(text));
  }

  private static String scaling(JsonNode result) {
    if (result.path("scale").isInt()) {
      return "scales to " + result.path("scale").asInt();
    }
    return result.path("status").isObject() ? "no scale event" : "no scale event, status unchanged";
  }
}
