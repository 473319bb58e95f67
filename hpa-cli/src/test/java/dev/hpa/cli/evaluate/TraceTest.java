package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.Decider;
import dev.hpa.core.Trace;
import dev.hpa.core.replicas.PodClassification;
import dev.hpa.explanation.TraceJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void aTraceThatOmitsPodsAndSeriesMatchesTheSchema() {
    Trace.PodCount omitted =
        new Trace.PodCount(PodClassification.Group.UNREADY, PodClassification.PENDING, true, 300);
    Trace.Metric metric =
        new Trace.Metric(
            MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(60))),
            List.of(),
            List.of(omitted),
            List.of(),
            7,
            null,
            null,
            new Trace.Failure("reason", "message"),
            null,
            null,
            false);
    Trace trace =
        new Trace(
            "shop/web",
            Instant.EPOCH,
            new CrossVersionObjectReference("Deployment", "web", "apps/v1"),
            Trace.Cause.MEASURE,
            new Trace.Replicas(3, 3, 1, 10),
            null,
            List.of(metric),
            null,
            null,
            null,
            Decider.Adjustment.NONE,
            null,
            new Trace.Result(Trace.Outcome.NO_SCALE, null, "", "", List.of(), List.of(), null));
    JsonNode tree = TraceJson.tree(trace);
    assertEquals(List.of(), List.copyOf(schema.validate(tree)), tree::toString);
    assertEquals(300, tree.at("/metrics/0/omittedPods/0/count").asInt());
    assertEquals(7, tree.at("/metrics/0/omittedSeries").asInt());
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

  @ParameterizedTest
  @CsvSource({
    "docs/explain.md, docs/examples/decisions/fourteen-pods.yaml, 11",
    "docs/decision.md, docs/examples/decisions/six-pods.yaml, 0",
    "README.md, docs/examples/explain/nine-replicas.yaml, 0",
  })
  void documentedExplanationEqualsTheOutput(String page, String scenario, int indent)
      throws Exception {
    String text = Files.readString(ROOT.resolve(page));
    String shown = explanation(ROOT.resolve(scenario)).indent(indent) + "```\n";
    assertTrue(text.contains(scenario), scenario);
    assertTrue(text.contains(shown), shown);
  }

  private static String explanation(Path file) throws IOException {
    List<String> explanations = new ArrayList<>();
    ScenarioFiles.visit(
        List.of(file.toString()),
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
    return explanations.getFirst();
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    List<JsonNode> elements = new ArrayList<>();
    list.forEach(elements::add);
    return elements.stream();
  }
}
