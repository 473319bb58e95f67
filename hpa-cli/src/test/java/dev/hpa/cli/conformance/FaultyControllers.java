package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the whole suite against the controller with one defect at a time, each as a separate process
 * that the suite cannot look into. The failed required rules must be those of the defect.
 */
class FaultyControllers {

  private static final String MAIN = "dev.hpa.cli.Main'";

  @TempDir private Path folder = Path.of("unset");

  private JsonNode report(ControllerFault fault, int status, String... options) throws IOException {
    Path json = folder.resolve("report.json");
    String faulty = "'" + FaultyController.class.getName() + "' " + fault;
    String command = ProgramLauncher.resolve(ProgramLauncher.CONTROLLER);
    List<String> words =
        new ArrayList<>(
            List.of("conformance", "--name", fault.toString(), "--json", json.toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("--command", command.replace("'" + MAIN, faulty)));
    Program program = Program.run("", words.toArray(String[]::new));
    assertEquals(status, program.status(), program.out() + program.err());
    return Json.tree(Files.readString(json));
  }

  @Test
  void wideToleranceFailsTheRuleOfTheTolerance() throws IOException {
    JsonNode report = report(ControllerFault.WIDE_TOLERANCE, 1);
    assertEquals(Set.of("TOLERANCE-2"), failed(report, "required"));
    assertEquals(Set.of(), failed(report, "optional"));
  }

  @Test
  void missingStabilizationFailsTheRulesOfTheWindow() throws IOException {
    assertEquals(
        Set.of("BEHAVIOR-20", "RESTART-2", "STABILIZATION-1", "STABILIZATION-3", "STABILIZATION-6"),
        failed(report(ControllerFault.NO_STABILIZATION, 1), "required"));
  }

  /** Later steps are not reached, but no other rule fails. */
  @Test
  void missingEventsFailTheRulesOfEvents() throws IOException {
    JsonNode report = report(ControllerFault.NO_EVENTS, 1);
    Set<String> failed = failed(report, "required");
    assertTrue(failed.containsAll(Set.of("EVENTS-4", "SELECTOR-9", "WRITES-12")), failed::toString);
    for (JsonNode rule : report.path("rules")) {
      if (failed.contains(rule.path("id").asText())) {
        assertTrue(rule.path("requirement").asText().contains(" event "), rule::toString);
      }
    }
    JsonNode blocked = rule(report, "WRITES-11");
    assertEquals("not-tested", blocked.path("verdict").asText());
    assertTrue(blocked.path("fatal").asBoolean());
    assertEquals(
        "writes-persistent-conflict, step 2: not reached: WRITES-9 failed in step 1",
        blocked.path("reason").asText());
  }

  @Test
  void missingEventsMayBeDeclared() throws IOException {
    JsonNode report = report(ControllerFault.NO_EVENTS, 0, "--without", "events");
    assertEquals("skipped", rule(report, "EVENTS-4").path("verdict").asText());
    assertEquals("passed", rule(report, "WRITES-11").path("verdict").asText());
  }

  @Test
  void missingFieldFailsItsRule() throws IOException {
    assertEquals(
        Set.of("STATUS-2"), failed(report(ControllerFault.NO_LAST_SCALE_TIME, 1), "required"));
  }

  @Test
  void otherReplicasFailTheRulesOfReplicas() throws IOException {
    Set<String> failed = failed(report(ControllerFault.ONE_REPLICA_TOO_MANY, 1), "required");
    assertTrue(
        failed.containsAll(Set.of("WRITES-1", "BOUNDS-1", "BEHAVIOR-1", "EXTERNAL-METRICS-1")),
        failed::toString);
  }

  @Test
  void otherWordsAreConformant() throws IOException {
    JsonNode report = report(ControllerFault.OTHER_WORDS, 0);
    assertEquals(Set.of(), failed(report, "required"));
    Set<String> failed = failed(report, "optional");
    assertTrue(
        failed.containsAll(Set.of("CONDITIONS-3", "CONDITIONS-16", "EVENTS-11")), failed::toString);
    assertEquals(0, blocked(report));
  }

  private static JsonNode rule(JsonNode report, String id) {
    for (JsonNode rule : report.path("rules")) {
      if (rule.path("id").asText().equals(id)) {
        return rule;
      }
    }
    throw new AssertionError("no rule " + id);
  }

  /** Returns the number of rules with a case that were not tested. */
  private static int blocked(JsonNode report) {
    int count = 0;
    for (JsonNode rule : report.path("rules")) {
      boolean notTested = rule.path("verdict").asText().equals("not-tested");
      count += notTested && !rule.path("findings").isEmpty() ? 1 : 0;
    }
    return count;
  }

  private static Set<String> failed(JsonNode report, String level) {
    Set<String> failed = new TreeSet<>();
    for (JsonNode rule : report.path("rules")) {
      if (rule.path("verdict").asText().equals("failed")
          && rule.path("level").asText().equals(level)) {
        failed.add(rule.path("id").asText());
      }
    }
    return failed;
  }
}
