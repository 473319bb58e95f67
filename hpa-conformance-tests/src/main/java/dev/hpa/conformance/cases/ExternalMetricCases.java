package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.metricsAnswer;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.normalEvent;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Precondition;
import java.util.List;
import java.util.Map;

/** Cases of the area EXTERNAL-METRICS: metrics of type External. */
final class ExternalMetricCases implements Area {

  private static final Pod POD = Pod.named("web");
  private static final String AVERAGE = "'type':'AverageValue','averageValue':'10'";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(average(), value(), selected(), sums(), tolerated(), unknown(), down(), empty())
        .stream()
        .map(each -> each.needs(Capability.EXTERNAL_METRICS))
        .toList();
  }

  private static Case average() {
    return Case.named("external-average-value")
        .step(
            "value 45, target 10 for each replica",
            target(3),
            external("queue", "45"),
            autoscaler(Spec.of(1, 10).external("queue", AVERAGE)))
        .expect(
            writes("EXTERNAL-METRICS-1", 5),
            normalEvent(
                    "EXTERNAL-METRICS-2",
                    "SuccessfulRescale",
                    "New size: 5; reason: external metric queue(nil) above target")
                .containing("queue"),
            status(
                "EXTERNAL-METRICS-3",
                "/currentMetrics/0/external",
                "{'metric':{'name':'queue'},'current':{'averageValue':'15'}}"));
  }

  private static Case value() {
    return Case.named("external-value")
        .step(
            "value 20, target 10",
            target(2),
            pods(2, POD),
            external("queue", "20"),
            autoscaler(Spec.of(1, 10).external("queue", "'type':'Value','value':'10'")))
        .expect(
            writes("EXTERNAL-METRICS-4", 4),
            status(
                "EXTERNAL-METRICS-5",
                "/currentMetrics/0/external",
                "{'metric':{'name':'queue'},'current':{'value':'20'}}"));
  }

  private static Case selected() {
    return Case.named("external-selector")
        .step(
            "2 series, the selector matches 1",
            target(1),
            external(
                "queue",
                new Metrics.Series(Map.of("name", "orders"), "30"),
                new Metrics.Series(Map.of("name", "returns"), "90")),
            autoscaler(
                Spec.of(1, 20).external("queue", "{'matchLabels':{'name':'orders'}}", AVERAGE)))
        .expect(
            writes("EXTERNAL-METRICS-6", 3),
            normalEvent(
                    "EXTERNAL-METRICS-7",
                    "SuccessfulRescale",
                    "New size: 3; reason: external metric"
                        + " queue(&LabelSelector{MatchLabels:map[string]string{name:"
                        + " orders,},MatchExpressions:[]LabelSelectorRequirement{},}) above target")
                .containing("&LabelSelector{MatchLabels:map[string]string{name: orders,}"));
  }

  private static Case sums() {
    return Case.named("external-sum")
        .step(
            "3 series",
            target(1),
            external(
                "queue",
                new Metrics.Series(Map.of("name", "a"), "10"),
                new Metrics.Series(Map.of("name", "b"), "15500m"),
                new Metrics.Series(Map.of("name", "c"), "5")),
            autoscaler(Spec.of(1, 20).external("queue", AVERAGE)))
        .expect(writes("EXTERNAL-METRICS-8", 4));
  }

  private static Case tolerated() {
    return Case.named("external-within-tolerance")
        .step(
            "value within the tolerance",
            target(2),
            external("queue", "22"),
            autoscaler(Spec.of(1, 10).external("queue", AVERAGE)))
        .given(Precondition.METRICS_READ)
        .expect(Expectations.ready("CONDITIONS-3"), writesNothing("EXTERNAL-METRICS-9"))
        .hold(2);
  }

  private static Case unknown() {
    return Case.named("external-unknown")
        .step(
            "the API does not know the metric",
            target(1),
            autoscaler(Spec.of(1, 10).external("queue", AVERAGE)))
        .expect(
            noReplicaCount(
                "EXTERNAL-METRICS-10",
                "FailedGetExternalMetric",
                "unable to get external metric *queue/nil: unable to fetch metrics from external"
                    + " metrics API: *"),
            warningEvent(
                "EXTERNAL-METRICS-11",
                "FailedComputeMetricsReplicas",
                "invalid metrics (1 invalid out of 1), first error is: failed to get queue external"
                    + " metric value: failed to get queue external metric: unable to get external"
                    + " metric *"));
  }

  private static Case down() {
    return Case.named("external-api-unavailable")
        .needs(Capability.BEHAVIOR)
        .step(
            "the metrics API returns 503",
            target(3),
            external("queue", "10"),
            metricsAnswer(Metrics.Api.EXTERNAL, 503),
            autoscaler(
                Spec.of(1, 10)
                    .external("queue", AVERAGE)
                    .behavior("{'scaleDown':{'stabilizationWindowSeconds':0}}")))
        .expect(
            noReplicaCount("EXTERNAL-METRICS-12", "FailedGetExternalMetric", "*"),
            writesNothing("EXTERNAL-METRICS-13"))
        .hold(2)
        .step("the metrics API recovers", metricsAnswer(Metrics.Api.EXTERNAL, 200))
        .expect(writes("EXTERNAL-METRICS-14", 1));
  }

  private static Case empty() {
    return Case.named("external-no-series")
        .step(
            "the selector matches no series",
            target(1),
            external("queue", new Metrics.Series(Map.of("name", "returns"), "90")),
            autoscaler(
                Spec.of(1, 20).external("queue", "{'matchLabels':{'name':'orders'}}", AVERAGE)))
        .expect(
            noReplicaCount(
                "EXTERNAL-METRICS-15",
                "FailedGetExternalMetric",
                "unable to get external metric *: no metrics returned from external metrics API"));
  }
}
