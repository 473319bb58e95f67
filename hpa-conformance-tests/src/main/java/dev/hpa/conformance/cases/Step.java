package dev.hpa.conformance.cases;

import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Precondition;
import java.util.List;

/**
 * A step of a case. After its actions the suite waits for the precondition and the expectations of
 * required rules, then a shorter time for the other expectations, then for more syncs. All
 * expectations are evaluated at the end. Only the precondition and required rules end the case.
 *
 * @param name a short description
 * @param precondition what must be observed before prohibitions mean anything
 * @param hold the number of syncs after which the expectations are evaluated again
 */
public record Step(
    String name,
    List<Action> actions,
    Precondition precondition,
    List<Expectation> expectations,
    int hold) {

  /** The number of sync periods to wait for the precondition and the required rules. */
  public static final int TIMEOUT_PERIODS = 40;

  /** The number of sync periods to wait afterwards for other rules. */
  public static final int OPTIONAL_PERIODS = 40;

  public Step {
    actions = List.copyOf(actions);
    expectations = List.copyOf(expectations);
  }

  Step withPrecondition(Precondition other) {
    return new Step(name, actions, other, expectations, hold);
  }

  Step withExpectations(List<Expectation> others) {
    return new Step(name, actions, precondition, others, hold);
  }

  Step withHold(int syncs) {
    return new Step(name, actions, precondition, expectations, syncs);
  }
}
