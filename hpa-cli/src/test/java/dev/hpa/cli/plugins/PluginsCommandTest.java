package dev.hpa.cli.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.cli.Program;
import dev.hpa.controller.plugins.CompiledPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
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
  void listsBuiltInPlugIns() {
    Program run = Program.run("", "plugins");
    assertEquals(0, run.status(), run.err());
    assertEquals("NAME               ROLE      FROM      ANSWERS", run.lines().getFirst());
    assertTrue(
        run.lines().contains("custom-metrics     metrics   built in  object, pods"), run.out());
    assertTrue(run.lines().contains("external-metrics   metrics   built in  external"), run.out());
    assertTrue(
        run.out().contains("scale-subresource  scale     built in  all other groups"), run.out());
    assertTrue(
        run.lines().contains("holt-winters       forecast  built in  forecast=holt-winters"),
        run.out());
    assertTrue(
        run.out()
            .contains(
                "  deadline                 duration       30s                      Longest"
                    + " time of a call, without waits for the rate limit of this process."),
        run.out());
  }

  @Test
  void requiredSettingsWithoutAValueAreMarked() throws IOException {
    Path plugins =
        CompiledPlugin.in(
            folder,
            "acme",
            """
            package vendor;

            import dev.hpa.spi.*;
            import java.util.*;

            public final class Factory implements MetricProviderFactory {
              public String name() { return "acme"; }
              public Set<MetricQuery.Kind> kinds() {
                return Set.of(MetricQuery.Kind.EXTERNAL_METRIC);
              }
              public List<Setting> settings() {
                return List.of(
                    Setting.required("files", Setting.Type.STRING_MAP, "The files."),
                    Setting.optional("labels", Setting.Type.STRING_MAP, "The labels."),
                    Setting.required("url", Setting.Type.URL, "The address."));
              }
              public MetricProvider create(ProviderContext context) { return null; }
            }
            """);
    Program run = Program.run("", "plugins", "--plugin-dir", plugins.toString());
    assertTrue(
        run.out().matches("(?s).*files +map of strings +\\(required\\) +The files\\..*"),
        run.out());
    assertTrue(
        run.out().matches("(?s).*labels +map of strings +0 given +The labels\\..*"), run.out());
    assertTrue(run.out().matches("(?s).*url +URL +\\(required\\) +The address\\..*"), run.out());
  }

  @Test
  void showsSettingsAndRoutesOfFileAndFlags() throws IOException {
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

  private static final String ORDERS =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        public String name() { return "orders"; }
        public Set<MetricQuery.Kind> kinds() { return Set.of(MetricQuery.Kind.EXTERNAL_METRIC); }
        public MetricProvider create(ProviderContext context) {
          return queries -> {
            Map<MetricQuery, MetricResult> results = new HashMap<>();
            for (MetricQuery query : queries) {
              MetricQuery.ExternalMetric asked = (MetricQuery.ExternalMetric) query;
              results.put(query, asked.metric().equals("orders")
                  ? MetricReading.Series.of(List.of(2500L, 7000L * asked.series().requirements().size()))
                  : new MetricFailure(MetricFailure.Category.NO_DATA, asked.namespace() + " has no " + asked.metric()));
            }
            return results;
          };
        }
      }
      """;

  @Test
  void probeReadsOnceWithoutACluster() throws IOException {
    String plugins = CompiledPlugin.in(folder, "orders", ORDERS).toString();
    String[] command = {
      "plugins",
      "--plugin-dir",
      plugins,
      "--metric-route",
      "external=orders",
      "-n",
      "shop",
      "--probe"
    };
    Program read = Program.run("", with(command, "external:orders", "-l", "queue=a"));
    assertEquals(0, read.status(), read.err());
    assertEquals("2500m\n7\n", read.out());
    assertEquals(
        "{\"probe\":\"external:orders\",\"values\":[\"2500m\",\"0\"]}\n",
        Program.run("", with(command, "external:orders", "-o", "json")).out());
    Program failed = Program.run("", with(command, "external:returns"));
    assertEquals(1, failed.status());
    assertEquals("hpa: external:returns: shop has no returns\n", failed.err());
    Program local = Program.run("", with(command, "pods:requests"));
    assertEquals(1, local.status());
    assertTrue(local.err().contains("--probe reads without a cluster"), local.err());
    Program unrouted =
        Program.run("", "plugins", "--plugin-dir", plugins, "--probe", "external:orders");
    assertEquals(1, unrouted.status());
    assertTrue(unrouted.err().endsWith("; no --metric-route sends it to orders\n"), unrouted.err());
    Program misspelt = Program.run("", with(command, "orders"));
    assertEquals(2, misspelt.status());
    assertEquals(
        "hpa: --probe: \"orders\" is not a metric; write external:METRIC, pods:METRIC,"
            + " resource:NAME"
            + " or object:KIND/NAME/METRIC\n",
        misspelt.err());
  }

  @Test
  void aProbeWithoutPodsFails() throws IOException {
    String source =
        """
        package vendor;

        import dev.hpa.spi.*;
        import java.util.*;

        public final class Factory implements MetricProviderFactory {
          public String name() { return "none"; }
          public Set<MetricQuery.Kind> kinds() {
            return Set.of(MetricQuery.Kind.POD_METRIC);
          }
          public MetricProvider create(ProviderContext context) {
            return queries -> {
              Map<MetricQuery, MetricResult> results = new HashMap<>();
              for (MetricQuery query : queries) {
                results.put(query, MetricReading.PodValues.of(List.of()));
              }
              return results;
            };
          }
        }
        """;
    String plugins = CompiledPlugin.in(folder, "none", source).toString();
    String[] command = {
      "plugins", "--plugin-dir", plugins, "--metric-route", "pods=none", "--probe"
    };
    Program pods = Program.run("", with(command, "pods:requests"));
    assertEquals(1, pods.status(), pods.err());
    assertEquals(
        "hpa: pods:requests: no pods: --probe reads without a cluster; probe an external metric, or"
            + " run hpa explain\n",
        pods.err());
  }

  private static String[] with(String[] command, String... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray(String[]::new);
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
        "--provider-setting|deadline=5s|--provider-setting: \"deadline\" is not a setting; write"
            + " NAME.KEY=VALUE",
        "--provider-setting|resource-metrics.deadline=5|provider resource-metrics (built in):"
            + " setting deadline: \"5\" is not a duration; write it like 30s or 1m30s",
        "--provider-setting|zeta.deadline=5s|settings are given for zeta, but no provider has that"
            + " name; there are custom-metrics, external-metrics, heapster-legacy,"
            + " prometheus, resource-metrics, scale-subresource",
        "--metric-route|external=zeta|route external=zeta: no metrics provider is named zeta; there"
            + " are custom-metrics, external-metrics, resource-metrics",
        "--plugin-dir|/no/such|--plugin-dir /no/such: is no folder that can be read"
      })
  void errorsAreOneLine(String flag, String value, String why) {
    Program run = Program.run("", "plugins", flag, value);
    assertEquals(ExitStatus.USAGE_ERROR, run.status());
    assertEquals("hpa: " + why + "\n", run.err());
  }

  @Test
  void aSettingMayComeFromAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("deadline"), "7s\n");
    Program run =
        Program.run(
            "",
            "plugins",
            "--provider-setting-file",
            "resource-metrics.deadline=" + file,
            "-o",
            "json");
    assertEquals(0, run.status(), run.err());
    Program twice =
        Program.run(
            "",
            "plugins",
            "--provider-setting",
            "resource-metrics.deadline=5s",
            "--provider-setting-file",
            "resource-metrics.deadline=" + file);
    assertEquals(
        "hpa: --provider-setting-file: \"resource-metrics.deadline\" is also given by"
            + " --provider-setting; remove one of them\n",
        twice.err());
  }

  @Test
  void aFileThatCannotBeUsedGetsOneLine() throws IOException {
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff});
    Path large = Files.write(folder.resolve("large"), new byte[(1 << 20) + 1]);
    Path missing = folder.resolve("missing");
    assertEquals(
        problem(missing, "cannot be read; check the path and its" + " permissions"),
        fromFile(missing));
    assertEquals(
        problem(folder, "cannot be read; check the path and its" + " permissions"),
        fromFile(folder));
    assertEquals(problem(binary, "is not valid UTF-8; give a text file"), fromFile(binary));
    assertEquals(
        problem(large, "is larger than 1 MiB; give a file that contains only the" + " value"),
        fromFile(large));
  }

  private static String problem(Path file, String why) {
    return "hpa: --provider-setting-file resource-metrics.deadline: the file \""
        + file
        + "\" "
        + why
        + "\n";
  }

  private static String fromFile(Path file) {
    Program run =
        Program.run("", "plugins", "--provider-setting-file", "resource-metrics.deadline=" + file);
    assertEquals(ExitStatus.USAGE_ERROR, run.status());
    return run.err();
  }

  @Test
  void secretOnTheCommandLineIsAWarning() throws IOException {
    Path plugins =
        CompiledPlugin.in(
            folder,
            "acme",
            """
            package vendor;

            import dev.hpa.spi.*;
            import java.util.*;

            public final class Factory implements MetricProviderFactory {
              public String name() { return "acme"; }
              public Set<MetricQuery.Kind> kinds() {
                return Set.of(MetricQuery.Kind.EXTERNAL_METRIC);
              }
              public List<Setting> settings() {
                return List.of(Setting.required("token", Setting.Type.SECRET, "Who asks."));
              }
              public MetricProvider create(ProviderContext context) { return queries -> Map.of(); }
            }
            """);
    String[] direct = {
      "plugins", "--plugin-dir", plugins.toString(), "--provider-setting", "acme.token=hunter22"
    };
    Program run = Program.run("", direct);
    assertEquals(
        "hpa: --provider-setting acme.token: this secret is visible in the process list; give it"
            + " with --provider-setting-file\n",
        run.err());
    assertFalse(run.out().contains("hunter22"), run.out());
    Path file = Files.writeString(folder.resolve("token"), "hunter22\n");
    direct[3] = "--provider-setting-file";
    direct[4] = "acme.token=" + file;
    assertEquals("", Program.run("", direct).err());
    Program malformed =
        Program.run("", "plugins", "--provider-setting", "token=hunter22.hunter22=x");
    assertFalse(malformed.err().contains("hunter22"), malformed.err());
  }

  @Test
  void invalidConfigurationIsReportedWithItsPosition() throws IOException {
    Path torn = Files.writeString(folder.resolve("torn.yaml"), "providers: {a: [");
    Program run = Program.run("", "plugins", "--provider-config", torn.toString());
    assertEquals(ExitStatus.USAGE_ERROR, run.status());
    assertTrue(run.err().startsWith("hpa: " + torn + ":1: is not valid YAML: "), run.err());
    Path unknown = Files.writeString(folder.resolve("unknown.yaml"), "provider: {}");
    assertEquals(
        "hpa: " + unknown + ": provider: unknown section; use providers or routes\n",
        Program.run("", "plugins", "--provider-config", unknown.toString()).err());
  }

  @Test
  void theControllersFileMayHaveSections() throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            horizontal-pod-autoscaler-tolerance: 0.3
            providers:
              resource-metrics: {deadline: 5s}
            routes: [resource:cpu=resource-metrics]
            """);
    JsonNode list =
        Json.tree(Program.run("", "plugins", "--config", config.toString(), "-o", "json").out());
    JsonNode resource = entry(list, "resource-metrics");
    assertEquals("5s", setting(resource, "deadline"));
    assertEquals("[\"resource:cpu=resource-metrics\"]", Json.text(resource.path("routes")));
  }
}
