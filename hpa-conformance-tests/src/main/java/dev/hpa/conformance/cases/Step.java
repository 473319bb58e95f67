package dev.hpa.conformance.cases;

import dev.hpa.conformance.transcript.Expectation;
import java.util.List;

/**
 * A step of a case: its actions run, then all its expectations must be met, and must still be met
 * after more syncs of the implementation.
 *
 * @param name a short description
 * @param hold the number of syncs after which the expectations are evaluated again
 */
public record Step(String name, List<Action> actions, List<Expectation> expectations, int hold) {

  public Step {
    actions = List.copyOf(actions);
    expectations = List.copyOf(expectations);
  }
}
