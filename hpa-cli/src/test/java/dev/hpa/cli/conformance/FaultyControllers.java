package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the whole suite against the controller with one defect at a time, each as a process of its
 * own that the suite cannot look into. The failed required rules must be those of the defect.
 */
class FaultyControllers {

  private static final String MAIN = "dev.hpa.cli.Main'";

  @TempDir private Path folder = Path.of("unset");

  private JsonNode report(ControllerFault fault, int status) throws IOException {
    Path json = folder.resolve("report.json");
    String faulty = "'" + FaultyController.class.getName() + "' " + fault;
    String command = ProgramLauncher.resolve(ProgramLauncher.CONTROLLER);
    Program program =
        Program.run(
            "",
            "conformance",
            "--name",
            fault.toString(),
            "--json",
            json.toString(),
            "--command",
            command.replace("'" + MAIN, faulty));
    assertEquals(status, program.status(), program.out() + program.err());
    return Json.tree(Files.readString(json));
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
