package dev.hpa.cli.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Main;
import dev.hpa.controller.plugins.CompiledPlugin;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plug-ins that exit the program or block its shutdown, in a separate process. */
@Tag("security")
class PluginProcessTest {

  private static final String FACTORY =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        public Factory() { /* its constructor */ }
        public String name() { return "acme"; }
        public Set<MetricQuery.Kind> kinds() { return Set.of(MetricQuery.Kind.EXTERNAL_METRIC); }
        public List<Setting> settings() { /* settings() */ return List.of(); }
        public MetricProvider create(ProviderContext context) {
          /* create() */
          return queries -> Map.of();
        }
      }
      """;

  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: nowhere
      contexts: [{name: nowhere, context: {cluster: nowhere, user: anonymous}}]
      clusters: [{name: nowhere, cluster: {server: "http://127.0.0.1:1"}}]
      users: [{name: anonymous, user: {}}]
      """;

  private static final String HANG =
      """
      System.out.println("hangs");
      while (true) { try { Thread.sleep(9999); } catch (InterruptedException ignored) { } }
      """;

  private final Path folder;

  PluginProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Path plugin(String call, String statement) throws IOException {
    return CompiledPlugin.in(
        folder, "acme", FACTORY.replace("/* " + call + " */", "if (true) { " + statement + " }"));
  }

  private Process start(Path plugins, List<String> command) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    line.addAll(command);
    line.addAll(List.of("--plugin-dir", plugins.toString()));
    return new ProcessBuilder(line).redirectErrorStream(true).start();
  }

  private List<String> run() throws IOException {
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), KUBECONFIG);
    return List.of(
        "run",
        "--kubeconfig",
        kubeconfig.toString(),
        "--emulated-version=1.36",
        "--leader-elect=false",
        "--secure-port=0");
  }

  private List<String> command(String name) throws IOException {
    return name.equals("run") ? run() : List.of(name);
  }

  private static List<String> errors(BufferedReader output) {
    try (Stream<String> lines = output.lines()) {
      return lines.filter(line -> line.startsWith("hpa: ")).toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"plugins, settings()", "run, its constructor"})
  void anExitEndsTheProgramWithItsStatus(String command, String call) throws Exception {
    Process process = start(plugin(call, "System.exit(7);"), command(command));
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      assertFalse(errors(output).size() > 1, "more than one line");
      assertEquals(7, process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "plugins"})
  void aSignalEndsTheProgramWhileAPlugInHangs(String command) throws Exception {
    Process process = start(plugin("its constructor", HANG), command(command));
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      String line = output.readLine();
      while (line != null && !line.equals("hangs")) {
        line = output.readLine();
      }
      assertEquals("hangs", line);
      process.toHandle().destroy();
      assertTrue(process.waitFor(20, TimeUnit.SECONDS), "does not end");
      assertFalse(errors(output).size() > 1, "more than one line");
    } finally {
      process.destroyForcibly();
    }
  }
}
