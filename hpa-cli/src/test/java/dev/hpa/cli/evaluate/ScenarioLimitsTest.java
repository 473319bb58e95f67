package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ScenarioLimitsTest {

  private static final String STEPS =
      """
      {"name": "many", "steps": [
        {"at": "0s", "apply": [
          {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
           "metadata": {"name": "web", "namespace": "shop"},
           "spec": {"maxReplicas": 3, "scaleTargetRef":
             {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}]},
        {"at": "15s"}, {"at": "30s"}, {"at": "45s"}]}
      """;

  /** The results of any number of syncs would take more memory than there is. */
  @Test
  void aScenarioWithTooManySyncsIsRefused() throws Exception {
    Scenario scenario = ScenarioReader.read(Json.tree(STEPS));
    assertEquals(4, steps(scenario, 4));
    assertEquals(
        "steps[3]: the scenario has more than 3 syncs; divide it, or name the HPAs of each step with"
            + " \"reconcile\"",
        assertThrows(ScenarioFormatException.class, () -> steps(scenario, 3)).getMessage());
  }

  /** A value of each is in the result. */
  @Test
  void metricsCountToo() throws Exception {
    String metric =
        "{\"type\": \"External\", \"external\": {\"metric\": {\"name\": \"q%d\"}, \"target\": {\"type\":"
            + " \"Value\", \"value\": \"1\"}}}";
    String metrics =
        IntStream.range(0, 25).mapToObj(metric::formatted).collect(Collectors.joining(","));
    Scenario scenario =
        ScenarioReader.read(
            Json.tree(
                STEPS
                    .replace(
                        "\"maxReplicas\": 3,",
                        "\"maxReplicas\": 3, \"metrics\": [" + metrics + "],")
                    .replace(
                        "\"apply\": [",
                        "\"apply\": [{\"apiVersion\": \"autoscaling/v1\", \"kind\": \"Scale\","
                            + " \"metadata\": {\"name\": \"web\", \"namespace\": \"shop\"}, \"spec\":"
                            + " {\"replicas\": 1}, \"status\": {\"replicas\": 1, \"selector\": \"a=b\"}},")));
    assertEquals(4, steps(scenario, 12));
    assertThrows(ScenarioFormatException.class, () -> steps(scenario, 9));
  }

  /** Terminals run some of them. */
  @Test
  void controlCharactersAreEscapedInJson() {
    String scenario = "{\"name\": \"a\\u009bb\\u202e\u00fc\", \"steps\": [{\"at\": \"0s\"}]}";
    Program run = Program.run(scenario, "evaluate", "-o", "json", "-f", "-");
    assertEquals(
        "{\"name\":\"a\\u009bb\\u202e\u00fc\",\"steps\":[{\"at\":\"0s\",\"results\":[]}]}\n",
        run.out());
  }

  private static int steps(Scenario scenario, int maxSyncs) throws ScenarioFormatException {
    return Evaluation.run(scenario, TraceFormat.NONE, Evaluation::unbatchedReader, maxSyncs)
        .path("steps")
        .size();
  }
}
