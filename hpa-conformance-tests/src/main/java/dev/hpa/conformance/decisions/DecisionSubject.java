package dev.hpa.conformance.decisions;

import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.util.ServiceLoader;

/**
 * An implementation whose decisions are tested. Scenarios and results have the format of {@code hpa
 * evaluate --stream}, see {@code docs/evaluate.md}. JVM implementations are public classes on the
 * class path of {@code hpa conformance}, found by {@link ServiceLoader} through {@code
 * META-INF/services/dev.hpa.conformance.decisions.DecisionSubject}; other implementations are
 * commands.
 */
@FunctionalInterface
public interface DecisionSubject {

  /**
   * Evaluates one scenario. Called by one thread at a time.
   *
   * @param scenario one JSON object, without a line break
   * @return one JSON object, {@code {"name": …, "steps": [{"at": …, "results": […]}]}}
   * @throws IOException if the scenario cannot be evaluated
   */
  String answer(String scenario) throws IOException, InterruptedException;

  /**
   * Returns the implementation on the class path.
   *
   * @param other returned if there is none
   * @throws TestClusterException if there is more than one
   */
  static DecisionSubject foundOr(DecisionSubject other) throws TestClusterException {
    var all = ServiceLoader.load(DecisionSubject.class).stream().toList();
    if (all.size() > 1) {
      throw new TestClusterException(
          "class path: more than one DecisionSubject found; set --command");
    }
    return all.isEmpty() ? other : all.getFirst().get();
  }
}
