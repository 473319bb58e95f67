package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.metricsAnswer;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.normalEvent;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.validMetric;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import dev.hpa.conformance.transcript.Precondition;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Cases of the area RESOURCE-METRICS: metrics of type Resource and ContainerResource. */
final class ResourceMetricCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");
  private static final String UTILIZATION = "cpu resource utilization (percentage of request)";
  private static final String NO_CPU = "failed to get cpu utilization: ";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            utilization(),
            truncated(),
            weighted(),
            average(),
            memory(),
            container(),
            containerAverage(),
            containerMissing(),
            sidecars(),
            podLevelRequests(),
            noRequest(),
            noSamples(),
            noPods(),
            apiUnavailable(),
            containerUnknown())
        .stream()
        .map(each -> each.needs(Capability.RESOURCE_METRICS))
        .toList();
  }

  private static Case utilization() {
    return Case.named("resource-utilization")
        .step(
            "2 pods at twice the target",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            writes("RESOURCE-METRICS-1", 4),
            normalEvent(
                    "EVENTS-4",
                    "SuccessfulRescale",
                    "New size: 4; reason: " + UTILIZATION + " above target")
                .containing("4", "cpu"),
            validMetric("CONDITIONS-8", UTILIZATION).containing("cpu"),
            status(
                "RESOURCE-METRICS-2",
                "/currentMetrics/0/resource/current",
                "{'averageUtilization':100,'averageValue':'100m'}"))
        .hold(2);
  }

  private static Case truncated() {
    return Case.named("resource-utilization-truncated")
        .step(
            "utilization 55.9 %, target 50 %",
            target(1),
            pods(1, Pod.named("web").requests("cpu", "1")),
            uses(1, "cpu", "559m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .given(Precondition.METRICS_READ)
        .expect(
            status(
                "RESOURCE-METRICS-3",
                "/currentMetrics/0/resource/current/averageUtilization",
                "55"),
            writesNothing("RESOURCE-METRICS-4"))
        .hold(2);
  }

  private static Case weighted() {
    return Case.named("resource-utilization-weighted")
        .step(
            "a large pod at 90 %, a small pod at 100 %",
            target(2),
            pods(
                Pod.named("web-1").requests("cpu", "1"),
                Pod.named("web-2").requests("cpu", "100m")),
            uses(Sample.of("web-1", "cpu", "900m"), Sample.of("web-2", "cpu", "100m")),
            autoscaler(Spec.of(1, 10).utilization("cpu", 45)))
        .expect(writes("RESOURCE-METRICS-5", 4));
  }

  private static Case average() {
    return Case.named("resource-average-value")
        .needs(Capability.AVERAGE_VALUES)
        .step(
            "average 150m, target 100m, no requests",
            target(2),
            pods(2, Pod.named("web")),
            uses(Sample.of("web-1", "cpu", "100m"), Sample.of("web-2", "cpu", "201m")),
            autoscaler(Spec.of(1, 10).averageUse("cpu", "100m")))
        .expect(
            writes("RESOURCE-METRICS-6", 3),
            normalEvent(
                    "EVENTS-5",
                    "SuccessfulRescale",
                    "New size: 3; reason: cpu resource above target")
                .containing("cpu"),
            status(
                "RESOURCE-METRICS-7",
                "/currentMetrics/0/resource/current",
                "{'averageValue':'150m'}"));
  }

  private static Case memory() {
    return Case.named("resource-memory")
        .needs(Capability.AVERAGE_VALUES)
        .step(
            "memory at twice the target, 1 pod unready",
            target(2),
            pods(Pod.named("web-1"), Pod.named("web-2").ready("False", Pods.LONG)),
            uses(Sample.of("web-1", "memory", "100Mi"), Sample.of("web-2", "memory", "300Mi")),
            autoscaler(Spec.of(1, 10).averageUse("memory", "100Mi")))
        .expect(
            writes("PODS-10", 4),
            status(
                "RESOURCE-METRICS-8",
                "/currentMetrics/0/resource/current/averageValue",
                "'200Mi'"));
  }

  private static Case container() {
    return Case.named("resource-container")
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "1 container at twice the target, the other idle",
            target(2),
            pods(2, Pods.withSidecar("100m", "900m")),
            uses(
                Sample.of("web-1", "cpu", "100m").and("helper", "cpu", "1m"),
                Sample.of("web-2", "cpu", "100m").and("helper", "cpu", "1m")),
            autoscaler(Spec.of(1, 10).containerUtilization("app", "cpu", 50)))
        .expect(
            writes("RESOURCE-METRICS-9", 4),
            normalEvent(
                    "EVENTS-6",
                    "SuccessfulRescale",
                    "New size: 4; reason: cpu container resource utilization (percentage of request)"
                        + " above target")
                .containing("cpu container resource utilization (percentage of request)"),
            status(
                "RESOURCE-METRICS-10",
                "/currentMetrics/0/containerResource",
                "{'name':'cpu','container':'app','current':{'averageUtilization':100,'averageValue':'100m'}}"));
  }

  private static Case containerAverage() {
    return Case.named("resource-container-average-value")
        .needs(Capability.AVERAGE_VALUES)
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "1 container at 3 times the target",
            target(1),
            pods(1, Pods.withSidecar("100m", "100m")),
            uses(Sample.of("web-1", "cpu", "300m").and("helper", "cpu", "900m")),
            autoscaler(Spec.of(1, 10).containerAverageUse("app", "cpu", "100m")))
        .expect(writes("RESOURCE-METRICS-11", 3));
  }

  private static Case containerMissing() {
    return Case.named("resource-container-without-sample")
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "1 of 2 pods has no sample of the container",
            target(2),
            pods(2, Pods.withSidecar("100m", "100m")),
            uses(
                Sample.of("web-1", "cpu", "100m"),
                new Sample(
                    "web-2",
                    Map.of("helper", Map.of("cpu", "100m")),
                    Duration.ZERO,
                    Duration.ofSeconds(15))),
            autoscaler(Spec.of(1, 10).containerUtilization("app", "cpu", 50)))
        .given(Precondition.METRICS_READ)
        .expect(ready("CONDITIONS-3"), writesNothing("RESOURCE-METRICS-12"))
        .hold(2);
  }

  private static Case sidecars() {
    return Case.named("resource-sidecars")
        .step(
            "pods with a sidecar and an init container",
            target(2),
            pods(
                2,
                Pod.named("web")
                    .withSpec(
                        """
                        {'initContainers':[
                           {'name':'helper','image':'helper','restartPolicy':'Always','resources':{'requests':{'cpu':'100m'}}},
                           {'name':'setup','image':'setup','resources':{'requests':{'cpu':'900m'}}}],
                         'containers':[{'name':'app','image':'app','resources':{'requests':{'cpu':'100m'}}}]}
                        """)),
            uses(2, "cpu", "200m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            status(
                "RESOURCE-METRICS-13",
                "/currentMetrics/0/resource/current/averageUtilization",
                "100"));
  }

  private static Case podLevelRequests() {
    return Case.named("resource-pod-level-requests")
        .needs(Capability.POD_LEVEL_RESOURCES)
        .step(
            "pod-level requests of 200m",
            target(2),
            pods(
                2,
                Pod.named("web")
                    .withSpec(
                        """
                        {'resources':{'requests':{'cpu':'200m'}},
                         'containers':[{'name':'app','image':'app'}]}
                        """)),
            uses(2, "cpu", "200m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            status(
                "RESOURCE-METRICS-14",
                "/currentMetrics/0/resource/current/averageUtilization",
                "100"));
  }

  private static Case noRequest() {
    String why = NO_CPU + "missing request for cpu in container app of Pod web-1";
    return Case.named("resource-missing-request")
        .step(
            "a pod without requests",
            target(1),
            pods(1, Pod.named("web")),
            uses(1, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount("RESOURCE-METRICS-15", "FailedGetResourceMetric", why).containing("app"),
            warningEvent("RESOURCE-METRICS-16", "FailedGetResourceMetric", why).containing("app"),
            warningEvent(
                "MULTIPLE-METRICS-5",
                "FailedComputeMetricsReplicas",
                "invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource"
                    + " metric value: "
                    + why),
            writesNothing("MULTIPLE-METRICS-6"))
        .hold(2);
  }

  private static Case noSamples() {
    String why =
        NO_CPU
            + "unable to get metrics for resource cpu: no metrics returned from resource metrics"
            + " API";
    return Case.named("resource-no-samples")
        .step(
            "the metrics API returns no samples",
            target(1),
            pods(1, POD),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount("RESOURCE-METRICS-17", "FailedGetResourceMetric", why),
            warningEvent("EVENTS-7", "FailedGetResourceMetric", why))
        .hold(1)
        .step("the metrics API returns samples", uses(1, "cpu", "100m"))
        .expect(writes("RESOURCE-METRICS-18", 2));
  }

  private static Case noPods() {
    return Case.named("resource-no-pods")
        .step(
            "a sample without a pod",
            target(1),
            uses(1, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount(
                "RESOURCE-METRICS-19",
                "FailedGetResourceMetric",
                NO_CPU + "no pods returned by selector while calculating replica count"));
  }

  private static Case apiUnavailable() {
    return Case.named("resource-api-unavailable")
        .step(
            "the metrics API returns 503",
            target(1),
            pods(1, POD),
            metricsAnswer(Metrics.Api.RESOURCE, 503),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount(
                "RESOURCE-METRICS-20",
                "FailedGetResourceMetric",
                NO_CPU
                    + "unable to get metrics for resource cpu: unable to fetch metrics from"
                    + " resource metrics API: *"),
            writesNothing("MULTIPLE-METRICS-6"))
        .hold(1)
        .step(
            "the metrics API recovers",
            uses(1, "cpu", "100m"),
            metricsAnswer(Metrics.Api.RESOURCE, 200))
        .expect(writes("RESOURCE-METRICS-18", 2));
  }

  private static Case containerUnknown() {
    return Case.named("resource-container-unknown")
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "no pod has the container",
            target(1),
            pods(1, POD),
            uses(1, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).containerUtilization("ghost", "cpu", 50)))
        .expect(
            noReplicaCount(
                "RESOURCE-METRICS-21",
                "FailedGetContainerResourceMetric",
                NO_CPU + "did not receive metrics for targeted pods (pods might be unready)"));
  }
}
