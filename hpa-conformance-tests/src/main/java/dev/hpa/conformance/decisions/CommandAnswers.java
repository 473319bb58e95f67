package dev.hpa.conformance.decisions;

import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.LogTail;
import dev.hpa.conformance.environment.TestClusterException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Results of a program that reads scenarios from its standard input, one per line, and writes
 * results to its standard output. Writing does not wait for results, so the program may buffer.
 *
 * @param errors the file for its standard error
 */
record CommandAnswers(CommandTemplate command, Path errors) implements DecisionResults {

  @Override
  public void answer(Iterator<String> scenarios, Consumer<String> answers)
      throws TestClusterException, IOException, InterruptedException {
    Process process = start();
    try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      CompletableFuture<Void> given =
          CompletableFuture.runAsync(() -> give(scenarios, process), thread);
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        answers.accept(line);
      }
      given.join();
      int status = process.waitFor();
      if (status != 0) {
        throw new TestClusterException(
            "the command exited with status %d%s".formatted(status, LogTail.of(errors)));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private Process start() throws TestClusterException {
    List<String> words = command.words(Map.of());
    try {
      return new ProcessBuilder(words).redirectError(errors.toFile()).start();
    } catch (IOException failure) {
      throw new TestClusterException(
          "command \"%s\": cannot be started: %s".formatted(words.getFirst(), failure.getMessage()),
          failure);
    }
  }

  /** Missing results reveal a program that exits early. */
  private static void give(Iterator<String> scenarios, Process process) {
    try (Writer in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
      while (scenarios.hasNext()) {
        in.write(scenarios.next());
        in.write('\n');
      }
    } catch (IOException closed) {
      process.destroy();
    }
  }
}
