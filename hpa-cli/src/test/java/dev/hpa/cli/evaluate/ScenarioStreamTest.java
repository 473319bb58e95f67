package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScenarioStreamTest {

  @Test
  void resultsAreInScenarioOrder() throws Exception {
    String input =
        IntStream.range(0, 500)
            .mapToObj(i -> "{\"name\":\"s" + i + "\",\"steps\":[{\"at\":\"0s\"}]}\n")
            .collect(Collectors.joining());
    List<String> output = run(input);
    assertEquals(500, output.size());
    for (int i = 0; i < output.size(); i++) {
      assertEquals("s" + i, Json.tree(output.get(i)).path("name").asText());
    }
  }

  @Test
  void invalidLineGivesAnErrorAndTheStreamContinues() throws Exception {
    List<String> output =
        run(
            "{\"name\":\"a\",\"steps\":[]}\n\n{oops\n{\"steps\":7}\n{\"name\":\"b\",\"steps\":[]}\n");
    assertEquals(4, output.size());
    assertEquals("a", Json.tree(output.get(0)).path("name").asText());
    JsonNode noJson = Json.tree(output.get(1));
    assertEquals(true, noJson.path("name").isNull());
    assertEquals(3, noJson.path("line").asInt());
    assertEquals("steps: a list is required", Json.tree(output.get(2)).path("invalid").asText());
    assertEquals("b", Json.tree(output.get(3)).path("name").asText());
  }

  @Test
  void autoscalersAreNamedWithTheirNamespace() throws Exception {
    List<String> output =
        run(
            """
            {"steps": [{"at": "0s", "reconcile": ["shop/web", "web"]}]}
            {"steps": [{"at": "0s", "history": [{"hpa": "web"}]}]}
            """);
    assertEquals(
        List.of(
            "steps[0].reconcile[1]: \"web\" is not the name of an HPA; write it as"
                + " namespace/name",
            "steps[0].history[0].hpa: \"web\" is not the name of an HPA; write it as"
                + " namespace/name"),
        output.stream().map(line -> Json.tree(line).path("invalid").asText()).toList());
  }

  private static List<String> run(String input) throws Exception {
    StringWriter output = new StringWriter();
    new ScenarioStream(2, TraceFormat.NONE, KubernetesVersion.DEFAULT)
        .run(new BufferedReader(new StringReader(input)), new PrintWriter(output));
    return output.toString().lines().toList();
  }
}
