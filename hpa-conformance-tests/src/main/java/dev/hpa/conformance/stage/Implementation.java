package dev.hpa.conformance.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An implementation as a process, which can be ended and started again. */
final class Implementation implements AutoCloseable {

  private static final int SECONDS_TO_END = 10;

  private final List<String> command;
  private final Path log;
  private Process process;

  private Implementation(List<String> command, Path log, Process process) {
    this.command = command;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param template a command with placeholders
   * @param log takes what it says
   * @throws StageException if the command makes no sense or no such program can be started
   */
  static Implementation start(CommandTemplate template, Map<String, String> values, Path log)
      throws StageException {
    List<String> command = template.words(values);
    return new Implementation(command, log, start(command, log));
  }

  private static Process start(List<String> command, Path log) throws StageException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException failure) {
      throw new StageException(
          command.getFirst() + " cannot be started: " + failure.getMessage(), failure);
    }
  }

  /** Whether it has not ended. */
  synchronized boolean isRunning() {
    return process.isAlive();
  }

  /** What it said last, as the end of a message. */
  String lastWords() {
    return LastWords.of(log);
  }

  /** The exit status of one that has ended. */
  synchronized int exitStatus() {
    return process.exitValue();
  }

  /** Ends it and starts it again. */
  synchronized void restart() throws StageException {
    end();
    process = start(command, log);
  }

  @Override
  public synchronized void close() {
    end();
  }

  /** Also what it has started: the command may be a script. */
  private void end() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    for (ProcessHandle each : all) {
      each.onExit().completeOnTimeout(each, SECONDS_TO_END, TimeUnit.SECONDS).join();
      if (each.isAlive()) {
        each.destroyForcibly();
        each.onExit().join();
      }
    }
  }
}
