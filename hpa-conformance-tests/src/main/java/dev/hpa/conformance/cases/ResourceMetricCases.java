package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.metricsAnswer;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.noReplicaCount;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.says;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.valid;
import static dev.hpa.conformance.cases.Expectations.warns;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The area RESOURCES: metrics of type Resource and ContainerResource. */
final class ResourceMetricCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");
  private static final String UTILIZATION = "cpu resource utilization (percentage of request)";
  private static final String NO_CPU = "failed to get cpu utilization: ";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            utilization(),
            truncated(),
            shareOfAll(),
            average(),
            memory(),
            container(),
            containerAverage(),
            containerMissing(),
            sidecars(),
            wholePods(),
            noRequest(),
            noSamples(),
            noPods(),
            outOfOrder(),
            containerOutOfOrder())
        .stream()
        .map(each -> each.needs(Capability.RESOURCE_METRICS))
        .toList();
  }

  private static Case utilization() {
    return Case.named("resource-utilization")
        .step(
            "two pods at twice the target",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            writes("RESOURCES-1", 4),
            says(
                "EVENTS-4",
                "SuccessfulRescale",
                "New size: 4; reason: " + UTILIZATION + " above target"),
            valid("CONDITIONS-8", UTILIZATION),
            status(
                "RESOURCES-2",
                "/currentMetrics/0/resource/current",
                "{'averageUtilization':100,'averageValue':'100m'}"))
        .hold(2);
  }

  private static Case truncated() {
    return Case.named("resource-truncated")
        .step(
            "55.9 % where 50 % is the target",
            target(1),
            pods(1, Pod.named("web").requests("cpu", "1")),
            uses(1, "cpu", "559m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            status("RESOURCES-3", "/currentMetrics/0/resource/current/averageUtilization", "55"),
            writesNothing("RESOURCES-4"))
        .hold(2)
        .step("56 %", uses(1, "cpu", "560m"))
        .expect(writes("TOLERANCE-2", 2));
  }

  private static Case shareOfAll() {
    return Case.named("resource-share-of-all")
        .step(
            "a large pod at 90 % and a small one at 100 %",
            target(2),
            pods(
                Pod.named("web-1").requests("cpu", "1"),
                Pod.named("web-2").requests("cpu", "100m")),
            uses(Sample.of("web-1", "cpu", "900m"), Sample.of("web-2", "cpu", "100m")),
            autoscaler(Spec.of(1, 10).utilization("cpu", 45)))
        .expect(writes("RESOURCES-5", 4));
  }

  private static Case average() {
    return Case.named("resource-average")
        .needs(Capability.AVERAGE_VALUES)
        .step(
            "150m on the average, 100m the target, and nothing requested",
            target(2),
            pods(2, Pod.named("web")),
            uses(Sample.of("web-1", "cpu", "100m"), Sample.of("web-2", "cpu", "201m")),
            autoscaler(Spec.of(1, 10).averageUse("cpu", "100m")))
        .expect(
            writes("RESOURCES-6", 3),
            says("EVENTS-5", "SuccessfulRescale", "New size: 3; reason: cpu resource above target"),
            status("RESOURCES-7", "/currentMetrics/0/resource/current", "{'averageValue':'150m'}"));
  }

  private static Case memory() {
    return Case.named("resource-memory")
        .needs(Capability.AVERAGE_VALUES)
        .step(
            "twice the target of memory, one pod not ready for long",
            target(2),
            pods(Pod.named("web-1"), Pod.named("web-2").ready("False", Pods.LONG)),
            uses(Sample.of("web-1", "memory", "100Mi"), Sample.of("web-2", "memory", "300Mi")),
            autoscaler(Spec.of(1, 10).averageUse("memory", "100Mi")))
        .expect(
            writes("PODS-10", 4),
            status("RESOURCES-8", "/currentMetrics/0/resource/current/averageValue", "'200Mi'"));
  }

  private static Case container() {
    return Case.named("resource-container")
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "one container at twice the target, the other idle",
            target(2),
            pods(2, Pods.withSidecar("100m", "900m")),
            uses(
                Sample.of("web-1", "cpu", "100m").and("helper", "cpu", "1m"),
                Sample.of("web-2", "cpu", "100m").and("helper", "cpu", "1m")),
            autoscaler(Spec.of(1, 10).containerUtilization("app", "cpu", 50)))
        .expect(
            writes("RESOURCES-9", 4),
            says(
                "EVENTS-6",
                "SuccessfulRescale",
                "New size: 4; reason: cpu container resource utilization (percentage of request)"
                    + " above target"),
            status(
                "RESOURCES-10",
                "/currentMetrics/0/containerResource",
                "{'name':'cpu','container':'app','current':{'averageUtilization':100,'averageValue':'100m'}}"));
  }

  private static Case containerAverage() {
    return Case.named("resource-container-average")
        .needs(Capability.AVERAGE_VALUES)
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "one container at three times the target",
            target(1),
            pods(1, Pods.withSidecar("100m", "100m")),
            uses(Sample.of("web-1", "cpu", "300m").and("helper", "cpu", "900m")),
            autoscaler(Spec.of(1, 10).containerAverageUse("app", "cpu", "100m")))
        .expect(writes("RESOURCES-11", 3));
  }

  private static Case containerMissing() {
    return Case.named("resource-container-without-sample")
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "of two pods one tells nothing of the container",
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
        .expect(ready("RESOURCES-12"), writesNothing("PODS-4"))
        .hold(2);
  }

  private static Case sidecars() {
    return Case.named("resource-sidecars")
        .step(
            "half of what the pods with their sidecars request",
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
            status("RESOURCES-13", "/currentMetrics/0/resource/current/averageUtilization", "100"));
  }

  private static Case wholePods() {
    return Case.named("resource-whole-pods")
        .needs(Capability.POD_LEVEL_RESOURCES)
        .step(
            "pods that request 200m as a whole",
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
            status("RESOURCES-14", "/currentMetrics/0/resource/current/averageUtilization", "100"));
  }

  private static Case noRequest() {
    String why = NO_CPU + "missing request for cpu in container app of Pod web-1";
    return Case.named("resource-no-request")
        .step(
            "a pod that requests nothing",
            target(1),
            pods(1, Pod.named("web")),
            uses(1, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount("RESOURCES-15", "FailedGetResourceMetric", why),
            warns("RESOURCES-16", "FailedGetResourceMetric", why),
            warns(
                "MANY-5",
                "FailedComputeMetricsReplicas",
                "invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource"
                    + " metric value: "
                    + why),
            writesNothing("MANY-6"))
        .hold(2);
  }

  private static Case noSamples() {
    String why =
        NO_CPU
            + "unable to get metrics for resource cpu: no metrics returned from resource metrics"
            + " API";
    return Case.named("resource-no-samples")
        .step(
            "nobody measures the pods",
            target(1),
            pods(1, POD),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount("RESOURCES-17", "FailedGetResourceMetric", why),
            warns("EVENTS-7", "FailedGetResourceMetric", why))
        .hold(1)
        .step("somebody does", uses(1, "cpu", "100m"))
        .expect(writes("RESOURCES-18", 2));
  }

  private static Case noPods() {
    return Case.named("resource-no-pods")
        .step(
            "samples of pods that are gone",
            target(1),
            uses(1, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount(
                "RESOURCES-19",
                "FailedGetResourceMetric",
                NO_CPU + "no pods returned by selector while calculating replica count"));
  }

  private static Case outOfOrder() {
    return Case.named("resource-out-of-order")
        .step(
            "the metrics API answers 503",
            target(1),
            pods(1, POD),
            metricsAnswer(Metrics.Api.RESOURCE, 503),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            noReplicaCount(
                "RESOURCES-20",
                "FailedGetResourceMetric",
                NO_CPU
                    + "unable to get metrics for resource cpu: unable to fetch metrics from resource"
                    + " metrics API: *"),
            writesNothing("MANY-6"))
        .hold(1)
        .step("it works again", uses(1, "cpu", "100m"), metricsAnswer(Metrics.Api.RESOURCE, 200))
        .expect(writes("RESOURCES-18", 2));
  }

  private static Case containerOutOfOrder() {
    return Case.named("resource-container-not-there")
        .needs(Capability.CONTAINER_METRICS)
        .step(
            "a container that no pod has",
            target(1),
            pods(1, POD),
            uses(1, "cpu", "100m"),
            autoscaler(Spec.of(1, 10).containerUtilization("ghost", "cpu", 50)))
        .expect(
            noReplicaCount(
                "RESOURCES-21",
                "FailedGetContainerResourceMetric",
                NO_CPU + "did not receive metrics for targeted pods (pods might be unready)"));
  }
}
