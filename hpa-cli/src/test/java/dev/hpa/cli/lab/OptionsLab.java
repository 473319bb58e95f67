package dev.hpa.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.sandbox.server.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every option is used once, with the permissions of the manifests and of the component {@code
 * options}; and without the component.
 */
class OptionsLab {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** More than the fewest autoscalers for which the outage guard works. */
  private static final int SHARDS = 12;

  private static final Map<String, String> DEFAULTS = Map.of("treat-as-missing", "zero");

  /** Annotations of the namespace {@code stores}. */
  private static final Map<String, String> INHERITED = Map.of("rollout", "Compensate");

  private static final List<String> FLAGS =
      List.of(
          "--default-option=treat-as-missing=zero",
          "--outage-guard=50%",
          "--horizontal-pod-autoscaler-sync-period=1s",
          "--horizontal-pod-autoscaler-downscale-stabilization=1s");

  private static final String CPU =
      """
      {"type": "Resource", "resource": {"name": "cpu",
        "target": {"type": "Utilization", "averageUtilization": 50}}}
      """;

  /** An autoscaler of a target of the same name. */
  private record Scaled(Target target, String metric, Map<String, String> options) {

    static Scaled onCpu(String name, Map<String, String> options) {
      return new Scaled(deployment("shop", name), CPU, options);
    }

    static Scaled onExternal(
        String namespace, String name, String metric, Map<String, String> options) {
      return new Scaled(
          deployment(namespace, name),
          """
          {"type": "External", "external": {"metric": {"name": "%s"},
            "target": {"type": "Value", "value": "50"}}}
          """
              .formatted(metric),
          options);
    }

    private static Target deployment(String namespace, String name) {
      return new Target("/apis/apps/v1/namespaces/" + namespace + "/deployments", name, 2, name);
    }

    JsonNode autoscaler() {
      Map<String, String> annotations = new TreeMap<>();
      options.forEach((key, value) -> annotations.put(OptionKey.PREFIX + key, value));
      return Json.tree(
          """
          {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
            "metadata": {"name": "%1$s", "namespace": "%2$s", "annotations": %3$s},
            "spec": {"minReplicas": 1, "maxReplicas": 6, "metrics": [%4$s],
              "scaleTargetRef": {"apiVersion": "%5$s", "kind": "%6$s", "name": "%1$s"}}}
          """
              .formatted(
                  target.name(),
                  target.namespace(),
                  Json.text(annotations),
                  metric,
                  target.apiVersion(),
                  target.kind()));
    }
  }

  private static final List<Scaled> SINGLE =
      Stream.concat(
              Stream.of(
                  Scaled.onCpu("dry", Map.of("mode", "DryRun")),
                  Scaled.onCpu(
                      "paused", Map.of("mode", "Paused", "mode-until", "2099-12-31T00:00:00Z")),
                  // The order of a scale-down, which this mode holds, needs a permission.
                  Scaled.onCpu(
                      "up", Map.of("mode", "ScaleUpOnly", "scale-down-order", "zone,idle,node")),
                  Scaled.onCpu("typo", Map.of("mod", "Paused")),
                  Scaled.onCpu("scheduled", Map.of("schedule.always", "00:00-24:00 min=3")),
                  Scaled.onCpu("marked", Map.of("watermark.cpu", "5-95")),
                  Scaled.onCpu("slow", Map.of("sync-period", "1h")),
                  Scaled.onCpu("starting", Map.of("cpu-initialization-period", "2h")),
                  Scaled.onCpu("delayed", Map.of("initial-readiness-delay", "2h")),
                  Scaled.onCpu("owned", Map.of("selection-strategy", "OwnerReference")),
                  Scaled.onCpu("rolling", Map.of("rollout", "Compensate")),
                  new Scaled(
                      new Target("/apis/apps/v1/namespaces/stores/statefulsets", "db", 2, "db"),
                      CPU,
                      Map.of("rollout-timeout", "1s")),
                  Scaled.onExternal(
                      "shop",
                      "fallen",
                      "broken",
                      Map.of(
                          "fallback-replicas", "3",
                          "fallback-after", "1s",
                          "fallback-strategy", "CurrentReplicasIfHigher")),
                  Scaled.onExternal("shop", "idle", "nothing", Map.of("value-base", "Spec"))),
              IntStream.range(0, SHARDS)
                  .mapToObj(
                      each ->
                          Scaled.onExternal(
                              "shards",
                              "shard-" + each,
                              "orders",
                              Map.of("treat-as-missing", "older-than=1h"))))
          .toList();

