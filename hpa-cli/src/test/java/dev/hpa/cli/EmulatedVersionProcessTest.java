package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The release that {@code hpa run} emulates, as a process. */
@Tag("processes")
class EmulatedVersionProcessTest {

  private static final String UNREACHABLE =
      """
      apiVersion: v1
      kind: Config
      current-context: c
      contexts: [{name: c, context: {cluster: c, user: u}}]
      clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
      users: [{name: u, user: {token: t}}]
      """;

  private final Path folder;
  private final List<Process> processes = new ArrayList<>();

  EmulatedVersionProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process each : processes) {
      each.destroyForcibly().waitFor();
    }
  }

  private Process run(Path kubeconfig, String... flags) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "--kubeconfig",
                kubeconfig.toString(),
                "--leader-elect=false",
                "--secure-port=0"));
    command.addAll(List.of(flags));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  private static String firstLine(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    return String.valueOf(output.readLine());
  }

  @ParameterizedTest
  @CsvSource({
    "1.36, '', 'emulating Kubernetes 1.36: the API server is v1.36.2'",
    "1.37, '', 'emulating Kubernetes 1.37: the API server is v1.37.2'",
    "1.37, auto, 'emulating Kubernetes 1.37: the API server is v1.37.2'",
    "1.37, kube=1.36, 'emulating Kubernetes 1.36, as set'",
    "1.37, 1.38, 'emulating Kubernetes 1.38 (preview of v1.38.0-beta.0), as set'",
    "1.38, '', 'emulating Kubernetes 1.38 (preview of v1.38.0-beta.0): the API server is v1.38.0-beta.0'"
  })
  void theFirstLineNamesTheRelease(String server, String flag, String line) throws Exception {
    try (Timeline timeline = Timeline.real();
        Sandbox sandbox =
            Sandbox.start(
                SandboxOptions.in(timeline)
                    .withKubernetesVersion(KubernetesVersion.parse(server)))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      String[] flags = flag.isEmpty() ? new String[0] : new String[] {"--emulated-version=" + flag};
      String first = firstLine(run(kubeconfig, flags));
      assertTrue(first.endsWith(line), first);
    }
  }

  @Test
  void aGateOfALaterReleaseIsRejectedBesideAServer() throws Exception {
    try (Timeline timeline = Timeline.real();
        Sandbox sandbox =
            Sandbox.start(
                SandboxOptions.in(timeline).withKubernetesVersion(KubernetesVersion.V1_36))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      Process process = run(kubeconfig, "--feature-gates=StaleControllerConsistencyHPA=true");
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(1, process.waitFor());
      assertTrue(
          output.contains(
              "cannot set feature gate StaleControllerConsistencyHPA to true, feature is PreAlpha"
                  + " at emulated version 1.36"),
          output);
    }
  }

  @Test
  void aServerThatDoesNotAnswerEndsTheStart() throws Exception {
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), UNREACHABLE);
    Process process = run(kubeconfig);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor());
    assertTrue(output.contains("the version of the API server cannot be read: "), output);
    assertTrue(output.contains("; set --emulated-version to start without"), output);
  }
}
