package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginsCommandTest {

  private final Path folder;

  PluginsCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void theBuiltInOnesAreListed() {
    Program run = Program.run("", "plugins");
    assertEquals(0, run.status(), run.err());
    assertEquals("NAME               ROLE     FROM      ANSWERS", run.lines().getFirst());
    assertTrue(
        run.lines().contains("custom-metrics     metrics  built in  object, pods"), run.out());
    assertTrue(run.lines().contains("external-metrics   metrics  built in  external"), run.out());
    assertTrue(
        run.out().contains("scale-subresource  scale    built in  all other groups"), run.out());
    assertTrue(
        run.out()
            .contains(
                "  deadline                 duration       30s                      How long"
                    + " autoscalers wait for an answer."),
        run.out());
  }

  @Test
  void settingsAndRoutesShowFromFileAndFlags() throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("providers.yaml"),
            """
            providers:
              resource-metrics: {deadline: 5s}
              custom-metrics: {concurrency: 2}
            routes:
            - resource:cpu=resource-metrics
            """);
    Program run =
        Program.run(
            "",
            "plugins",
            "--provider-config",
            config.toString(),
            "--provider-setting",
            "resource-metrics.deadline=9s",
            "--metric-route",
            "pods:*=custom-metrics",
            "-o",
            "json");
    JsonNode list = Json.tree(run.out());
    JsonNode resource = entry(list, "resource-metrics");
    assertEquals("9s", setting(resource, "deadline"));
    assertEquals("[\"resource:cpu=resource-metrics\"]", Json.text(resource.path("routes")));
    JsonNode custom = entry(list, "custom-metrics");
    assertEquals("2", setting(custom, "concurrency"));
    assertEquals("30s", setting(custom, "deadline"));
    assertEquals("[\"pods:*=custom-metrics\"]", Json.text(custom.path("routes")));
  }

  private static JsonNode entry(JsonNode list, String name) {
    for (JsonNode entry : list) {
      if (entry.path("name").asText().equals(name)) {
        return entry;
      }
    }
    throw new AssertionError(list.toString());
  }

  private static String setting(JsonNode entry, String name) {
    for (JsonNode setting : entry.path("settings")) {
      if (setting.path("name").asText().equals(name)) {
        return setting.path("value").asText();
      }
    }
    throw new AssertionError(entry.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--provider-setting|deadline=5s|--provider-setting: \"deadline=5s\" is none; write"
            + " NAME.KEY=VALUE",
        "--provider-setting|resource-metrics.deadline=5|provider resource-metrics (built in): setting"
            + " deadline: \"5\" is no duration; write it like 30s or 1m30s",
        "--provider-setting|zeta.deadline=5s|settings are given for zeta, but no provider has that"
            + " name; there are custom-metrics, external-metrics, heapster-legacy,"
            + " resource-metrics, scale-subresource",
        "--metric-route|external=zeta|route external=zeta: no metrics provider is named zeta; there"
            + " are custom-metrics, external-metrics, resource-metrics",
        "--plugin-dir|/no/such|--plugin-dir /no/such: is no folder that can be read"
      })
  void mistakesGetOneLine(String flag, String value, String why) {
    Program run = Program.run("", "plugins", flag, value);
    assertEquals(ExitStatus.WRONG_USE, run.status());
    assertEquals("hpa: " + why + "\n", run.err());
  }

  @Test
  void aConfigurationThatIsNoneIsToldWithItsPlace() throws IOException {
    Path torn = Files.writeString(folder.resolve("torn.yaml"), "providers: {a: [");
    Program run = Program.run("", "plugins", "--provider-config", torn.toString());
    assertEquals(ExitStatus.WRONG_USE, run.status());
    assertTrue(run.err().startsWith("hpa: " + torn + ":1: is no YAML: "), run.err());
    Path unknown = Files.writeString(folder.resolve("unknown.yaml"), "provider: {}");
    assertEquals(
        "hpa: " + unknown + ": provider: unknown; known are providers, routes\n",
        Program.run("", "plugins", "--provider-config", unknown.toString()).err());
  }
}
