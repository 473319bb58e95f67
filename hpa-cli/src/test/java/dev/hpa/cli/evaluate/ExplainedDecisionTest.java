package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Program;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the explanation of a decision says about values that are not what they seem. */
class ExplainedDecisionTest {

  private static final String UTILIZATION =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: %d}}}";
  private static final String AVERAGE =
      "{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: %s}}}";
  private static final String EXTERNAL =
      "{type: External, external: {metric: {name: lag}, target: {type: %s, %s: '%s'}}}";

  private final List<String> objects = new ArrayList<>();
  private String settings = "";

  private void scale(int spec, int status) {
    objects.add(
        "{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: web, namespace: shop}, spec: {replicas: %d}, status: {replicas: %d, selector: app=web}}"
            .formatted(spec, status));
  }

  private void pod(String name, String phase, boolean ready) {
    objects.add(
        """
        {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: shop, labels: {app: web}}, spec: {containers: [{name: app, resources: {requests: {cpu: 1}}}]}, status: {phase: %s, startTime: '1999-12-31T20:00:00Z', conditions: [{type: Ready, status: '%s', lastTransitionTime: '1999-12-31T20:00:20Z'}]}}"""
            .formatted(name, phase, ready ? "True" : "False"));
  }

  private void usage(String pod, String cpu) {
    objects.add(
        "{apiVersion: metrics.k8s.io/v1beta1, kind: PodMetrics, metadata: {name: %s, namespace: shop, labels: {app: web}}, timestamp: '1999-12-31T23:59:50Z', window: 30s, containers: [{name: app, usage: {cpu: %s}}]}"
            .formatted(pod, cpu));
  }

  private void external(String... values) {
    String items = "";
    for (String value : values) {
      items +=
          "{metricName: lag, timestamp: '1999-12-31T23:59:50Z', value: '%s'}, ".formatted(value);
    }
    objects.add(
        "{apiVersion: external.metrics.k8s.io/v1beta1, kind: ExternalMetricValueList, metadata: {namespace: shop}, items: [%s]}"
            .formatted(items));
  }

  private String explained(String metric) {
    return explained(metric, "");
  }

  /**
   * @param options annotations of the autoscaler
   */
  private String explained(String metric, String options) {
    return run(scenario(metric, options));
  }

  private String scenario(String metric, String options) {
    return """
        name: explained
        %s
        steps:
        - at: 0s
          apply:
          - {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web, namespace: shop, annotations: {%s}}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 1, maxReplicas: 50, behavior: {scaleDown: {stabilizationWindowSeconds: 0}}, metrics: [%s]}}
          - %s
        """
        .formatted(settings, options, metric, String.join("\n  - ", objects));
  }

  private static String run(String scenario) {
    Program run = Program.run(scenario, "evaluate", "--trace", "-f", "-");
    assertEquals(0, run.status(), run.err());
    return run.out();
  }

  private static void assertSays(String explained, String... sentences) {
    for (String sentence : sentences) {
      assertTrue(explained.contains(sentence), explained);
    }
  }

  @ParameterizedTest
  @CsvSource({"50, 100", "90, 100", "150, 150"})
  void aPodWithoutValueIsAssumedToUseItsRequest(int target, int assumed) {
    scale(4, 4);
    List.of("a", "b", "c", "d").forEach(name -> pod(name, "Running", true));
    usage("a", "40m");
    usage("b", "40m");
    assertSays(
        explained(UTILIZATION.formatted(target)),
        "The ratio is below 1, so 2 pods without a value are assumed to use %d %% of their request."
            .formatted(assumed));
  }

  @Test
  void aPodWithoutValueIsAssumedToUseAnAverage() {
    scale(2, 2);
    List.of("a", "b").forEach(name -> pod(name, "Running", true));
    usage("a", "40m");
    assertSays(
        explained(AVERAGE.formatted("500m")),
        "1 pod without a value is assumed to use the target.");
  }

  @Test
  void valuesWithoutAPodAreShown() {
    scale(1, 1);
    pod("a", "Running", true);
    usage("a", "100m");
    usage("gone", "900m");
    assertSays(
        explained(AVERAGE.formatted("500m")),
        "1 pod: 1 counted; 1 more value of pods that no longer exist or match.",
        "Measured: 500m per pod on average.");
  }

  @Test
  void completedAndLostPodsAreNamed() {
    scale(3, 3);
    pod("a", "Running", true);
    pod("done", "Succeeded", false);
    pod("lost", "Unknown", false);
    usage("a", "900m");
    assertSays(
        explained(UTILIZATION.formatted(50)),
        "1 completed (phase Succeeded) and without a value",
        "1 in phase Unknown and without a value");
  }

  @Test
  void withoutReplicasThereIsNoAverage() {
    scale(3, 0);
    external("42");
    String explained = explained(EXTERNAL.formatted("AverageValue", "averageValue", "10"));
    assertSays(
        explained,
        "Measured: 42 in total; no average, because the status has 0 replicas.",
        "Proposed replicas: ceil(total ÷ target) = 5.");
    assertFalse(explained.contains("Infinity"), explained);
  }

  @Test
  void aNegativeSumCountsAsAnOverflow() {
    scale(6, 6);
    external("-1");
    assertSays(
        explained(EXTERNAL.formatted("AverageValue", "averageValue", "1")),
        "Measured: -1 in total; the sum is negative, which counts as an overflow.");
  }

  @Test
  void aSumOfMoreThan64BitsIsNamed() {
    scale(6, 6);
    external("9e15", "9e15");
    assertSays(
        explained(EXTERNAL.formatted("AverageValue", "averageValue", "1")),
        "the sum does not fit 64 bits, which counts as an overflow.",
        "Proposed replicas: more than 32 bits hold, so 2147483647.");
  }

  @Test
  void anOverflowOfTheReplicasIsNamed() {
    scale(20, 20);
    pod("a", "Running", true);
    usage("a", "300M");
    assertSays(
        explained(AVERAGE.formatted("100m")),
        "the number does not fit 32 bits; kube-controller-manager on amd64 then proposes the"
            + " smallest one, -2147483648.");
  }

  @Test
  void theReadyPodsOfAValueAreNamed() {
    scale(2, 2);
    pod("a", "Running", false);
    pod("b", "Running", false);
    external("300");
    assertSays(
        explained(EXTERNAL.formatted("Value", "value", "100")),
        "0 of 2 pods are running and ready, so that the ratio of 3 proposes 0.");
  }

  @Test
  void someReadyPodsOfAValueAreNamed() {
    scale(2, 2);
    pod("a", "Running", true);
    pod("b", "Running", false);
    external("300");
    assertSays(
        explained(EXTERNAL.formatted("Value", "value", "100")),
        "1 of 2 pods is running and ready. Proposed replicas: ceil(3 × 1 pod) = 3.");
  }

  private void resized(String name, String requested, String inEffect) {
    objects.add(
        """
        {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: shop, labels: {app: web}}, spec: {containers: [{name: app, resources: {requests: {cpu: %s}}}]}, status: {phase: Running, startTime: '1999-12-31T20:00:00Z', conditions: [{type: Ready, status: 'True', lastTransitionTime: '1999-12-31T20:00:20Z'}], containerStatuses: [{name: app, allocatedResources: {cpu: %s}, resources: {requests: {cpu: %s}}}]}}"""
            .formatted(name, requested, inEffect, inEffect));
  }

  @Test
  void podsThatAreBeingResizedAreNamed() {
    scale(3, 3);
    resized("a", "4", "1");
    resized("b", "2", "500m");
    resized("c", "3", "3");
    List.of("a", "b", "c").forEach(name -> usage(name, "900m"));
    assertSays(
        explained(UTILIZATION.formatted(70)),
        "2 pods are being resized: 3 cpu requested and 750m in effect per pod on average;"
            + " utilization is measured against the requests.",
        "Measured: 30 % utilization");
    assertSays(
        explained(UTILIZATION.formatted(70), "hpa.dev/request-base: Allocated"),
        "2 pods are being resized: 3 cpu requested and 750m in effect per pod on average;"
            + " utilization is measured against what is in effect.",
        "Measured: 60 % utilization");
  }

  @Test
  void thePercentileOfThePodsIsNamed() {
    scale(3, 3);
    List.of("a", "b", "c").forEach(name -> resized(name, "1", "1"));
    usage("a", "100m");
    usage("b", "100m");
    usage("c", "970m");
    assertSays(
        explained(UTILIZATION.formatted(70), "hpa.dev/aggregate.cpu: max"),
        "aggregate.cpu is max, set by the HPA.",
        "Measured: 39 % utilization",
        "The max of the pods ÷ target is 1.386",
        "max of cpu resource utilization (percentage of request) above target");
  }

  @Test
  void utilizationOfLimitsIsNamed() {
    scale(2, 2);
    for (String name : List.of("a", "b")) {
      objects.add(
          """
          {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: shop, labels: {app: web}}, spec: {containers: [{name: app, resources: {requests: {cpu: 1}, limits: {cpu: 2}}}]}, status: {phase: Running, startTime: '1999-12-31T20:00:00Z', conditions: [{type: Ready, status: 'True', lastTransitionTime: '1999-12-31T20:00:20Z'}]}}"""
              .formatted(name));
    }
    usage("a", "900m");
    assertSays(explained(UTILIZATION.formatted(100)), "assumed to use 100 % of its request");
    assertSays(
        explained(UTILIZATION.formatted(100), "hpa.dev/request-base: Limits"),
        "request-base is Limits, set by the HPA.",
        "Measured: 45 % utilization",
        "assumed to use 100 % of its limit");
  }

  @ParameterizedTest
  @CsvSource({
    "RESOURCE,1 pod is being resized: 4 cpu requested and 1 in effect; utilization is measured against the request.",
    "CONTAINER,1 pod is being resized: 4 cpu requested and 1 in effect; utilization is measured against the request.",
    "AVERAGE,",
  })
  void aResizeMattersToUtilizationOnly(String target, String sentence) {
    scale(1, 1);
    resized("a", "4", "1");
    usage("a", "900m");
    String explained =
        explained(
            switch (target) {
              case "AVERAGE" -> AVERAGE.formatted("500m");
              case "CONTAINER" ->
                  "{type: ContainerResource, containerResource: {name: cpu, container: app, target:"
                      + " {type: Utilization, averageUtilization: 70}}}";
              default -> UTILIZATION.formatted(70);
            });
    if (sentence == null) {
      assertFalse(explained.contains("resized"), explained);
    } else {
      assertSays(explained, sentence);
    }
  }

  @Test
  void withinToleranceTheReplicasOfTheStatusAreProposed() {
    scale(10, 11);
    external("110");
    String explained = explained(EXTERNAL.formatted("AverageValue", "averageValue", "10"));
    assertSays(
        explained,
        "from 10 to 11 replicas",
        "Proposed replicas: the 11 of the status, not the 10 of the spec; the option rollout=Compensate prevents that.");
    assertFalse(explained.contains("no change"), explained);
  }

  @Test
  void optionsForOverloadAreExplained() {
    scale(4, 4);
    pod("a", "Running", true);
    List.of("b", "c", "d").forEach(name -> pod(name, "Running", false));
    external("300");
    assertSays(
        explained(EXTERNAL.formatted("Value", "value", "200"), "hpa.dev/value-base: Spec"),
        "value-base is Spec, set by the HPA.",
        "Proposed replicas: ceil(1.500 × 4 requested replicas) = 6.");
    assertSays(
        explained(EXTERNAL.formatted("Value", "value", "2000"), "hpa.dev/min-ready: 50%"),
        "stays at 4 replicas",
        "Too few pods are ready for a scale-down; the replicas stay.",
        "Suppressed, TooFewReadyPods: 1 of 4 requested replicas are ready, less than the 50 % of"
            + " min-ready; scale-downs are held.");
  }

  @Test
  void rejectedAnswersAreExplained() {
    scale(2, 2);
    external("-1");
    assertSays(
        explained(
            EXTERNAL.formatted("AverageValue", "averageValue", "1"),
            "hpa.dev/treat-as-missing: negative"),
        "Failed: the answer is negative, which option treat-as-missing=negative rejects.");
  }

  @Test
  void podsOfARolloutWithoutProgressDoNotPreventAScaleUp() {
    scale(2, 4);
    pod("old-1", "Running", true);
    pod("old-2", "Running", true);
    for (String name : List.of("new-1", "new-2")) {
      objects.add(
          """
          {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: shop, labels: {app: web}}, spec: {containers: [{name: app, resources: {requests: {cpu: 1}}}]}, status: {phase: Running, startTime: '1999-12-31T23:58:00Z', conditions: [{type: Ready, status: 'False', lastTransitionTime: '1999-12-31T23:58:01Z'}]}}"""
              .formatted(name));
    }
    List.of("old-1", "old-2").forEach(name -> usage(name, "1100m"));
    String compensate = "hpa.dev/rollout: Compensate";
    assertSays(explained(UTILIZATION.formatted(70), compensate), "stays at 2 replicas");
    objects.add(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d1},"
            + " spec: {replicas: 2, selector: {matchLabels: {app: web}}}, status: {replicas: 4,"
            + " updatedReplicas: 2, conditions: [{type:"
            + " Progressing, status: 'False', reason: ProgressDeadlineExceeded}]}}");
    assertSays(
        explained(UTILIZATION.formatted(70), compensate),
        "from 2 to 4 replicas",
        "The target rolls out: it has more pods than requested; it makes no progress, so that pods"
            + " that are not ready do not count against scale-ups.",
        "Proposed replicas: ceil(1.571 × 2 pods) = 4.");
  }

  private void podLevel(String name) {
    objects.add(
        """
        {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: shop, labels: {app: web}}, spec: {overhead: {cpu: 250m}, resources: {requests: {cpu: 1}}, containers: [{name: app}]}, status: {phase: Running, startTime: '1999-12-31T20:00:00Z', conditions: [{type: Ready, status: 'True', lastTransitionTime: '1999-12-31T20:00:20Z'}]}}"""
            .formatted(name));
  }

  @Test
  void theOverheadOfPodLevelRequestsIsNamed() {
    scale(2, 2);
    podLevel("a");
    podLevel("b");
    usage("a", "900m");
    usage("b", "900m");
    String metric = UTILIZATION.formatted(50);
    assertSays(
        explained(metric),
        "The requests of 2 pods include the overhead of the pod, 250m cpu on average; the usage"
            + " does not.",
        "Measured: 72 % utilization");
    settings = "settings: {upstreamFixes: '1.38'}";
    String fixed = explained(metric);
    assertSays(fixed, "Measured: 90 % utilization");
    assertFalse(fixed.contains("overhead"), fixed);
  }

  @Test
  void fixesOfALaterReleaseAreSettings() {
    scale(3, 0);
    external("42");
    String metric = EXTERNAL.formatted("AverageValue", "averageValue", "10");
    String sentence = "Measured: 42 in total; no average, because the status has 0 replicas.";
    assertSays(explained(metric), sentence);
    settings = "settings: {upstreamFixes: [average-of-zero-replicas]}";
    assertSays(explained(metric), sentence, "from 3 to 5 replicas");
    pod("a", "Running", true);
    pod("done", "Succeeded", false);
    usage("a", "900m");
    assertSays(explained(UTILIZATION.formatted(50)), "1 completed (phase Succeeded) and without");
    settings = "settings: {upstreamFixes: [succeeded-pods]}";
    assertSays(
        explained(UTILIZATION.formatted(50)),
        "2 pods: 1 counted, 1 completed (phase Succeeded).",
        "Proposed replicas: ceil(1.800 × 1 pod) = 2.");
  }

  @Test
  void theSpreadOfThePodsAndTheBusiestAreNamed() {
    scale(5, 5);
    List.of("a", "b", "c", "d", "canary").forEach(name -> pod(name, "Running", true));
    List.of("a", "b").forEach(name -> usage(name, "100m"));
    usage("c", "200m");
    usage("d", "150m");
    usage("canary", "1800m");
    assertSays(
        explained(UTILIZATION.formatted(50)),
        "The pods have from 10 % to 180 %, with a median of 15 %; most: canary 180 %, c 20 %, d 15"
            + " %.");
    assertSays(
        explained(AVERAGE.formatted("500m")),
        "The pods have from 100m to 1800m, with a median of 150m; most: canary 1800m, c 200m, d"
            + " 150m.");
  }

  @Test
  void equalPodsHaveNoSpread() {
    scale(2, 2);
    List.of("a", "b").forEach(name -> pod(name, "Running", true));
    List.of("a", "b").forEach(name -> usage(name, "100m"));
    assertFalse(explained(UTILIZATION.formatted(50)).contains("median"));
  }

  @Test
  void podsOfOtherOwnersAreNamed() {
    objects.add(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d1},"
            + " spec: {replicas: 1, selector: {matchLabels: {app: web}}}, status: {replicas: 1,"
            + " updatedReplicas: 1}}");
    pod("alone", "Running", true);
    for (int i = 10; i < 21; i++) {
      pod("flow-" + i, "Running", true);
      objects.add(
          objects
              .removeLast()
              .replace(
                  "labels: {app: web}",
                  "labels: {app: web}, ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind:"
                      + " Workflow, name: flow, uid: w1, controller: true}]"));
    }
    assertSays(
        explained(UTILIZATION.formatted(50), "hpa.dev/selection-strategy: OwnerReference"),
        "0 of 12 pods belong to the target. Not counted: alone (no owner), flow-10 (Workflow flow),"
            + " flow-11 (Workflow flow),",
        "flow-18 (Workflow flow) and 2 more pods.");
    assertSays(
        explained(UTILIZATION.formatted(50)),
        "11 of them belong to others and count too: flow-10 (Workflow flow), flow-11",
        "flow-19 (Workflow flow) and 1 more pod; selection-strategy=OwnerReference leaves them out.");
  }

  @Test
  void aReplicaThatRoundingKeepsIsExplained() {
    scale(2, 2);
    List.of("a", "b").forEach(name -> pod(name, "Running", true));
    usage("a", "285m");
    usage("b", "285m");
    assertSays(explained(UTILIZATION.formatted(50)), "One pod fewer would have 56 %, above 50 %.");
    assertSays(
        explained(AVERAGE.formatted("500m")),
        "One pod fewer would have 114 % of the target, above 100 %.");
  }

  @Test
  void aTotalMayKeepAReplica() {
    scale(4, 4);
    external("31");
    assertSays(
        explained(EXTERNAL.formatted("AverageValue", "averageValue", "10")),
        "One pod fewer would have 103 % of the target, above 100 %.");
  }

  @Test
  void atTheMaximumTheReplicasMayBeEnough() {
    scale(50, 50);
    external("500");
    String metric = EXTERNAL.formatted("AverageValue", "averageValue", "10");
    String enough = "The replicas are at maxReplicas and not limited: no more are recommended.";
    assertSays(explained(metric), enough);
    String earlier =
        run(
            scenario(metric, "")
                .replace("behavior: {scaleDown: {stabilizationWindowSeconds: 0}}, ", "")
                .replace(
                    "  apply:",
                    "  history: [{hpa: shop/web, recommendations: [{replicas: 60, at: 1999-12-31T23:59:00Z}]}]\n"
                        + "  apply:"));
    assertSays(earlier, "Limited, TooManyReplicas");
    assertFalse(earlier.contains(enough), earlier);
    external("800");
    assertFalse(explained(metric).contains(enough));
  }
}
