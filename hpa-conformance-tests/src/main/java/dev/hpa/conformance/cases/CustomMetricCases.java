package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.objectMetric;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.podsMetric;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.normalEvent;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.validMetric;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;

import java.util.List;
import java.util.Map;

/** Cases of the area CUSTOM-METRICS: metrics of type Pods and Object. */
final class CustomMetricCases implements Area {

  private static final Pod POD = Pod.named("web");

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            ofPods(),
            ofPodsUnready(),
            ofPodsUnknown(),
            value(),
            valueOfReadyPods(),
            averageValue(),
            ofNamespace(),
            unknown(),
            invalidTarget())
        .stream()
        .map(each -> each.needs(Capability.CUSTOM_METRICS))
        .toList();
  }

  private static Case ofPods() {
    return Case.named("custom-pods-average")
        .step(
            "average 20, target 10",
            target(2),
            pods(2, POD),
            podsMetric("hits", Map.of("web-1", "15", "web-2", "25")),
            autoscaler(Spec.of(1, 10).ofPods("hits", "10")))
        .expect(
            writes("CUSTOM-METRICS-1", 4),
            normalEvent(
                    "CUSTOM-METRICS-2",
                    "SuccessfulRescale",
                    "New size: 4; reason: pods metric hits above target")
                .containing("hits"),
            status(
                "CUSTOM-METRICS-3",
                "/currentMetrics/0/pods",
                "{'metric':{'name':'hits'},'current':{'averageValue':'20'}}"));
  }

  private static Case ofPodsUnready() {
    return Case.named("custom-pods-unready")
        .step(
            "1 of 2 pods is unready",
            target(2),
            pods(POD.withName("web-1"), POD.withName("web-2").ready("False", Pods.LONG)),
            podsMetric("hits", Map.of("web-1", "20", "web-2", "20")),
            autoscaler(Spec.of(1, 10).ofPods("hits", "10")))
        .expect(writes("CUSTOM-METRICS-4", 4));
  }

  private static Case ofPodsUnknown() {
    return Case.named("custom-pods-unknown")
        .step(
            "the API does not know the metric",
            target(1),
            pods(1, POD),
            autoscaler(Spec.of(1, 10).ofPods("hits", "10")))
        .expect(
            noReplicaCount(
                "CUSTOM-METRICS-5",
                "FailedGetPodsMetric",
                "unable to get metric hits: unable to fetch metrics from custom metrics API: *"),
            warningEvent(
                "CUSTOM-METRICS-6",
                "FailedGetPodsMetric",
                "unable to get metric hits: unable to fetch metrics from custom metrics API: *"));
  }

  private static Case value() {
    return Case.named("custom-object-value")
        .step(
            "value 20, target 10",
            target(3),
            pods(3, POD),
            objectMetric("services/api", "queue", "20"),
            autoscaler(
                Spec.of(1, 10)
                    .ofObject("v1", "Service", "api", "queue", "'type':'Value','value':'10'")))
        .expect(
            writes("CUSTOM-METRICS-7", 6),
            normalEvent(
                    "CUSTOM-METRICS-8",
                    "SuccessfulRescale",
                    "New size: 6; reason: Service metric queue above target")
                .containing("queue"),
            status(
                "CUSTOM-METRICS-9",
                "/currentMetrics/0/object",
                """
                {'metric':{'name':'queue'},'current':{'value':'20'},
                 'describedObject':{'kind':'Service','name':'api','apiVersion':'v1'}}
                """));
  }

  private static Case valueOfReadyPods() {
    return Case.named("custom-object-value-ready-pods")
        .step(
            "value 20, target 10, 3 of 5 pods ready",
            target(5),
            pods(
                POD.withName("web-1"),
                POD.withName("web-2"),
                POD.withName("web-3"),
                POD.withName("web-4").ready("False", Pods.LONG),
                POD.withName("web-5").ready("False", Pods.LONG)),
            objectMetric("services/api", "queue", "20"),
            autoscaler(
                Spec.of(1, 20)
                    .ofObject("v1", "Service", "api", "queue", "'type':'Value','value':'10'")))
        .expect(writes("CUSTOM-METRICS-10", 6));
  }

  private static Case averageValue() {
    return Case.named("custom-object-average-value")
        .step(
            "value 45, target 10 for each replica",
            target(3),
            pods(3, POD),
            objectMetric("services/api", "queue", "45"),
            autoscaler(
                Spec.of(1, 10)
                    .ofObject(
                        "v1",
                        "Service",
                        "api",
                        "queue",
                        "'type':'AverageValue','averageValue':'10'")))
        .expect(
            writes("CUSTOM-METRICS-11", 5),
            validMetric("CUSTOM-METRICS-12", "external metric queue(nil)")
                .containing("external metric"));
  }

  private static Case ofNamespace() {
    return Case.named("custom-object-namespace")
        .step(
            "a metric of a Namespace with another name",
            target(1),
            pods(1, POD),
            objectMetric("", "queue", "30"),
            autoscaler(
                Spec.of(1, 10)
                    .ofObject(
                        "v1", "Namespace", "elsewhere", "queue", "'type':'Value','value':'10'")))
        .expect(writes("CUSTOM-METRICS-13", 3));
  }

  private static Case unknown() {
    return Case.named("custom-object-unknown")
        .step(
            "the API does not know the metric",
            target(1),
            pods(1, POD),
            autoscaler(
                Spec.of(1, 10)
                    .ofObject("v1", "Service", "api", "queue", "'type':'Value','value':'10'")))
        .expect(
            noReplicaCount(
                "CUSTOM-METRICS-14",
                "FailedGetObjectMetric",
                "unable to get metric queue: Service on * api/unable to fetch metrics from custom"
                    + " metrics API: *"),
            warningEvent(
                "CUSTOM-METRICS-15",
                "FailedComputeMetricsReplicas",
                "invalid metrics (1 invalid out of 1), first error is: failed to get object metric"
                    + " value: unable to get metric queue: *"));
  }

  private static Case invalidTarget() {
    return Case.named("custom-object-invalid-target")
        .step(
            "type and value of the target do not match",
            target(1),
            pods(1, POD),
            objectMetric("services/api", "queue", "20"),
            autoscaler(
                Spec.of(1, 10)
                    .ofObject(
                        "v1", "Service", "api", "queue", "'type':'Value','averageValue':'10'")))
        .expect(
            noReplicaCount(
                "CUSTOM-METRICS-16",
                "FailedGetObjectMetric",
                "invalid object metric source: neither a value target nor an average value target"
                    + " was set"));
  }
}
