package dev.hpa.conformance.decisions;

import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.util.ServiceLoader;

/**
 * Somebody who decides about scenarios. Lines go in and out as {@code hpa evaluate --stream} reads
 * and writes them, which {@code docs/evaluate.md} describes. Implementations on the JVM are found
 * by {@link ServiceLoader}; others are commands.
 */
@FunctionalInterface
public interface DecisionSubject {

  /**
   * Decides about one scenario. Called by one thread at a time.
   *
   * @param scenario one JSON object, without a line break
   * @return one JSON object, {@code {"name": …, "steps": [{"at": …, "results": […]}]}}
   * @throws IOException if it cannot answer at all
   */
  String answer(String scenario) throws IOException, InterruptedException;

  /**
   * The one that is on the class path.
   *
   * @throws TestClusterException if there is none, or more than one
   */
  static DecisionSubject found() throws TestClusterException {
    var all = ServiceLoader.load(DecisionSubject.class).stream().toList();
    if (all.size() != 1) {
      throw new TestClusterException(
          all.isEmpty()
              ? "no DecisionSubject is on the class path; give a --command"
              : "more than one DecisionSubject is on the class path; give a --command");
    }
    return all.getFirst().get();
  }
}
