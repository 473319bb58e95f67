package dev.hpa.conformance.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An implementation as a process, which can be ended and started again. */
public final class Implementation implements AutoCloseable {

  /** A JVM that is to leave a cache of what it learnt takes some ten seconds for that alone. */
  private static final int SECONDS_TO_END = 30;

  private final List<String> command;
  private final Path log;
  private final Thread endsWithUs = new Thread(this::end, "end of the implementation");
  private Process process;

  private Implementation(List<String> command, Path log, Process process) {
    this.command = command;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts it. It ends with this process at the latest.
   *
   * @param template a command with placeholders
   * @param log takes what it says
   * @throws TestClusterException if the command makes no sense or no such program can be started
   */
  public static Implementation start(CommandTemplate template, Map<String, String> values, Path log)
      throws TestClusterException {
    List<String> command = template.words(values);
    Implementation started = new Implementation(command, log, start(command, log));
    Runtime.getRuntime().addShutdownHook(started.endsWithUs);
    return started;
  }

  /** A port of this machine that nobody listens on now, for what is about to start. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process start(List<String> command, Path log) throws TestClusterException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException failure) {
      throw new TestClusterException(
          command.getFirst() + " cannot be started: " + failure.getMessage(), failure);
    }
  }

  /** Whether it has not ended. */
  public synchronized boolean isRunning() {
    return process.isAlive();
  }

  /** Its process, and those it has started: the command may be a script. */
  public synchronized List<ProcessHandle> processes() {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
  }

  /** What it said last, as the end of a message. */
  public String lastWords() {
    return LogTail.of(log);
  }

  /** The exit status of one that has ended. */
  public synchronized int exitStatus() {
    return process.exitValue();
  }

  /** Ends it and starts it again. */
  public synchronized void restart() throws TestClusterException {
    end();
    process = start(command, log);
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
    } catch (IllegalStateException ending) {
      // The hook has been run, or is about to be, and finds nothing left to do.
    }
  }

  private synchronized void end() {
    List<ProcessHandle> all = processes();
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
