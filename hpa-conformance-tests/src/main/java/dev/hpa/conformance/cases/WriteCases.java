package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.fail;
import static dev.hpa.conformance.cases.Actions.failNothing;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.asks;
import static dev.hpa.conformance.cases.Expectations.asksNot;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.silent;
import static dev.hpa.conformance.cases.Expectations.warns;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** The area WRITES: how replicas and statuses are written, and what if they cannot be. */
final class WriteCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");
  private static final String REASON =
      "New size: 4; reason: external metric queue(nil) above target";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(plain(), conflictOnce(), conflicts(), forbidden(), statusConflict()).stream()
        .map(each -> each.needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Action[] wanting(Action... more) {
    Action[] all = new Action[more.length + 3];
    all[0] = target(2);
    all[1] = external("queue", "4");
    System.arraycopy(more, 0, all, 2, more.length);
    all[all.length - 1] = autoscaler(ONE_EACH);
    return all;
  }

  private static Case plain() {
    return Case.named("writes-scale")
        .step("more than there is", wanting())
        .expect(
            writes("WRITES-1", 4),
            asks("WRITES-2", "PUT", "*/workloads/web/scale"),
            asksNot("WRITES-3", "PUT", "*/workloads/web"),
            asksNot("WRITES-4", "PATCH", "*/workloads/web"),
            asksNot("WRITES-5", "PUT", "*/horizontalpodautoscalers/web"))
        .hold(2);
  }

  private static Case conflictOnce() {
    return Case.named("writes-conflict")
        .step("two writes meet a conflict", wanting(fail(InjectedFault.conflicts(2))))
        .expect(
            writes("WRITES-6", 4),
            silent("WRITES-7", "FailedRescale"),
            checked("WRITES-8", "three writes within a second", WriteCases::threeWritesAtOnce));
  }

  private static Optional<String> threeWritesAtOnce(Transcript step) {
    List<Long> times =
        step.all(Observation.Request.class)
            .filter(each -> each.method().equals("PUT") && each.path().endsWith("/scale"))
            .map(Observation.Request::at)
            .toList();
    return times.size() >= 3 && times.get(2) - times.get(0) < 1000
        ? Optional.empty()
        : Optional.of("writes at " + times + " ms");
  }

  private static Case conflicts() {
    return Case.named("writes-conflicts")
        .step(
            "every write meets a conflict",
            wanting(fail(InjectedFault.conflicts(Integer.MAX_VALUE))))
        .expect(
            warns("WRITES-9", "FailedRescale", REASON + "; error: *the object has been modified*"),
            ableToScale(
                "CONDITIONS-7",
                "False",
                "FailedUpdateScale",
                "the HPA controller was unable to update the target scale: *the object has been"
                    + " modified*"),
            writesNothing("WRITES-10"))
        .hold(1)
        .step("none does any more", failNothing())
        .expect(writes("WRITES-11", 4));
  }

  private static Case forbidden() {
    return Case.named("writes-forbidden")
        .step(
            "writes are forbidden",
            wanting(
                fail(
                    new InjectedFault(
                        "PUT", "/scale", Integer.MAX_VALUE, 403, "Forbidden", "not for you"))))
        .expect(
            warns("WRITES-12", "FailedRescale", REASON + "; error: *not for you*"),
            ableToScale("WRITES-13", "False", "FailedUpdateScale", "*not for you*"))
        .hold(1)
        .step("they are allowed again", failNothing())
        .expect(writes("WRITES-14", 4));
  }

  private static Case statusConflict() {
    return Case.named("writes-status-conflict")
        .step(
            "the first status meets a conflict",
            wanting(
                fail(
                    new InjectedFault(
                        "PUT",
                        "/horizontalpodautoscalers/web/status",
                        1,
                        409,
                        "Conflict",
                        "changed meanwhile"))))
        .expect(
            warns("WRITES-15", "FailedUpdateStatus", "*changed meanwhile*"),
            writes("WRITES-16", 4),
            Expectations.status("WRITES-17", "/currentReplicas", "4"))
        .hold(1);
  }
}
