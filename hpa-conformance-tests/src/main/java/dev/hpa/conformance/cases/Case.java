package dev.hpa.conformance.cases;

import dev.hpa.conformance.transcript.Expectation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A case: steps, one after the other, in a namespace of its own.
 *
 * @param name unique, in lower case with hyphens; also that of its namespace
 * @param needs what an implementation must be able to do for the case to concern it
 */
public record Case(String name, RunProfile circumstances, Set<Capability> needs, List<Step> steps) {

  public Case {
    needs = Set.copyOf(needs);
    steps = List.copyOf(steps);
  }

  /** Begins a case that needs nothing special. */
  public static Case named(String name) {
    return new Case(name, RunProfile.USUAL, Set.of(), List.of());
  }

  public Case under(RunProfile other) {
    return new Case(name, other, needs, steps);
  }

  public Case needs(Capability... capabilities) {
    Set<Capability> all = new TreeSet<>(needs);
    all.addAll(List.of(capabilities));
    return new Case(name, circumstances, all, steps);
  }

  /** With one step more, which does something. */
  public Case step(String does, Action... actions) {
    return with(new Step(does, List.of(actions), List.of(), 0));
  }

  /** The last step is expected to end so. */
  public Case expect(Expectation... expectations) {
    Step last = steps.getLast();
    List<Expectation> all = new ArrayList<>(last.expectations());
    all.addAll(List.of(expectations));
    return withLast(new Step(last.name(), last.actions(), all, last.hold()));
  }

  /** And to be so still after some cycles more. */
  public Case hold(int cycles) {
    Step last = steps.getLast();
    return withLast(new Step(last.name(), last.actions(), last.expectations(), cycles));
  }

  private Case with(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.add(step);
    return new Case(name, circumstances, needs, all);
  }

  private Case withLast(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.set(all.size() - 1, step);
    return new Case(name, circumstances, needs, all);
  }

  /** Without what is expected of events, for an implementation that has none. */
  public Case withoutEvents() {
    return new Case(
        name,
        circumstances,
        needs,
        steps.stream()
            .map(
                step ->
                    new Step(
                        step.name(),
                        step.actions(),
                        step.expectations().stream()
                            .filter(each -> !(each instanceof Expectation.Said))
                            .toList(),
                        step.hold()))
            .toList());
  }

  /** The ids of the rules it tries, in the order in which it does. */
  public Set<String> rules() {
    Set<String> rules = new LinkedHashSet<>();
    steps.forEach(step -> step.expectations().forEach(each -> rules.add(each.rule())));
    return rules;
  }
}
