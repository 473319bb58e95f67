package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImplementationTest {

  /** Blocks until the process is stopped; the shell has a child. */
  private static final String UNTIL_STOPPED = "sh -c 'sleep 1000 & wait'";

  @TempDir private Path folder = Path.of("unset");

  private Implementation start(String command) throws TestClusterException {
    return Implementation.start(
        new CommandTemplate(command), Map.of("port", "4711"), folder.resolve("out.log"));
  }

  private static void awaitExit(Implementation started) {
    started.processes().forEach(each -> each.onExit().join());
  }

  @Test
  void outputOfBothStreamsIsLogged() throws Exception {
    try (Implementation started = start("sh -c 'echo on port {port}; echo no lease >&2; exit 3'")) {
      awaitExit(started);
      assertFalse(started.isRunning());
      assertEquals(3, started.exitStatus());
      assertEquals("; the end of its log:\n  on port 4711\n  no lease", started.logTail());
    }
  }

  @Test
  void commandThatCannotBeStartedIsReported() {
    TestClusterException failure =
        assertThrows(TestClusterException.class, () -> start("/nowhere/controller"));
    assertTrue(
        String.valueOf(failure.getMessage())
            .startsWith("command \"/nowhere/controller\": cannot be started: "),
        failure::getMessage);
  }

  @Test
  void closeStopsTheProcessAndItsChildren() throws Exception {
    Implementation started = start(UNTIL_STOPPED);
    assertTrue(started.isRunning());
    List<ProcessHandle> all = started.processes();
    started.close();
    assertFalse(started.isRunning());
    assertTrue(all.stream().noneMatch(ProcessHandle::isAlive), all::toString);
  }

  @Test
  void restartRunsTheSameCommandInANewProcess() throws Exception {
    try (Implementation started = start("sh -c 'echo start {port}; sleep 1000 & wait'")) {
      ProcessHandle first = started.processes().getLast();
      awaitLines(1);
      started.restart();
      assertFalse(first.isAlive());
      assertTrue(started.isRunning());
      assertNotEquals(first, started.processes().getLast());
      awaitLines(2);
    }
  }

  /** The log is complete when the process wrote it; the timeout of the class bounds the wait. */
  private void awaitLines(int count) throws Exception {
    while (Files.readAllLines(folder.resolve("out.log")).size() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void exitedProcessCanBeClosed() throws Exception {
    Implementation started = start("true");
    awaitExit(started);
    started.close();
    assertEquals(0, started.exitStatus());
  }
}
