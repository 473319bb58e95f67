package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.WEB;
import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.deleteAutoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.pass;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.noRequest;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Precondition;
import dev.hpa.conformance.transcript.RequestInterval;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** Cases of the area SYNC: sync period and work queue. */
final class SyncCases implements Area {

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
    return Case.named("sync-first-period")
        .step("a new HPA", target(2), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(
            writes("WRITES-1", 4),
            Expectations.notBefore(
                "SYNC-1", 4, settings.syncPeriod().multipliedBy(9).dividedBy(10)));
  }

  private static Case paced(Settings settings) {
    return Case.named("sync-interval")
        .step(
            "the metric is at its target", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(
            ready("CONDITIONS-3"),
            new RequestInterval("SYNC-2", "GET", "*/workloads/web/scale", settings.syncPeriod()))
        .hold(6);
  }

  private static Case changed() {
    return Case.named("sync-changed-metric-and-spec")
        .step(
            "the metric is at its target", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step("the metric rises", external("queue", "3"))
        .expect(writes("SYNC-3", 3))
        .step(
            "the target of the metric is halved",
            Actions.spec(
                "{'metrics':[{'type':'External','external':{'metric':{'name':'queue'},'target':{'type':'AverageValue','averageValue':'500m'}}}]}"))
        .expect(writes("SYNC-4", 6));
  }

  private static Case deleted(Settings settings) {
    return Case.named("sync-deleted-hpa")
        .step(
            "the metric is at its target", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"))
        .step(
            "the HPA is deleted",
            deleteAutoscaler(WEB),
            pass(settings.periods(2)),
            external("queue", "9"))
        .given(Precondition.NONE)
        .step("wait for 3 sync periods", pass(settings.periods(3)))
        .given(Precondition.NONE)
        .expect(noRequest("SYNC-5", "GET", "*/scale"), writesNothing("SYNC-6"));
  }

  /** Repeated events are one object with a count. */
  private static Case repeated() {
    return Case.named("events-repeated")
        .needs(Capability.EVENTS)
        .step("the target does not exist", autoscaler(ONE_EACH))
        .expect(
            checked(
                "EVENTS-10", "events reported by horizontal-pod-autoscaler", SyncCases::reporter))
        .hold(4)
        .step("nothing changes")
        .expect(
            checked(
                "EVENTS-9", "event FailedGetScale with a count of at least 3", SyncCases::counted));
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
