package dev.hpa.cli.alerts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The printed alerts are those of deploy/monitoring, whose tests run if promtool is installed. */
class AlertsCommandTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", "."));
  private static final Path RULES = ROOT.resolve("deploy/monitoring/cluster-alerts.yaml");
  private static final Path TESTS = ROOT.resolve("deploy/monitoring/cluster-alerts-test.yaml");

  private static JsonNode groups() throws IOException {
    return new YAMLMapper().readTree(Files.readString(RULES)).path("groups");
  }

  private static List<JsonNode> alerts() throws IOException {
    return groups().findParents("alert");
  }

  @Test
  void thePlainFileIsThatOfTheRepository() throws IOException {
    Program plain = Program.run("", "alerts", "--plain");
    assertEquals(0, plain.status(), plain.err());
    assertEquals(Files.readString(RULES), plain.out(), "run build/alerts");
    assertEquals(
        groups(),
        Json.tree(Program.run("", "alerts", "--plain", "-o", "json").out()).path("groups"));
  }

  @Test
  void theObjectOfTheOperatorHasTheSameRules() throws IOException {
    Program yaml = Program.run("", "alerts", "-n", "obs", "--label", "release=prom");
    JsonNode rule = new YAMLMapper().readTree(yaml.out());
    assertEquals("PrometheusRule", rule.path("kind").asText());
    assertEquals(
        Json.tree(
            "{\"name\":\"horizontal-pod-autoscalers\",\"namespace\":\"obs\",\"labels\":{\"release\":\"prom\"}}"),
        rule.path("metadata"));
    assertEquals(groups(), rule.at("/spec/groups"));
    assertTrue(yaml.out().contains("    # At 0 replicas scaling is disabled"), yaml.out());
    assertEquals(
        groups(), Json.tree(Program.run("", "alerts", "-o", "json").out()).at("/spec/groups"));
  }

  @Test
  void everyAlertHasARunbookAndARowOnThePage() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/alerts.md"));
    for (JsonNode each : alerts()) {
      assertEquals(
          "hpa explain {{ $labels.namespace }}/{{ $labels.horizontalpodautoscaler }}",
          each.at("/annotations/runbook").asText());
      String row =
          "\n| `%s` | %s |"
              .formatted(each.path("alert").asText(), each.at("/labels/severity").asText());
      assertTrue(page.contains(row), row);
    }
    assertEquals(alerts().size(), Pattern.compile("\n\\| `Hpa").matcher(page).results().count());
  }

  @Test
  void promtoolAcceptsThePrintedRulesAndTheirTests(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(hasPromtool(), "promtool is not installed");
    Files.writeString(
        folder.resolve("cluster-alerts.yaml"), Program.run("", "alerts", "--plain").out());
    Files.copy(TESTS, folder.resolve("test.yaml"));
    promtool(folder, "check", "rules", "cluster-alerts.yaml");
    promtool(folder, "test", "rules", "test.yaml");
  }

  private static void promtool(Path folder, String... arguments) throws Exception {
    Process promtool =
        new ProcessBuilder(Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(promtool.waitFor(1, TimeUnit.MINUTES), "promtool did not finish");
    assertEquals(0, promtool.exitValue(), output);
  }

  private static boolean hasPromtool() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
  }
}