  /** With an autoscaler that has all other options, with the values of their examples. */
  private static final List<Scaled> SCALED =
      Stream.concat(SINGLE.stream(), Stream.of(Scaled.onCpu("precise", others()))).toList();

  private static Map<String, String> others() {
    Set<OptionKey> used =
        Stream.concat(Stream.of(DEFAULTS, INHERITED), SINGLE.stream().map(Scaled::options))
            .flatMap(each -> each.keySet().stream())
            .flatMap(each -> OptionName.of(each).stream())
            .map(OptionName::key)
            .collect(Collectors.toSet());
    return Arrays.stream(OptionKey.values())
        .filter(key -> !used.contains(key))
        .collect(Collectors.toMap(key -> key + (key.isNamed() ? ".cpu" : ""), OptionKey::example));
  }

  /** A condition as {@code Status, Reason: message}; empty without one. */
  private final Map<String, String> expected = new LinkedHashMap<>();

  private final AtomicBoolean outage = new AtomicBoolean();

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  private String value(String metric, String of) {
    return switch (metric) {
      case "cpu" ->
          switch (of) {
            case "app=dry", "app=paused", "app=typo", "app=starting", "app=delayed" -> "90m";
            case "app=up" -> "10m";
            default -> "50m";
          };
      case "orders" -> outage.get() ? "0" : "50";
      default -> "0";
    };
  }

  private Laboratory open(List<String> components) throws Exception {
    Load load = (metric, of, since) -> metric.equals("broken") ? null : value(metric, of);
    Laboratory laboratory =
        Laboratory.open(
            folder,
            components,
            SCALED.stream().map(Scaled::target).toList(),
            SCALED.stream().map(Scaled::autoscaler).toList(),
            load);
    try {
      prepare(laboratory.admin());
      return laboratory;
    } catch (Throwable failure) {
      laboratory.close();
      throw failure;
    }
  }

  private static void prepare(LabApi admin) throws Exception {
    Map<String, String> annotations = new TreeMap<>();
    INHERITED.forEach((key, value) -> annotations.put(OptionKey.PREFIX + key, value));
    admin.merge(
        "/api/v1/namespaces/stores",
        Json.tree(Map.of("metadata", Map.of("annotations", annotations))));
    setUnready(admin, "starting");
    setUnready(admin, "delayed");
    createJob(admin, "owned");
    admin.merge(
        "/apis/apps/v1/namespaces/shop/deployments/rolling/status",
        Json.tree("{\"status\": {\"updatedReplicas\": 1}}"));
    admin.merge(
        "/apis/apps/v1/namespaces/stores/statefulsets/db/status",
        Json.tree("{\"status\": {\"currentRevision\": \"db-1\", \"updateRevision\": \"db-2\"}}"));
  }

  /** The pods were ready until now. */
  private static void setUnready(LabApi admin, String app) throws Exception {
    String pods = "/api/v1/namespaces/shop/pods";
    for (JsonNode pod : admin.get(pods + "?labelSelector=app%3D" + app).path("items")) {
      admin.merge(
          pods + "/" + pod.at("/metadata/name").asText() + "/status",
          Json.tree(
              """
              {"status": {"conditions": [
                {"type": "Ready", "status": "False", "lastTransitionTime": "%s"}]}}
              """
                  .formatted(Timestamps.format(Instant.now()))));
    }
  }

