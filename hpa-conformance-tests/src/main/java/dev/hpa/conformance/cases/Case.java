package dev.hpa.conformance.cases;

import dev.hpa.conformance.transcript.ConditionMessage;
import dev.hpa.conformance.transcript.EventMessage;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Precondition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A test case: a sequence of steps in a separate namespace.
 *
 * @param name unique, in lower case with hyphens; part of the name of the namespace
 * @param profile how the implementation is started for the case
 * @param needs the capabilities that an implementation needs for the case to apply
 */
public record Case(String name, RunProfile profile, Set<Capability> needs, List<Step> steps) {

  private static final String CONDITION_MESSAGES = "CONDITIONS-16";
  private static final String EVENT_MESSAGES = "EVENTS-11";
  private static final String ANY_MESSAGE = "*";

  public Case {
    needs = Set.copyOf(needs);
    steps = List.copyOf(steps);
  }

  /** Creates a case without steps, for the default profile and without needed capabilities. */
  public static Case named(String name) {
    return new Case(name, RunProfile.DEFAULT, Set.of(), List.of());
  }

  /** Returns a copy that runs under another profile. */
  public Case under(RunProfile other) {
    return new Case(name, other, needs, steps);
  }

  /** Returns a copy that needs more capabilities. */
  public Case needs(Capability... capabilities) {
    Set<Capability> all = new TreeSet<>(needs);
    all.addAll(List.of(capabilities));
    return new Case(name, profile, all, steps);
  }

  /** Returns a copy with another step at the end, whose precondition is a sync. */
  public Case step(String name, Action... actions) {
    return with(new Step(name, List.of(actions), Precondition.RECONCILED, List.of(), 0));
  }

  /** Returns a copy whose last step has another precondition. */
  public Case given(Precondition precondition) {
    return withLast(steps.getLast().withPrecondition(precondition));
  }

  /**
   * Returns a copy with more expectations of the last step. The messages of their conditions and
   * events become separate expectations of optional rules.
   */
  public Case expect(Expectation... expectations) {
    Step last = steps.getLast();
    List<Expectation> all = new ArrayList<>(last.expectations());
    Stream.of(expectations)
        .forEach(
            each -> {
              all.add(each);
              message(each).filter(message -> !all.contains(message)).ifPresent(all::add);
            });
    return withLast(last.withExpectations(all));
  }

  private static Optional<Expectation> message(Expectation expectation) {
    return switch (expectation) {
      case Expectation.Condition it when !it.message().equals(ANY_MESSAGE) ->
          Optional.of(
              new ConditionMessage(
                  CONDITION_MESSAGES,
                  it.autoscaler(),
                  it.type(),
                  it.status(),
                  it.reason(),
                  false,
                  it.message()));
      case Expectation.ConditionSeen it when !it.message().equals(ANY_MESSAGE) ->
          Optional.of(
              new ConditionMessage(
                  CONDITION_MESSAGES,
                  it.autoscaler(),
                  it.type(),
                  it.status(),
                  it.reason(),
                  true,
                  it.message()));
      case Expectation.EventSeen it when !it.message().equals(ANY_MESSAGE) ->
          Optional.of(new EventMessage(EVENT_MESSAGES, it, it.message()));
      default -> Optional.empty();
    };
  }

  /** Returns a copy whose last step must still meet its expectations after more syncs. */
  public Case hold(int syncs) {
    return withLast(steps.getLast().withHold(syncs));
  }

  private Case with(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.add(step);
    return new Case(name, profile, needs, all);
  }

  private Case withLast(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.set(all.size() - 1, step);
    return new Case(name, profile, needs, all);
  }

  /** Returns a copy without expectations of events, for an implementation that emits none. */
  public Case withoutEvents() {
    return new Case(name, profile, needs, steps.stream().map(Case::withoutEvents).toList());
  }

  private static Step withoutEvents(Step step) {
    return step.withExpectations(
        step.expectations().stream()
            .filter(each -> !(each instanceof Expectation.EventSeen))
            .filter(each -> !(each instanceof EventMessage))
            .toList());
  }

  /** Returns the ids of the rules that the case tests, in the order of its expectations. */
  public Set<String> rules() {
    Set<String> rules = new LinkedHashSet<>();
    steps.forEach(step -> step.expectations().forEach(each -> rules.add(each.rule())));
    return rules;
  }
}
