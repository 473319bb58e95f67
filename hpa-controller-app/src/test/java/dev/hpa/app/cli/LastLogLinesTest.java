package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.Main;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last lines of a process that holds its Lease and receives SIGTERM. */
class LastLogLinesTest {

  private static final Duration POLL = Duration.ofMillis(1);

  @TempDir private Path folder;

  /** The second log is flushed once an hour. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--logging-format=text",
        "--logging-format=json --feature-gates=LoggingAlphaOptions=true --log-json-split-stream"
            + " --log-json-info-buffer-size=1Mi --log-flush-frequency=1h"
      })
  void theLogEndsWithTheReleaseOfTheLease(String logging) throws Exception {
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(
          List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(Main.class.getName(), "--secure-port=0", "--v=2"));
      command.add("--kubeconfig=" + kubeconfig);
      command.addAll(List.of(logging.split(" ")));
      Path log = folder.resolve("log");
      Process controller =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .directory(folder.toFile())
              .start();
      try {
        awaitLeader(sandbox, controller);
        controller.destroy();
        controller.waitFor();
        List<String> lines = Files.readAllLines(log);
        assertHas(lines, "shutting down: waiting for writes in progress");
        assertHas(lines, "released lease");
      } finally {
        controller.destroyForcibly().waitFor();
      }
    }
  }

  /** Its event is recorded after the Lease has been acquired. */
  private static void awaitLeader(Sandbox sandbox, Process controller) {
    while (sandbox.cluster().objects(ResourceTypes.EVENTS).in("kube-system").stream()
        .noneMatch(each -> each.tree().path("reason").asText().equals("LeaderElection"))) {
      assertTrue(controller.isAlive(), "ended early");
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private static void assertHas(List<String> lines, String text) {
    assertTrue(lines.stream().anyMatch(line -> line.contains(text)), () -> text + ": " + lines);
  }
}