  /** Creates a Job whose pod has the label of a target, and no requests. */
  private static void createJob(LabApi admin, String app) throws Exception {
    String template =
        """
        "metadata": {%s "labels": {"app": "%s"}},
        "spec": {"nodeName": "node", "restartPolicy": "Never",
          "containers": [{"name": "app", "image": "app"}]}
        """;
    JsonNode job =
        admin.create(
            "/apis/batch/v1/namespaces/shop/jobs",
            Json.tree(
                "{\"metadata\": {\"name\": \"import\"}, \"spec\": {\"template\": {%s}}}"
                    .formatted(template.formatted("", app))));
    String reference = Target.controllerReference(job);
    String pod = "\"name\": \"import-1\", \"ownerReferences\": [" + reference + "],";
    admin.create(
        "/api/v1/namespaces/shop/pods", Json.tree("{" + template.formatted(pod, app) + "}"));
  }

  @Test
  void everyOptionIsUsedAndNoRequestIsDenied() throws Exception {
    try (Laboratory laboratory = open(List.of("options"))) {
      LabApi admin = laboratory.admin();
      try (Daemon controller = laboratory.startController(FreePorts.next(), FLAGS)) {
        expectWithoutRights();
        expect("shop/owned", "ScalingActive", "True, ValidMetricFound: " + VALID_CPU);
        expect(
            "shop/rolling",
            "RolloutInProgress",
            "True, Compensating: the target rolls out: not all requested replicas are updated;"
                + " scale-ups are based on the requested replicas, and scale-downs by metrics of"
                + " pods wait");
        expect(
            "stores/db",
            "RolloutInProgress",
            "True, RolloutTimedOut: the target rolls out: its current and its update revision"
                + " differ; scale-downs no longer wait for its end");
        await(controller, admin);
        endModesAndRollouts(controller, admin);
        beginOutage(controller, admin);
      }
      assertEvents(admin);
      List<AuditedRequest> asked = laboratory.audited();
      assertEquals(Set.of(), denied(asked));
      assertScaled(asked);
      assertEquals(
          Map.of(
              "namespaces", "PartialObjectMetadataList",
              "replicasets", "PartialObjectMetadataList",
              "jobs", "PartialObjectMetadataList"),
          asked.stream()
              .filter(each -> !each.responseKind().isEmpty() && each.verb().equals("list"))
              .collect(Collectors.toMap(AuditedRequest::resource, AuditedRequest::responseKind)));
    }
  }

  @Test
  void withoutTheComponentAllPodsCountAndOnlyTheScaleShowsRollouts() throws Exception {
    try (Laboratory laboratory = open(List.of())) {
      LabApi admin = laboratory.admin();
      try (Daemon controller = laboratory.startController(FreePorts.next(), FLAGS)) {
        expectWithoutRights();
        expect(
            "shop/owned",
            "ScalingActive",
            "False, FailedGetResourceMetric: the HPA was unable to compute the replica count:"
                + " failed to get cpu utilization: missing request for cpu in container app of Pod"
                + " import-1");
        expect(
            "shop/rolling", "RolloutInProgress", "False, NoRollout: the target does not roll out");
        expect("stores/db", "ScalingActive", "True, ValidMetricFound: " + VALID_CPU);
        await(controller, admin);
        expect("stores/db", "RolloutInProgress", "");
        // Its options are those of the autoscaler and of the flags.
        expect(
            "stores/db",
            "OptionsValid",
            "False, InvalidOptions: annotation \"hpa.dev/rollout-timeout\": \"1s\" has no effect;"
                + " it needs rollout Compensate");
        await(controller, admin);
      }
      // The first unknown owner decides; its kind depends on the order of the pods.
      Set<String> denied = denied(laboratory.audited());
      assertTrue(denied.remove("list apps/deployments"), denied::toString);
      assertEquals(1, denied.size(), denied::toString);
      assertTrue(
          Set.of("list apps/replicasets", "list batch/jobs").containsAll(denied), denied::toString);
      assertFalse(
          laboratory.audited().stream().anyMatch(each -> each.resource().equals("namespaces")));
    }
  }

