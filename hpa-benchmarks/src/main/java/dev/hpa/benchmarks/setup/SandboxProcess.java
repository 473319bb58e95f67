package dev.hpa.benchmarks.setup;

import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A {@link FilledSandbox} in a separate process, with the JDK and the class path of this one. */
public final class SandboxProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader responses;
  private final BufferedWriter commands;
  private final FilledState filled;

  private SandboxProcess(Process process, BufferedReader responses, FilledState filled) {
    this.process = process;
    this.responses = responses;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.filled = filled;
  }

  /**
   * Starts a sandbox and waits until all its pods are ready.
   *
   * @param javaOptions options of its JVM, added to those of this one
   */
  public static SandboxProcess start(SandboxSetup setup, List<String> javaOptions)
      throws IOException {
    List<String> command =
        JavaCommand.of(FilledSandbox.class.getName(), javaOptions, List.of(Json.text(setup)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    // Depending on its options, the JVM prints messages first.
    while (line != null && !line.startsWith("{")) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException("sandbox: the process exited before all pods were ready");
    }
    return new SandboxProcess(process, output, Json.read(line, FilledState.class));
  }

  /** Returns the state after all pods were ready. */
  public FilledState filled() {
    return filled;
  }

  /** Returns what happened since the previous call. */
  public Observation observe() throws IOException {
    return Json.read(execute(FilledSandbox.SandboxCommand.OBSERVE), Observation.class);
  }

  /** Starts a rollout of every Deployment. */
  public void roll() throws IOException {
    execute(FilledSandbox.SandboxCommand.ROLL);
  }

  /** Delays every query of metrics by {@link Population#SLOW_SECONDS}. */
  public void slowDown() throws IOException {
    execute(FilledSandbox.SandboxCommand.SLOW);
  }

  /** Delays every query of External metrics by {@link Population#OVERLOAD_SECONDS}. */
  public void overload() throws IOException {
    execute(FilledSandbox.SandboxCommand.OVERLOAD);
  }

  /**
   * Ends the overload.
   *
   * @param maxAgeMillis age at which a status becomes overdue, in ms
   */
  public void endOverload(long maxAgeMillis) throws IOException {
    execute(FilledSandbox.SandboxCommand.END_OVERLOAD, Long.toString(maxAgeMillis));
  }

  /** Returns the statuses that are overdue or were since the overload ended. */
  public Backlog backlog() throws IOException {
    return Json.read(execute(FilledSandbox.SandboxCommand.BACKLOG), Backlog.class);
  }

  private String execute(FilledSandbox.SandboxCommand command, String... arguments)
      throws IOException {
    commands.write(command.name());
    for (String argument : arguments) {
      commands.write(" " + argument);
    }
    commands.newLine();
    commands.flush();
    String response = responses.readLine();
    if (response == null) {
      throw new IOException("sandbox: the process has exited");
    }
    return response;
  }

  /** Returns the CPU time used so far; zero if it is not available. */
  public Duration cpu() {
    return ProcessUsage.cpu(process.toHandle());
  }

  /** Closes the standard input of the process and waits for its exit. */
  @Override
  public void close() throws IOException {
    try (commands;
        responses) {
      commands.close();
      process.onExit().join();
    }
  }
}
