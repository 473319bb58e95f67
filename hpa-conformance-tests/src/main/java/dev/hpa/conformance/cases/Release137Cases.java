package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.checked;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Cases of what Kubernetes v1.37 changes. */
final class Release137Cases implements Area {

  private static final Spec ONE_EACH =
      Spec.of(1, 50).external("queue", "'type':'AverageValue','averageValue':'1'");
  private static final Pod POD = Pod.named("web");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
        createdAtOnce(settings),
        generations(),
        unreadObject(),
        SelectorCases.ambiguous(
            "selector-ambiguous-two",
            "pods by selector app=web are controlled by more than one HPA (e.g. [*])",
            "SELECTOR-14",
            "SELECTOR-15",
            "SELECTOR-16"));
  }

  private static Case createdAtOnce(Settings settings) {
    Duration period = settings.syncPeriod();
    return Case.named("sync-created-at-once")
        .needs(Capability.EXTERNAL_METRICS)
        .step("a new HPA", target(2), external("queue", "4"), autoscaler(ONE_EACH))
        .expect(
            writes("WRITES-1", 4),
            checked(
                "SYNC-9",
                "a read of the scale before a sync period has passed",
                step -> readLate(step, period)));
  }

  /** On a slow machine a sync period is as long as the time from the first read to the next. */
  private static Optional<String> readLate(Transcript step, Duration period) {
    long started =
        step.all(Observation.Step.class).findFirst().map(Observation.Step::at).orElse(0L);
    List<Long> reads =
        step.all(Observation.Request.class)
            .filter(each -> each.method().equals("GET"))
            .filter(each -> each.path().endsWith("/workloads/web/scale"))
            .map(each -> each.at() - started)
            .limit(2)
            .toList();
    if (reads.isEmpty()) {
      return Optional.of("not read");
    }
    long after = reads.getFirst();
    return after < Math.max(period.toMillis(), reads.getLast() - after)
        ? Optional.empty()
        : Optional.of("read after " + after + " ms");
  }

  private static Case generations() {
    return Case.named("status-generation")
        .needs(Capability.EXTERNAL_METRICS)
        .step(
            "the metric is at its target", target(2), external("queue", "2"), autoscaler(ONE_EACH))
        .expect(ready("CONDITIONS-3"), status("STATUS-16", "/observedGeneration", "1"))
        .step("the spec changes", Actions.spec("{'maxReplicas':49}"))
        .expect(status("STATUS-16", "/observedGeneration", "2"))
        .hold(1);
  }

  private static Case unreadObject() {
    return Case.named("custom-object-failure-last")
        .needs(Capability.CUSTOM_METRICS)
        .step(
            "the API does not know the metric",
            target(1),
            pods(1, POD),
            autoscaler(
                Spec.of(1, 10)
                    .ofObject("v1", "Service", "api", "queue", "'type':'Value','value':'10'")))
        .expect(
            noReplicaCount(
                "CUSTOM-METRICS-17",
                "FailedGetObjectMetric",
                "unable to get metric queue on Service */api: unable to fetch metrics from custom"
                    + " metrics API: *"),
            warningEvent(
                "CUSTOM-METRICS-18",
                "FailedComputeMetricsReplicas",
                "invalid metrics (1 invalid out of 1), first error is: failed to get object metric"
                    + " value: unable to get metric queue on Service */api: *"));
  }
}
