package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests about which users reported wrong or missing findings. */
class ReportedCasesTest {

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: app, image: x, resources: {requests: {cpu: 400m}}}]}
      ---
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: shop}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 2
        maxReplicas: 9
        metrics:
        - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}
      ---
      """;

  private static final String CPU_METRIC =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
          + " 70}}}";

  private static String measuring(String metric) {
    return AUTOSCALER.replace(CPU_METRIC, metric);
  }

  @Test
  void additionalPodsOfRolloutsAreNoted() {
    String queue =
        measuring(
            "{type: External, external: {metric: {name: queue}, target: {type: AverageValue,"
                + " averageValue: 3}}}");
    assertEquals(List.of("surge-becomes-requested"), rules(WEB + queue));
    String strategy = "spec:\n  strategy: %s\n  selector";
    for (String none :
        List.of(
            "{type: Recreate}",
            "{rollingUpdate: {maxSurge: 0}}",
            "{rollingUpdate: {maxSurge: 0%}}")) {
      String web = WEB.replace("spec:\n  selector", strategy.formatted(none));
      assertEquals(List.of(), rules(web + queue), none);
    }
    String some =
        WEB.replace("spec:\n  selector", strategy.formatted("{rollingUpdate: {maxSurge: 1}}"));
    assertEquals(List.of("surge-becomes-requested"), rules(some + queue));
    String compensated =
        queue.replace(
            "namespace: shop}\nspec",
            "namespace: shop, annotations: {hpa.dev/rollout: Compensate}}\nspec");
    assertEquals(List.of(), rules(WEB + compensated));
    assertEquals(
        List.of(),
        rules(
            WEB.replace("Deployment", "StatefulSet") + queue.replace("Deployment", "StatefulSet")));
    assertEquals(List.of(), rules(WEB + AUTOSCALER));
  }

  @ParameterizedTest
  @CsvSource({
    "latency_p90_ms, 99, true",
    "latency_p90_ms, 100, false",
    "request_latency_seconds, 99m, true",
    "request_latency_seconds, 1, false",
    "latency, 1m, false",
    "queue_ms, 1, false"
  })
  void latencyTargetsAreComparedWithTheServiceTime(String metric, String target, boolean isBelow) {
    String value =
        measuring(
                "{type: External, external: {metric: {name: %s}, target: {type: Value, value: %s}}}"
                    .formatted(metric, target))
            .replace(
                "namespace: shop}\nspec",
                "namespace: shop, annotations: {hpa.dev/value-base: Spec}}\nspec");
    Program program =
        Program.run(value, "lint", "-o", "json", "--service-time", "100ms", "-f", "-");
    assertEquals(isBelow, program.out().contains("\"latency-below-service-time\""), program.out());
  }

  @Test
  void aValueOfTheRequestedReplicasIsNoNote() {
    String value =
        measuring(
            "{type: External, external: {metric: {name: latency_ms}, target: {type: Value, value:"
                + " 100}}}");
    assertEquals(List.of("value-of-ready-pods"), rules(value));
    String spec =
        value.replace("name: web,", "name: web, annotations: {hpa.dev/value-base: Spec},");
    assertEquals(List.of(), rules(spec));
    assertEquals(
        List.of(),
        rules(
            WEB
                + value
                + "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, annotations:"
                + " {hpa.dev/value-base: Spec}}\n"));
    assertTrue(LintRule.VALUE_OF_READY_PODS.fix().contains("value-base=Spec"));
  }

  @ParameterizedTest
  @CsvSource({
    "hpa.dev/value-base: Spec,no metric has a Value target",
    "hpa.dev/request-base: Allocated,no metric has a utilization as target",
    "hpa.dev/stuck-after: 10m,no metric has values of pods"
  })
  void anOptionOfOtherMetricsHasNoEffect(String option, String message) {
    String value =
        measuring(
                "{type: External, external: {metric: {name: jobs}, target: {type: AverageValue,"
                    + " averageValue: 100}}}")
            .replace("name: web,", "name: web, annotations: {" + option + "},");
    assertEquals(List.of("option-without-metric: " + message), messages(value));
    String none = AUTOSCALER.replaceAll("(?s)  metrics:.*?---", "---");
    assertEquals(
        option.contains("value-base") ? List.of("option-without-metric") : List.of(),
        rules(none.replace("name: web,", "name: web, annotations: {" + option + "},")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: Utilization, averageUtilization: 70}|vpa-same-resource",
        "{type: AverageValue, averageValue: 250m}|",
      })
  void onlyAUtilizationIsMeasuredAgainstRequests(String target, String rule) {
    String vertical =
        """
        apiVersion: autoscaling.k8s.io/v1
        kind: VerticalPodAutoscaler
        metadata: {name: web, namespace: shop}
        spec: {targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
        ---
        """;
    List<String> expected = rule == null ? List.of() : List.of(rule);
    String whole = "{type: Resource, resource: {name: cpu, target: %s}}".formatted(target);
    assertEquals(expected, rules(WEB + vertical + measuring(whole)));
    String one =
        "{type: ContainerResource, containerResource: {name: cpu, container: app, target: %s}}"
            .formatted(target);
    assertEquals(expected, rules(WEB + vertical + measuring(one)));
    assertTrue(LintRule.VPA_SAME_RESOURCE.fix().contains("averageValue"));
  }

  @Test
  void aScaledObjectMayHaveOptions() {
    String scaled =
        """
        apiVersion: keda.sh/v1alpha1
        kind: ScaledObject
        metadata: {name: jobs, namespace: shop, annotations: {hpa.dev/%s}}
        spec: {scaleTargetRef: {name: jobs}, maxReplicaCount: 9}
        """;
    String valid = scaled.formatted("fallback-replicas: \"4\"");
    assertEquals(List.of(), rules(valid));
    assertEquals(List.of("unknown-option"), rules(scaled.formatted("fallback-replica: \"4\"")));
    assertEquals(List.of("invalid-option"), rules(scaled.formatted("mode: Slow")));
    Program lint = Program.run(valid, "lint", "-f", "-");
    assertEquals(0, lint.status(), lint.err());
    assertEquals("  option   fallback-replicas=4", lint.lines().get(1), lint.out());
  }

  @Test
  void anOptionOfAnAutoscalerOfKedaBelongsToItsScaledObject() {
    String scaled =
        """
        apiVersion: keda.sh/v1alpha1
        kind: ScaledObject
        metadata: {name: jobs, namespace: shop%s}
        spec: {scaleTargetRef: {name: web}, maxReplicaCount: 9}
        ---
        """;
    String option = ", annotations: {hpa.dev/mode: DryRun}";
    String created =
        AUTOSCALER.replace(
            "{name: web, namespace: shop}",
            "{name: keda-hpa-jobs, namespace: shop"
                + option
                + ", ownerReferences: [{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, name:"
                + " jobs, controller: true}]}");
    assertEquals(
        List.of(
            "misplaced-option: KEDA removes the annotation \"hpa.dev/mode\", which the ScaledObject"
                + " jobs does not have"),
        messages(scaled.formatted("") + WEB + created));
    assertEquals(List.of(), messages(scaled.formatted(option) + WEB + created));
  }

  @Test
  void zeroReplicasDisableTheAutoscaler() {
    String zero = WEB.replace("spec:\n  selector", "spec:\n  replicas: 0\n  selector");
    assertEquals(
        List.of(
            "replicas-zero: the HorizontalPodAutoscaler web (- document 2) is disabled by 0"
                + " replicas of Deployment web"),
        messages(zero + AUTOSCALER));
    assertEquals(
        List.of("replicas-in-workload"),
        rules(zero.replace("replicas: 0", "replicas: 1") + AUTOSCALER));
    String live =
        zero.replace(
            "namespace: shop}",
            "namespace: shop, uid: u, annotations:"
                + " {kubectl.kubernetes.io/last-applied-configuration:"
                + " '{\"spec\":{\"replicas\":3}}'}}");
    assertEquals(List.of("replicas-in-workload"), rules(live + AUTOSCALER));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: {app: web, sidecar.istio.io/inject: 'true'}, annotations: {dapr.io/enabled:"
            + " 'true'}|dapr.io/enabled, sidecar.istio.io/inject",
        "labels: {app: web}, annotations: {linkerd.io/inject: enabled}|linkerd.io/inject",
      })
  void requestsOfInjectedContainersCannotBeChecked(String metadata, String keys) {
    String web = WEB.replace("labels: {app: web}}\n    spec", metadata + "}\n    spec");
    String sidecar =
        "{type: ContainerResource, containerResource: {name: cpu, container: istio-proxy, target:"
            + " {type: Utilization, averageUtilization: 80}}}";
    String note =
        "injected-containers: containers are injected (%s); their requests cannot be checked here"
            .formatted(keys);
    assertEquals(List.of(note), messages(web + AUTOSCALER));
    assertEquals(List.of(note), messages(web + measuring(sidecar)));
    String own = sidecar.replace("istio-proxy", "app");
    assertEquals(List.of(), messages(web + measuring(own)));
    assertEquals(List.of("unknown-container"), rules(WEB + measuring(sidecar)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: {app: web, istio.io/rev: default, sidecar.istio.io/inject: 'false'}",
        "labels: {app: web, sidecar.istio.io/inject: 'true'}, annotations:"
            + " {inject.istio.io/templates: gateway}",
        "labels: {app: web}, annotations: {linkerd.io/inject: enabled,"
            + " config.linkerd.io/proxy-cpu-request: 10m}",
        "labels: {app: web}, annotations: {dapr.io/enabled: 'true', dapr.io/sidecar-cpu-request:"
            + " 100m}",
        "labels: {app: web, sidecar.istio.io/inject: 'true'}, annotations:"
            + " {sidecar.istio.io/proxyCPU: 100m}",
      })
  void injectionWithoutUnknownRequestsIsNoFinding(String metadata) {
    String web = WEB.replace("labels: {app: web}}\n    spec", metadata + "}\n    spec");
    assertEquals(List.of(), messages(web + AUTOSCALER));
  }

  @Test
  void aTestOfAChartIsNotRunningYet() {
    String test =
        pod("web-test", "", "{name: wget}")
            .replace("shop, labels", "shop, annotations: {helm.sh/hook: test}, labels");
    assertEquals(List.of(), messages(WEB + AUTOSCALER + test));
    assertEquals(
        List.of("overlapping-selectors"),
        rules(WEB + AUTOSCALER + test.replace("shop, ann", "shop, uid: u, ann")));
  }

  @Test
  void aNamespaceMayAskForInjection() {
    String namespace =
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {istio-injection:"
            + " enabled}}\n---\n";
    assertEquals(List.of("injected-containers"), rules(namespace + WEB + AUTOSCALER));
    String not =
        WEB.replace(
            "{app: web}}\n    spec", "{app: web, sidecar.istio.io/inject: 'false'}}\n    spec");
    assertEquals(List.of(), rules(namespace + not + AUTOSCALER));
    assertEquals(List.of(), rules(namespace.replace("enabled", "disabled") + WEB + AUTOSCALER));
  }

  @Test
  void oneObjectInTwoFilesIsOne(@TempDir Path folder) throws IOException {
    Path base = Files.writeString(folder.resolve("base.yaml"), WEB + AUTOSCALER);
    Path overlay =
        Files.writeString(
            folder.resolve("overlay.yaml"),
            AUTOSCALER.replace("maxReplicas: 9", "maxReplicas: 40")
                + """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: shop}
                spec: {template: {spec: {containers: [{name: app, env: [{name: A, value: b}]}]}}}
                """);
    Program run = Program.run("", "lint", "--strict", "-f", base.toString(), overlay.toString());
    assertEquals("4 documents: 0 errors, 0 warnings\n", run.out());
    assertEquals(0, run.status());
    assertEquals(
        List.of("shared-target", "shared-target"),
        rules(WEB + AUTOSCALER + AUTOSCALER.replace("{name: web,", "{name: other,")));
  }

  @Test
  void withoutATargetNothingIsShared() {
    String patch =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: %s}
        spec: {maxReplicas: 40}
        ---
        """;
    assertEquals(List.of(), rules(patch.formatted("web") + patch.formatted("api")));
  }

  @Test
  void cronJobsAndPodsOverlap() {
    String job =
        """
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: nightly, namespace: shop}
        spec:
          jobTemplate:
            spec:
              template:
                metadata: {labels: {app: %s}}
                spec: {containers: [{name: job}]}
        ---
        """;
    assertEquals(
        List.of(
            "overlapping-selectors: the selector of Deployment web also matches the pods of CronJob"
                + " nightly (- document 3)"),
        messages(WEB + AUTOSCALER + job.formatted("web")));
    assertEquals(List.of(), rules(WEB + AUTOSCALER + job.formatted("nightly")));
  }

  private static String pod(String name, String owner, String containers) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, namespace: shop, labels: {app: web}%s}
    spec: {containers: [%s]}
    ---
    """
        .formatted(
            name,
            owner.isEmpty() ? "" : ", ownerReferences: [{controller: true, " + owner + "}]",
            containers);
  }

  @Test
  void podsOfALiveListAreThoseOfTheTargetOrOverlap() {
    String app = "{name: app, resources: {requests: {cpu: 400m}}}";
    String ownPod = pod("web-5d-x", "apiVersion: apps/v1, kind: ReplicaSet, name: web-5d", app);
    assertEquals(List.of(), messages(WEB + AUTOSCALER + ownPod));
    String job = "apiVersion: batch/v1, kind: Job, name: flow";
    assertEquals(
        List.of(
            "overlapping-selectors: the selector of Deployment web also matches pods of Job flow"),
        messages(WEB + AUTOSCALER + ownPod + pod("flow-a", job, app) + pod("flow-b", job, app)));
    assertEquals(
        List.of(
            "overlapping-selectors: the selector of Deployment web also matches Pod alone (-"
                + " document 3)"),
        messages(WEB + AUTOSCALER + pod("alone", "", app)));
  }

  @Test
  void podsOfALiveListShowTheirContainers() {
    String web =
        WEB.replace(
            "{app: web}}\n    spec", "{app: web, sidecar.istio.io/inject: 'true'}}\n    spec");
    String owner = "apiVersion: apps/v1, kind: ReplicaSet, name: web-5d";
    String app = "{name: app, resources: {requests: {cpu: 400m}}}, ";
    String without = pod("web-5d-x", owner, app + "{name: istio-proxy}");
    assertEquals(
        List.of("missing-requests: Deployment web requests no cpu in istio-proxy"),
        messages(web + AUTOSCALER + without));
    String with =
        pod("web-5d-x", owner, app + "{name: istio-proxy, resources: {requests: {cpu: 10m}}}");
    assertEquals(List.of(), messages(web + AUTOSCALER + with));
  }

  @Test
  void aReplicaSetOfADeploymentIsTheWrongTarget() {
    String set =
        WEB.replace("kind: Deployment", "kind: ReplicaSet")
            .replace("{name: web, namespace: shop}", "{name: web-5d, namespace: shop%s}")
            .replace("{app: web}", "{app: web, hash: a}");
    String owner =
        ", ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, controller: true}]";
    String autoscaler =
        AUTOSCALER.replace("kind: Deployment, name: web}", "kind: ReplicaSet, name: web-5d}");
    assertEquals(
        List.of(
            "controlled-target: Deployment web sets the replicas of ReplicaSet web-5d; name"
                + " Deployment web"),
        messages(WEB + set.formatted(owner) + autoscaler));
    assertEquals(List.of(), messages(set.formatted("") + autoscaler));
  }

  @Test
  void aRolloutMayTakeItsPodsFromADeployment() {
    String rollout =
        """
        apiVersion: argoproj.io/v1alpha1
        kind: Rollout
        metadata: {name: web, namespace: shop}
        spec:
          selector: {matchLabels: {app: web}}
          workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        ---
        """;
    String autoscaler =
        AUTOSCALER.replace("apps/v1, kind: Deployment", "argoproj.io/v1alpha1, kind: Rollout");
    assertEquals(List.of(), messages(rollout + WEB + autoscaler));
    assertEquals(
        List.of("missing-requests: Deployment web requests no cpu in app"),
        messages(rollout + WEB.replace("requests: {cpu: 400m}", "") + autoscaler));
    assertEquals(
        List.of(
            "controlled-target: Rollout web sets the replicas of Deployment web; name Rollout web"),
        messages(rollout + WEB + AUTOSCALER));
    assertEquals(
        List.of("replicas-in-workload"),
        rules(rollout.replace("spec:\n", "spec:\n  replicas: 3\n") + WEB + autoscaler));
    assertEquals(List.of("target-not-given"), rules(rollout + autoscaler));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request_latency_p95_seconds",
        "avg_gpu_utilization_percent",
        "http.server.duration.quantile",
        "jobs:p99",
        "responseTimeMs",
        "RequestLatency",
        "cache-hit-ratio",
        "mean_queue_age"
      })
  void anAverageIsNotDividedByThePods(String name) {
    String external = "{type: External, external: {metric: {name: '%s'}, target: {type: %s}}}";
    assertTrue(
        rules(measuring(external.formatted(name, "AverageValue, averageValue: 2")))
            .contains("average-of-average"));
    assertEquals(
        List.of("value-of-ready-pods"),
        rules(measuring(external.formatted(name, "Value, value: 2"))).stream()
            .filter(each -> !each.equals("uppercase-external-name"))
            .toList());
    String object =
        "{type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: s}, metric:"
            + " {name: '%s'}, target: {type: AverageValue, averageValue: 2}}}";
    assertEquals(List.of("average-of-average"), rules(measuring(object.formatted(name))));
    String pods =
        "{type: Pods, pods: {metric: {name: '%s'}, target: {type: AverageValue, averageValue: 2}}}";
    assertEquals(List.of(), rules(measuring(pods.formatted(name))));
  }

  /** A Value of an average is right, except that pods which are not ready lower the proposal. */
  @Test
  void theReadyPodsOfAValueAreANote() {
    String object =
        "{type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: s}, metric:"
            + " {name: latency_ms}, target: {type: %s}}}";
    String value = measuring(object.formatted("Value, value: 100"));
    assertEquals(
        List.of(
            "value-of-ready-pods: \"latency_ms\" multiplies the ready pods; pods that are not ready"
                + " lower the proposal"),
        messages(value));
    assertEquals(0, Program.run(value, "lint", "--strict", "-f", "-").status());
    assertEquals(
        List.of("average-of-average"),
        rules(measuring(object.formatted("AverageValue, averageValue: 100"))));
    String older =
        value
            .replace("autoscaling/v2", "autoscaling/v2beta1")
            .replace(
                "describedObject: {apiVersion: v1, kind: Service, name: s}, metric: {name:"
                    + " latency_ms}, target: {type: Value, value: 100}",
                "target: {apiVersion: v1, kind: Service, name: s}, metricName: latency_ms,"
                    + " targetValue: 100");
    assertEquals(List.of("removed-version", "value-of-ready-pods"), rules(older));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http_requests_total",
        "request_duration_seconds_count",
        "request_duration_seconds_sum",
        "aws_sqs_approximate_number_of_messages_visible_average",
        "queue_depth",
        "p2p_connections",
        "operations_per_second"
      })
  void aTotalIsDividedByThePods(String name) {
    String external = "{type: External, external: {metric: {name: '%s'}, target: {type: %s}}}";
    assertEquals(
        List.of(), rules(measuring(external.formatted(name, "AverageValue, averageValue: 2"))));
    assertEquals(
        List.of("metric-does-not-fall"),
        rules(measuring(external.formatted(name, "Value, value: 2"))));
  }

  @Test
  void externalNamesAreRequestedInLowerCase() {
    String external =
        "{type: External, external: {metric: {name: Queue-Depth}, target: {type: AverageValue,"
            + " averageValue: 2}}}";
    assertEquals(
        List.of("uppercase-external-name: \"Queue-Depth\" is requested as \"queue-depth\""),
        messages(measuring(external)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: {cpu: '500'}|cpu 500 is 500 cores; for millicores write 500m",
        "requests: {cpu: 1}, limits: {cpu: 1000}|cpu 1k is 1000 cores; for millicores write 1000m",
        "requests: {cpu: 1, memory: 500m}|memory 500m is 0.5 bytes; for mebibytes write 500Mi",
        "requests: {cpu: 1, memory: 512}|memory 512 is 512 bytes; for mebibytes write 512Mi",
        "requests: {cpu: 1, memory: 64Ki}|memory 64Ki is 65536 bytes; for mebibytes write 64Mi",
        "requests: {cpu: 64, memory: 1Mi}|",
        "requests: {cpu: 1, memory: 0}|",
      })
  void unitsAreChecked(String resources, String message) {
    String web = WEB.replace("requests: {cpu: 400m}", resources);
    List<String> found = messages(web + AUTOSCALER);
    assertEquals(
        message == null ? List.of() : List.of("unlikely-unit: " + message),
        found.stream().filter(each -> !each.startsWith("target-above")).toList());
  }

  @Test
  void unitsOfTargetsAreChecked() {
    String average =
        "{type: Resource, resource: {name: %s, target: {type: AverageValue, averageValue: %s}}}";
    assertEquals(List.of("unlikely-unit"), rules(WEB + measuring(average.formatted("cpu", "500"))));
    assertEquals(
        List.of("unlikely-unit"),
        rules(WEB + measuring(average.formatted("memory", "500m"))).stream()
            .filter(each -> !each.equals("memory-does-not-fall"))
            .toList());
    assertEquals(List.of(), rules(WEB + measuring(average.formatted("cpu", "500m"))));
  }

  @Test
  void aRequestOfZeroHasNoUtilization() {
    assertEquals(
        List.of("zero-request: Deployment web requests 0 cpu"),
        messages(WEB.replace("400m", "0") + AUTOSCALER));
    String sidecar = WEB.replace("}}}]", "}}}, {name: side, resources: {requests: {cpu: 0}}}]");
    assertEquals(List.of(), messages(sidecar + AUTOSCALER));
  }

  private static List<String> rules(String input) {
    return messages(input).stream().map(each -> each.substring(0, each.indexOf(':'))).toList();
  }

  private static List<String> messages(String input) {
    Program program = Program.run(input, "lint", "-o", "json", "-f", "-");
    return Json.tree(program.out())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
        .toList();
  }
}
