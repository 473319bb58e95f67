package dev.hpa.conformance.decisions;

import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

/** Produces the results of many scenarios, in the order of the scenarios. */
@FunctionalInterface
public interface DecisionResults {

  /**
   * Reads scenarios and returns results, one line each.
   *
   * @param scenarios may be read on another thread
   * @param answers called on the caller's thread
   * @throws TestClusterException if the subject does not start
   * @throws IOException if communication with the subject fails
   */
  void answer(Iterator<String> scenarios, Consumer<String> answers)
      throws TestClusterException, IOException, InterruptedException;

  /** Results of a subject in this JVM, one after the other. */
  static DecisionResults of(DecisionSubject subject) {
    return (scenarios, answers) -> {
      while (scenarios.hasNext()) {
        answers.accept(subject.answer(scenarios.next()));
      }
    };
  }

  /**
   * Results of a program that speaks the line protocol.
   *
   * @param errors the file for its standard error
   */
  static DecisionResults of(CommandTemplate command, Path errors) {
    return new CommandAnswers(command, errors);
  }
}