  private static final String VALID_CPU =
      "the HPA was able to successfully calculate a replica count from cpu resource utilization"
          + " (percentage of request)";

  /** The options that need no additional permission. */
  private void expectWithoutRights() {
    expect(
        "shop/dry",
        "DryRun",
        "True, WouldScale: would scale from 2 to 4; reason: cpu resource utilization (percentage"
            + " of request) above target");
    expect(
        "shop/paused",
        "ScalingActive",
        "False, Paused: the mode is Paused until 2099-12-31T00:00:00Z; the target keeps its"
            + " replicas");
    expect(
        "shop/up",
        "ScalingLimited",
        "True, ScaleUpOnly: the mode is ScaleUpOnly; scale-downs are held");
    expect(
        "shop/typo",
        "OptionsValid",
        "False, InvalidOptions: annotation \"hpa.dev/mod\": unknown key; \"hpa options\" lists the"
            + " known ones");
    expect(
        "shop/scheduled",
        "ScheduleActive",
        "True, BoundsReplaced: schedule always is active; minReplicas 3 and maxReplicas 6 apply");
    expect("shop/marked", "ScalingActive", "True, ValidMetricFound: " + VALID_CPU);
    expect("shop/precise", "ScalingActive", "True, ValidMetricFound: " + VALID_CPU);
    expect("shop/slow", "ScalingActive", "True, ValidMetricFound: " + VALID_CPU);
    for (String each : List.of("shop/starting", "shop/delayed")) {
      expect(
          each,
          "ScalingActive",
          "False, FailedGetResourceMetric: the HPA was unable to compute the replica count: failed"
              + " to get cpu utilization: did not receive metrics for targeted pods (pods might be"
              + " unready)");
    }
    expect(
        "shop/fallen",
        "FallbackActive",
        "True, MetricsFailed: failed metrics fall back: external metric broken"
            + " (CurrentReplicasIfHigher 3)");
    expect(
        "shop/idle",
        "ScalingActive",
        "False, FailedGetExternalMetric: the HPA was unable to compute the replica count: the answer"
            + " is 0, which option treat-as-missing=zero rejects");
  }

  private void expect(String autoscaler, String type, String condition) {
    expected.put(autoscaler + " " + type, condition);
  }

  private void await(Daemon controller, LabApi admin) throws Exception {
    try {
      controller.await("conditions", PATIENCE, () -> actual(admin).equals(expected));
    } catch (AssertionError late) {
      assertEquals(lines(expected), lines(actual(admin)), late.getMessage());
      throw late;
    }
  }

