package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.clearFaults;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.fail;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.noEvent;
import static dev.hpa.conformance.cases.Expectations.noRequest;
import static dev.hpa.conformance.cases.Expectations.request;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.util.List;
import java.util.Optional;

/** Cases of the area WRITES: updates of scale and status, and their failures. */
final class WriteCases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");
  private static final String REASON =
      "New size: 4; reason: external metric queue(nil) above target";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            plain(), transientConflict(), persistentConflict(), forbidden(), statusConflict())
        .stream()
        .map(each -> each.needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Action[] withMetric(Action... more) {
    Action[] all = new Action[more.length + 3];
    all[0] = target(2);
    all[1] = external("queue", "4");
    System.arraycopy(more, 0, all, 2, more.length);
    all[all.length - 1] = autoscaler(ONE_EACH);
    return all;
  }

  private static Case plain() {
    return Case.named("writes-scale")
        .step("the metric requires 4 replicas of 2", withMetric())
        .expect(
            writes("WRITES-1", 4),
            request("WRITES-2", "PUT", "*/workloads/web/scale"),
            noRequest("WRITES-3", "PUT", "*/workloads/web"),
            noRequest("WRITES-4", "PATCH", "*/workloads/web"),
            noRequest("WRITES-5", "PUT", "*/horizontalpodautoscalers/web"))
        .hold(2);
  }

  private static Case transientConflict() {
    return Case.named("writes-transient-conflict")
        .step("2 conflicts", withMetric(fail(InjectedFault.conflicts(2))))
        .expect(
            writes("WRITES-6", 4),
            noEvent("WRITES-7", "FailedRescale"),
            checked("WRITES-8", "3 writes within 1 s", WriteCases::threeWritesAtOnce));
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

  private static Case persistentConflict() {
    return Case.named("writes-persistent-conflict")
        .step("every write conflicts", withMetric(fail(InjectedFault.conflicts(Integer.MAX_VALUE))))
        .expect(
            warningEvent(
                "WRITES-9", "FailedRescale", REASON + "; error: *the object has been modified*"),
            ableToScale(
                "CONDITIONS-7",
                "False",
                "FailedUpdateScale",
                "the HPA controller was unable to update the target scale: *the object has been"
                    + " modified*"),
            writesNothing("WRITES-10"))
        .hold(1)
        .step("no write conflicts", clearFaults())
        .expect(writes("WRITES-11", 4));
  }

  private static Case forbidden() {
    return Case.named("writes-forbidden")
        .step(
            "writes are forbidden",
            withMetric(
                fail(
                    new InjectedFault(
                        "PUT", "/scale", Integer.MAX_VALUE, 403, "Forbidden", "not for you"))))
        .expect(
            warningEvent("WRITES-12", "FailedRescale", REASON + "; error: *not for you*"),
            ableToScale("WRITES-13", "False", "FailedUpdateScale", "*not for you*"))
        .hold(1)
        .step("writes are permitted", clearFaults())
        .expect(writes("WRITES-14", 4));
  }

  private static Case statusConflict() {
    return Case.named("writes-status-conflict")
        .step(
            "the first status update conflicts",
            withMetric(
                fail(
                    new InjectedFault(
                        "PUT",
                        "/horizontalpodautoscalers/web/status",
                        1,
                        409,
                        "Conflict",
                        "changed meanwhile"))))
        .expect(
            warningEvent("WRITES-15", "FailedUpdateStatus", "*changed meanwhile*"),
            writes("WRITES-16", 4),
            Expectations.status("WRITES-17", "/currentReplicas", "4"))
        .hold(1);
  }
}
