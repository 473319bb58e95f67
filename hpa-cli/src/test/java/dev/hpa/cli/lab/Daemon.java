package dev.hpa.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A background process that runs until it is closed. */
final class Daemon implements AutoCloseable {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration FOR_AN_END = Duration.ofSeconds(30);

  /** A condition to wait for. */
  @FunctionalInterface
  interface Check {
    boolean holds() throws Exception;
  }

  private final Process process;
  private final Path log;

  private Daemon(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * @param log receives the output of the process
   */
  static Daemon start(Path log, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new Daemon(builder.start(), log);
  }

  /**
   * Waits for a condition.
   *
   * @throws AssertionError on a timeout, or if the process exits first
   */
  void await(String what, Duration patience, Check check) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!check.holds()) {
      if (process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("ended before " + what + ":\n" + Files.readString(log));
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + what + " within " + patience);
      }
    }
  }

  /** Terminates the process; kills it if it does not exit. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, FOR_AN_END.toSeconds(), TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
  }
}