  private static String lines(Map<String, String> conditions) {
    return conditions.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining("\n"));
  }

  private Map<String, String> actual(LabApi admin) throws Exception {
    Map<String, String> conditions = new LinkedHashMap<>();
    for (String each : expected.keySet()) {
      String[] parts = each.split("[/ ]");
      conditions.put(each, "");
      JsonNode status = admin.get(path(parts[0], parts[1])).path("status");
      for (JsonNode condition : status.path("conditions")) {
        if (condition.path("type").asText().equals(parts[2])) {
          conditions.put(
              each,
              "%s, %s: %s"
                  .formatted(
                      condition.path("status").asText(),
                      condition.path("reason").asText(),
                      condition.path("message").asText()));
        }
      }
    }
    return conditions;
  }

  private static String path(String namespace, String name) {
    return "/apis/autoscaling/v2/namespaces/" + namespace + "/horizontalpodautoscalers/" + name;
  }

  private void endModesAndRollouts(Daemon controller, LabApi admin) throws Exception {
    admin.merge(
        path("shop", "dry"),
        Json.tree("{\"metadata\": {\"annotations\": {\"hpa.dev/mode\": null}}}"));
    admin.merge(path("shop", "slow"), Json.tree("{\"spec\": {\"minReplicas\": 3}}"));
    admin.merge(
        "/apis/apps/v1/namespaces/shop/deployments/rolling/status",
        Json.tree("{\"status\": {\"updatedReplicas\": 2}}"));
    admin.merge(
        "/api/v1/namespaces/stores",
        Json.tree("{\"metadata\": {\"annotations\": {\"hpa.dev/rollout\": \"Ignore\"}}}"));
    expect("shop/dry", "DryRun", "");
    expect(
        "shop/dry", "AbleToScale", "True, ReadyForNewScale: recommended size matches current size");
    expect(
        "shop/slow",
        "AbleToScale",
        "True, SucceededRescale: the HPA controller was able to update the target scale to 3");
    expect("shop/rolling", "RolloutInProgress", "False, NoRollout: the target does not roll out");
    expect("stores/db", "RolloutInProgress", "");
    await(controller, admin);
  }

  private void beginOutage(Daemon controller, LabApi admin) throws Exception {
    outage.set(true);
    for (int i = 0; i < SHARDS; i++) {
      expect(
          "shards/shard-" + i,
          "OutageGuardActive",
          "True, ProviderOutage: scale-downs by values of metrics providers with an outage are"
              + " held: external-metrics");
    }
    await(controller, admin);
  }

  private static void assertEvents(LabApi admin) throws Exception {
    assertEquals(
        List.of(
            "Normal WouldScale: would scale from 2 to 4; reason: cpu resource utilization"
                + " (percentage of request) above target"),
        events(admin, "dry", "WouldScale"));
    assertEquals(
        List.of(
            "Warning InvalidOptions: annotation \"hpa.dev/mod\": unknown key; \"hpa options\" lists"
                + " the known ones"),
        events(admin, "typo", "InvalidOptions"));
    assertEquals(
        List.of(
            "Warning FallbackActivated: failed metrics fall back: external metric broken"
                + " (CurrentReplicasIfHigher 3)"),
        events(admin, "fallen", "FallbackActivated"));
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 3; reason: fallback of external metric broken"
                + " (CurrentReplicasIfHigher 3)"),
        events(admin, "fallen", "SuccessfulRescale"));
  }

  /** Returns the events of an autoscaler, without those of other reasons. */
  private static List<String> events(LabApi admin, String name, String reason) throws Exception {
    List<String> found = new ArrayList<>();
    for (JsonNode each : admin.get("/api/v1/namespaces/shop/events").path("items")) {
      if (each.at("/involvedObject/name").asText().equals(name)
          && each.path("reason").asText().equals(reason)) {
        found.add(
            "%s %s: %s"
                .formatted(each.path("type").asText(), reason, each.path("message").asText()));
      }
    }
    return found;
  }

  private static Set<String> denied(List<AuditedRequest> asked) {
    return asked.stream()
        .filter(AuditedRequest::isDenied)
        .map(each -> each.verb() + " " + each.group() + "/" + each.resource())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Only these are scaled: "dry" after its mode has ended, and "slow" when its spec changed. */
  private static void assertScaled(List<AuditedRequest> asked) {
    Map<String, Set<Integer>> replicas = new TreeMap<>();
    for (AuditedRequest each : asked) {
      if (each.isUpdateOf("scale")) {
        replicas
            .computeIfAbsent(each.name(), first -> new TreeSet<>())
            .add(each.body().at("/spec/replicas").asInt());
      }
    }
    assertEquals(Set.of("dry", "fallen", "scheduled", "slow", "typo"), replicas.keySet());
    assertEquals(Set.of(3), replicas.get("fallen"));
    assertEquals(Set.of(3), replicas.get("scheduled"));
    assertEquals(Set.of(3), replicas.get("slow"));
    assertTrue(replicas.getOrDefault("dry", Set.of()).contains(4), replicas::toString);
  }
}
