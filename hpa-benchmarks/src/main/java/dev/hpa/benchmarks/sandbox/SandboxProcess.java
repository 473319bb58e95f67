package dev.hpa.benchmarks.sandbox;

import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A {@link FilledSandbox} in a process of its own, with the Java and the class path of this one.
 */
final class SandboxProcess implements AutoCloseable {

  private final Process process;
  private final Filled filled;

  private SandboxProcess(Process process, Filled filled) {
    this.process = process;
    this.filled = filled;
  }

  /**
   * Starts a sandbox and waits until it is full.
   *
   * @param javaOptions for its JVM, after those of this one
   */
  static SandboxProcess start(Population population, List<String> javaOptions) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FilledSandbox.class.getName());
    command.addAll(population.words());
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
    return new SandboxProcess(process, Json.read(line, Filled.class));
  }

  Filled filled() {
    return filled;
  }

  /** The CPU time it has used so far; zero where the system does not tell. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** What it has in memory now, in bytes; zero where the system does not tell. */
  long residentBytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    }
  }

  /** Lets it end and waits until it has. */
  @Override
  public void close() throws IOException {
    try (OutputStream input = process.getOutputStream()) {
      input.flush();
    } finally {
      process.onExit().join();
    }
  }
}
