package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.WEB;
import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.deleteAutoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.pass;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.asksNot;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** The area LOOP: when an autoscaler is looked at. */
final class LoopCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(first(settings), paced(settings), changed(), deleted(settings), repeated())
        .stream()
        .map(each -> each.needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case first(Settings settings) {
    return Case.named("loop-first")
        .step("a new autoscaler", target(2), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(
            writes("WRITES-1", 4),
            Expectations.notBefore(
                "LOOP-1", 4, settings.syncPeriod().multipliedBy(9).dividedBy(10)));
  }

  private static Case paced(Settings settings) {
    return Case.named("loop-paced")
        .step("nothing to do", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(
            ready("CONDITIONS-3"),
            new Expectation.Paced("LOOP-2", "GET", "*/workloads/web/scale", settings.syncPeriod()))
        .hold(6);
  }

  private static Case changed() {
    return Case.named("loop-changed")
        .step("nothing to do", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step("a metric grows", external("queue", "3"))
        .expect(writes("LOOP-3", 3))
        .step(
            "the target of the metric is halved",
            Actions.spec(
                "{'metrics':[{'type':'External','external':{'metric':{'name':'queue'},'target':{'type':'AverageValue','averageValue':'500m'}}}]}"))
        .expect(writes("LOOP-4", 6));
  }

  private static Case deleted(Settings settings) {
    return Case.named("loop-deleted")
        .step("nothing to do", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step(
            "the autoscaler is deleted",
            deleteAutoscaler(WEB),
            pass(settings.periods(2)),
            external("queue", "9"))
        .step("and time passes", pass(settings.periods(3)))
        .expect(asksNot("LOOP-5", "GET", "*/scale"), writesNothing("LOOP-6"));
  }

  /** The same warning again and again is one object that counts. */
  private static Case repeated() {
    return Case.named("events-repeated")
        .needs(Capability.EVENTS)
        .step("no target", autoscaler(ONE_EACH))
        .expect(
            checked("EVENTS-9", "an event FailedGetScale with a count of 3", LoopCases::counted),
            checked(
                "EVENTS-10", "events reported by horizontal-pod-autoscaler", LoopCases::reporter));
  }

  private static Optional<String> counted(Transcript step) {
    List<Observation.Event> events =
        step.all(Observation.Event.class)
            .filter(each -> each.reason().equals("FailedGetScale"))
            .toList();
    return events.stream().anyMatch(each -> each.count() >= 3)
        ? Optional.empty()
        : Optional.of("counts " + events.stream().map(Observation.Event::count).toList());
  }

  private static Optional<String> reporter(Transcript step) {
    List<String> reporters =
        step.all(Observation.Event.class).map(Observation.Event::reporter).distinct().toList();
    return reporters.equals(List.of("horizontal-pod-autoscaler"))
        ? Optional.empty()
        : Optional.of("reported by " + reporters);
  }
}
