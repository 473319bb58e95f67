package dev.hpa.conformance.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The process of an implementation. */
public final class Implementation implements AutoCloseable {

  /** A JVM that writes an AOT cache at exit needs about 10 s. */
  private static final int SHUTDOWN_SECONDS = 30;

  private final List<String> command;
  private final Path log;
  private final Thread shutdownHook = new Thread(this::stop, "implementation-shutdown");
  private Process process;

  private Implementation(List<String> command, Path log, Process process) {
    this.command = command;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts the process. A shutdown hook stops it when this JVM exits.
   *
   * @param template a command with placeholders
   * @param log the file for its standard output and standard error
   * @throws TestClusterException if the command is invalid or cannot be started
   */
  public static Implementation start(CommandTemplate template, Map<String, String> values, Path log)
      throws TestClusterException {
    List<String> command = template.words(values);
    Implementation started = new Implementation(command, log, start(command, log));
    Runtime.getRuntime().addShutdownHook(started.shutdownHook);
    return started;
  }

  private static Process start(List<String> command, Path log) throws TestClusterException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException failure) {
      throw new TestClusterException(
          "command \"%s\": cannot be started: %s"
              .formatted(command.getFirst(), failure.getMessage()),
          failure);
    }
  }

  /** Whether the process is running. */
  public synchronized boolean isRunning() {
    return process.isAlive();
  }

  /** Returns the process and its descendants: the command may be a script. */
  public synchronized List<ProcessHandle> processes() {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
  }

  /** Returns the last lines of its log, as the end of a message. */
  public String logTail() {
    return LogTail.of(log);
  }

  /** Returns the exit status after the process exited. */
  public synchronized int exitStatus() {
    return process.exitValue();
  }

  /** Stops the process and starts it again. */
  public synchronized void restart() throws TestClusterException {
    stop();
    process = start(command, log);
  }

  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException shuttingDown) {
      // The JVM shuts down, and the hook finds no running process.
    }
  }

  private synchronized void stop() {
    List<ProcessHandle> all = processes();
    all.forEach(ProcessHandle::destroy);
    for (ProcessHandle each : all) {
      each.onExit().completeOnTimeout(each, SHUTDOWN_SECONDS, TimeUnit.SECONDS).join();
      if (each.isAlive()) {
        each.destroyForcibly();
        each.onExit().join();
      }
    }
  }
}
