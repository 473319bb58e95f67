package dev.hpa.benchmarks.setup;

import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link FilledSandbox} in a process of its own, with the Java and the class path of this one.
 */
public final class SandboxProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;
  private final FilledState filled;

  private SandboxProcess(Process process, BufferedReader answers, FilledState filled) {
    this.process = process;
    this.answers = answers;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    this.filled = filled;
  }

  /**
   * Starts a sandbox and waits until it is full.
   *
   * @param javaOptions for its JVM, after those of this one
   */
  public static SandboxProcess start(Population population, List<String> javaOptions)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FilledSandbox.class.getName());
    command.add(Json.text(population));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    String line = said.readLine();
    // The JVM may have something to say first, depending on its options.
    while (line != null && !line.startsWith("{")) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IOException("the sandbox ended before it was full");
    }
    return new SandboxProcess(process, said, Json.read(line, FilledState.class));
  }

  /** What it told when it was full. */
  public FilledState filled() {
    return filled;
  }

  /** What was seen in it since the last look. */
  public Seen look() throws IOException {
    return Json.read(obeyed(FilledSandbox.Order.LOOK), Seen.class);
  }

  /** Lets all pods be replaced, Deployment by Deployment as fast as their rollouts go. */
  public void roll() throws IOException {
    obeyed(FilledSandbox.Order.ROLL);
  }

  /** Overloads the API of External metrics: each read takes seconds from now on. */
  public void overload() throws IOException {
    obeyed(FilledSandbox.Order.OVERLOAD);
  }

  /**
   * Ends the overload.
   *
   * @param oldestMillis statuses that are older are overdue from now on
   */
  public void relieve(long oldestMillis) throws IOException {
    obeyed(FilledSandbox.Order.RELIEVE, Long.toString(oldestMillis));
  }

  /** The statuses that are overdue, and those that were since the overload ended. */
  public Backlog backlog() throws IOException {
    return Json.read(obeyed(FilledSandbox.Order.BACKLOG), Backlog.class);
  }

  private String obeyed(FilledSandbox.Order order, String... arguments) throws IOException {
    orders.write(order.name());
    for (String argument : arguments) {
      orders.write(" " + argument);
    }
    orders.newLine();
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the sandbox has ended");
    }
    return answer;
  }

  /** The CPU time it has used so far; zero where the system does not tell. */
  public Duration cpu() {
    return ProcessFigures.cpu(process.toHandle());
  }

  /** What it has in memory now, in bytes; zero where the system does not tell. */
  public long residentBytes() {
    return ProcessFigures.residentBytes(process.toHandle());
  }

  /** Lets it end and waits until it has. */
  @Override
  public void close() throws IOException {
    try (orders;
        answers) {
      orders.close();
      process.onExit().join();
    }
  }
}
