package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import dev.hpa.conformance.rules.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConformanceCommandTest {

  @TempDir private Path folder = Path.of("unset");

  private static Program run(String... args) {
    List<String> all = new ArrayList<>(List.of("conformance"));
    all.addAll(List.of(args));
    return Program.run("", all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--only|NOTHING-1|hpa: --only: \"NOTHING-1\": unknown rule, area or case; list them with"
            + " --list",
        "--parallel|0|hpa: --parallel: \"0\" is less than 1; give 1 or more",
        "--sync-period|0s|hpa: --sync-period: the period is not greater than 0; give a duration"
            + " like 1s",
        "--vectors|x.ndjson|hpa: --vectors: requires --decisions; add --decisions",
        "--metrics-address|172.18.0.1|hpa: --metrics-address: requires an existing cluster; add"
            + " --kubeconfig or --in-cluster",
        "--cleanup|--only=BOUNDS|hpa: --cleanup: requires an existing cluster; add --kubeconfig or"
            + " --in-cluster",
        "--in-cluster|--kubeconfig=x|hpa: --in-cluster: excludes --kubeconfig; omit one of them",
        "--in-cluster|--metrics-address=a:b|hpa: --metrics-address: \"a:b\": not an address; use"
            + " HOST, HOST:PORT or [IPV6]:PORT",
        "--junit|/dev/null/x/out.xml|hpa: /dev/null/x: the folder does not exist and cannot be"
            + " created;"
            + " choose another one",
        "--kubeconfig|/nowhere/admin.conf|hpa: kubeconfig \"/nowhere/admin.conf\": not usable:"
            + " file not found",
      })
  void usageErrorIsReportedInOneLine(String option, String value, String line) {
    Program program = run(option, value);
    assertEquals(line, program.err().lines().findFirst().orElse(""));
    assertEquals(2, program.status());
  }

  @Test
  void unknownCapabilityIsRejectedWithTheSupportedOnes() {
    Program program = run("--without", "magic");
    assertEquals(2, program.status());
    assertTrue(
        program.err().startsWith("hpa: --without: \"magic\" is not a capability; use "),
        program.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/nowhere/controller|hpa: command \"/nowhere/controller\": cannot be started:",
        "controller {config}|hpa: --command: unknown placeholder {config}; use one of {kubeconfig},",
        "sh -c 'echo no lease; exit 3'|hpa: the implementation exited with status 3; the end of its"
            + " log:",
      })
  void implementationThatDoesNotStartIsReported(String command, String line) {
    Program program = run("--only", "BOUNDS-1", "--command", command);
    assertTrue(program.err().startsWith(line), program.err());
    assertEquals(2, program.status());
  }

  @Test
  void listPrintsRules() {
    Program text = run("--list", "--only", "BOUNDS-1");
    assertEquals(2, text.lines().size());
    assertTrue(text.lines().getLast().startsWith("BOUNDS-1"), text.out());
    JsonNode json = Json.tree(run("--list", "--decisions", "-o", "json").out());
    assertEquals("DECISIONS-1", json.at("/rules/0/id").asText());
    assertTrue(json.at("/rules/0/cases").size() > 1, json.toString());
  }

  @Test
  void listPrintsTheStepsOfCases() {
    JsonNode json = Json.tree(run("--list", "--only", "TOLERANCE-2", "-o", "json").out());
    assertEquals("v1.37", json.path("ruleSet").asText());
    assertEquals("TOLERANCE-2", json.at("/rules/0/id").asText());
    assertEquals("tolerance-exceeded", json.at("/rules/0/cases/0").asText());
    JsonNode step = json.at("/cases/0/steps/0");
    assertEquals("Workload", step.at("/actions/0/manifests/0/kind").asText());
    assertEquals("each pod uses 56m of cpu", step.at("/actions/2/text").asText());
    assertEquals(
        50,
        step.at("/actions/3/manifests/0/spec/metrics/0/resource/target/averageUtilization")
            .asInt());
    assertEquals(
        Json.tree(
            """
            {"rule": "TOLERANCE-2", "level": "required",
              "expected": "writes to the scale of web: 3", "when": "within 40 sync periods"}
            """),
        step.at("/expectations/0"));
  }

  @Test
  void listPrintsOneCaseByName() {
    JsonNode json = Json.tree(run("--list", "--only", "sync-interval", "-o", "json").out());
    assertEquals(1, json.path("cases").size(), json.toString());
    assertEquals("sync-interval", json.at("/cases/0/name").asText());
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource
  void inProcessDecisionsAreConformant(RuleSet rules) {
    Program program = run("--decisions", "--rules", rules.toString());
    assertEquals(0, program.status(), program.out());
    assertTrue(program.out().contains("\nconformant: hpa passes "), program.out());
  }

  /** All cases, in about 1 minute: every tested rule passes, including the optional ones. */
  @Test
  @Tag("processes")
  void controllerPassesAllRules() throws IOException {
    Path transcripts = folder.resolve("seen.ndjson");
    Path json = folder.resolve("report.json");
    Program program = run("--transcripts", transcripts.toString(), "--json", json.toString());
    assertEquals(0, program.status(), program.out() + program.err());
    assertEquals(Set.of(), failedRules(json), program.out());
    assertTrue(Files.readString(transcripts).contains("\"seen\":\"scaled\""));
  }

  @Tag("thorough")
  @Test
  void controllerWithTooLargeToleranceFailsTheRule() throws IOException {
    Path json = folder.resolve("report.json");
    Program program =
        run(
            "--only",
            "bounds-capped-at-maximum,bounds-no-replicas",
            "--sync-period",
            "250ms",
            "--json",
            json.toString(),
            "--command",
            ProgramLauncher.CONTROLLER.replace("{tolerance}", "3.5"));
    assertEquals(1, program.status(), program.out() + program.err());
    assertEquals(Set.of("BOUNDS-4", "CONDITIONS-9"), failedRules(json));
  }

  private static Set<String> failedRules(Path json) throws IOException {
    Set<String> failed = new TreeSet<>();
    for (JsonNode rule : Json.tree(Files.readString(json)).path("rules")) {
      if (!Set.of("passed", "not-tested", "skipped").contains(rule.path("verdict").asText())) {
        failed.add(rule.path("id").asText());
      }
    }
    return failed;
  }

  @Test
  void aFolderToKeepThatIsInUseIsAUsageError() throws IOException {
    Files.writeString(folder.resolve("implementation-default.kubeconfig"), "");
    Program used = run("--keep", folder.toString());
    assertEquals(2, used.status());
    assertEquals(
        "hpa: --keep: \"%s\" is not empty; empty it, or choose another folder\n".formatted(folder),
        used.err());
    Path file = folder.resolve("implementation-default.kubeconfig");
    Program noFolder = run("--keep", file.toString());
    assertEquals(2, noFolder.status());
    assertEquals(
        "hpa: --keep: \"%s\" is not a folder; choose another name\n".formatted(file),
        noFolder.err());
  }
}
