package dev.hpa.conformance.cases;

import dev.hpa.conformance.transcript.Expectation;
import java.util.List;

/**
 * A part of a case: something is done, everything expected has to be seen in the end, and it has to
 * be so still after some more cycles of the implementation.
 *
 * @param name in a few words
 * @param hold how many cycles it has to stay so
 */
public record Step(String name, List<Action> actions, List<Expectation> expectations, int hold) {

  public Step {
    actions = List.copyOf(actions);
    expectations = List.copyOf(expectations);
  }
}
