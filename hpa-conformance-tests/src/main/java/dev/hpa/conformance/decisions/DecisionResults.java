package dev.hpa.conformance.decisions;

import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

/** Where the answers to many scenarios come from, in the order of the scenarios. */
@FunctionalInterface
public interface DecisionResults {

  /**
   * Takes scenarios and gives answers, one line each.
   *
   * @param scenarios may be read by another thread than the caller's
   * @param answers is told by the caller's thread
   * @throws TestClusterException if it cannot begin
   * @throws IOException if it cannot go on
   */
  void answer(Iterator<String> scenarios, Consumer<String> answers)
      throws TestClusterException, IOException, InterruptedException;

  /** Those of somebody in this JVM, one after the other. */
  static DecisionResults of(DecisionSubject subject) {
    return (scenarios, answers) -> {
      while (scenarios.hasNext()) {
        answers.accept(subject.answer(scenarios.next()));
      }
    };
  }

  /**
   * Those of a program that speaks the line protocol.
   *
   * @param errors takes what it writes to standard error
   */
  static DecisionResults of(CommandTemplate command, Path errors) {
    return new CommandAnswers(command, errors);
  }
}
