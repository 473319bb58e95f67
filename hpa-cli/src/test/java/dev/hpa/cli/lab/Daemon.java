package dev.hpa.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that runs beside the test until it is closed. */
final class Daemon implements AutoCloseable {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration FOR_AN_END = Duration.ofSeconds(30);

  /** Something that becomes true. */
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
   * @param log takes what the program says
   */
  static Daemon start(Path log, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new Daemon(builder.start(), log);
  }

  /**
   * Waits until something is so.
   *
   * @throws AssertionError when it takes too long, or the program ends before
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

  /** Asks the program to end, and makes it when it does not. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, FOR_AN_END.toSeconds(), TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
  }
}
