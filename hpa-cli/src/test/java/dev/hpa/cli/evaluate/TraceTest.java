package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.hpa.api.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces match the documented schema, and their numbers lead to the decision. */
class TraceTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final Path EXAMPLES = ROOT.resolve("docs/examples/decisions");

  private static JsonSchema schema;
  private static List<JsonNode> results;

  @BeforeAll
  static void evaluate(@TempDir Path recorded) throws IOException {
    schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(ROOT.resolve("docs/trace.schema.json")));
    results = new ArrayList<>();
    List<String> files = new ArrayList<>(List.of(EXAMPLES.toString()));
    RecordedScenarios.in(recorded).forEach(each -> files.add(each.toString()));
    ScenarioFiles.visit(files, new Traced());
    assertTrue(results.size() > 5, "scenarios were seen");
  }

  private static final class Traced implements ScenarioFiles.Visitor {
    @Override
    public boolean scenario(String place, JsonNode node) {
      try {
        Evaluation.run(ScenarioReader.read(node), TraceFormat.STRUCTURED)
            .path("steps")
            .forEach(step -> step.path("results").forEach(result -> results.add(result)));
      } catch (ScenarioFormatException failure) {
        throw new IllegalArgumentException(place, failure);
      }
      return true;
    }

    @Override
    public boolean unreadable(String place, String why) {
      throw new IllegalArgumentException(place + ": " + why);
    }
  }

  private static Stream<JsonNode> traces() {
    return results.stream().map(r -> r.path("trace")).filter(JsonNode::isObject);
  }

  @Test
  void everyTraceMatchesTheSchema() {
    traces()
        .forEach(
            trace -> assertEquals(List.of(), List.copyOf(schema.validate(trace)), trace::toString));
  }

  @Test
  void schemaRejectsUnknownFields() {
    var trace =
        traces()
            .findFirst()
            .orElseThrow()
            .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy();
    trace.put("mood", "good");
    assertFalse(schema.validate(trace).isEmpty());
  }

  @Test
  void traceEndsWithTheWrites() {
    for (JsonNode result : results) {
      JsonNode trace = result.path("trace");
      if (result.path("scale").isInt()) {
        assertEquals(result.path("scale"), trace.path("result").path("replicas"), trace::toString);
      }
      if (result.path("status").isObject()) {
        assertEquals(
            result.path("status").path("conditions"),
            trace.path("result").path("conditions"),
            trace::toString);
      }
    }
  }

  @Test
  void theChosenProposalLeadsToTheResult() {
    traces()
        .filter(trace -> trace.has("recommendation"))
        .forEach(
            trace -> {
              for (JsonNode metric : trace.path("metrics")) {
                if (metric.path("chosen").asBoolean()) {
                  assertEquals(
                      trace.path("recommendation").asInt(),
                      Math.max(0, metric.path("calculation").path("replicas").asInt()),
                      trace::toString);
                }
              }
              if (trace.path("adjustment").asText().equals("None")
                  && trace.path("result").has("replicas")) {
                assertEquals(
                    trace.path("limits").path("replicas"),
                    trace.path("result").path("replicas"),
                    trace::toString);
              }
            });
  }

  /** The values of the counted pods add up to the measured average. */
  @Test
  void countedPodsGiveTheMeasuredAverage() {
    List<JsonNode> checked = new ArrayList<>();
    traces()
        .flatMap(trace -> elements(trace.path("metrics")))
        .filter(metric -> metric.has("pods") && metric.has("calculation"))
        .filter(metric -> metric.findPath("target").path("type").asText().equals("AverageValue"))
        .forEach(
            metric -> {
              long[] values =
                  elements(metric.path("pods"))
                      .filter(pod -> pod.path("group").asText().equals("Ready"))
                      .mapToLong(pod -> Quantity.parse(pod.path("value").asText()).milliValue())
                      .toArray();
              boolean exact =
                  Stream.of(values)
                      .flatMapToLong(java.util.Arrays::stream)
                      .allMatch(v -> Math.abs(v) < 1L << 40);
              String average = metric.path("current").findPath("averageValue").asText();
              if (exact && values.length > 0 && extras(metric) == 0) {
                checked.add(metric);
                assertEquals(
                    Quantity.parse(average).milliValue(),
                    java.util.Arrays.stream(values).sum() / values.length,
                    metric::toString);
              }
            });
    assertFalse(checked.isEmpty());
  }

  /** Values of pods the selector does not match count too; the trace lists only the pods. */
  private static long extras(JsonNode metric) {
    return metric.path("calculation").has("filledRatio")
        ? 1
        : metric.path("calculation").path("pods").asLong()
            - elements(metric.path("pods"))
                .filter(pod -> pod.path("group").asText().equals("Ready"))
                .count();
  }

  @Test
  void documentedExplanationEqualsTheOutput() throws Exception {
    List<String> explanations = new ArrayList<>();
    ScenarioFiles.visit(
        List.of(EXAMPLES.resolve("fourteen-pods.yaml").toString()),
        new ScenarioFiles.Visitor() {
          @Override
          public boolean scenario(String place, JsonNode node) {
            try {
              explanations.add(
                  Evaluation.run(ScenarioReader.read(node), TraceFormat.SENTENCES)
                      .findPath("trace")
                      .asText());
            } catch (ScenarioFormatException failure) {
              throw new IllegalArgumentException(place, failure);
            }
            return true;
          }

          @Override
          public boolean unreadable(String place, String why) {
            throw new IllegalArgumentException(place + ": " + why);
          }
        });
    String page = Files.readString(ROOT.resolve("docs/explain.md"));
    // The page shows the whole output of the command, in which an explanation is indented.
    String shown = explanations.getFirst().indent(11) + "```\n";
    assertTrue(page.contains(shown), shown);
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    List<JsonNode> elements = new ArrayList<>();
    list.forEach(elements::add);
    return elements.stream();
  }
}
