package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import dev.hpa.cli.output.OutputFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules for options beyond their examples. */
class OptionRulesTest {

  private static final String CPU =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}";
  private static final String QUEUE =
      "{type: External, external: {metric: {name: queue},"
          + " target: {type: AverageValue, averageValue: \"30\"}}}";

  @TempDir private Path folder;

  private static String autoscaler(String annotations, String more, String... metrics) {
    return """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop, annotations: {%s}}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          metrics: [%s]
          minReplicas: 2
          maxReplicas: 8
        %s
        """
        .formatted(annotations, String.join(", ", metrics), more);
  }

  private static String namespace(String annotations) {
    return """
        ---
        apiVersion: v1
        kind: Namespace
        metadata: {name: shop, annotations: {%s}}
        """
        .formatted(annotations);
  }

  private static List<String> lint(String manifests, String... options) {
    String[] arguments = new String[options.length + 7];
    List<String> fixed = List.of("lint", "-o", "json", "--ignore", "target-not-given", "-f", "-");
    fixed.toArray(arguments);
    System.arraycopy(options, 0, arguments, 7, options.length);
    Program program = Program.run(manifests, arguments);
    assertEquals("", program.err());
    return Json.tree(program.out())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
        .toList();
  }

  @Test
  void anAggregateNeedsAMetricOfPods() {
    assertEquals(List.of(), lint(autoscaler("hpa.dev/aggregate.cpu: p90", "", CPU)));
    assertEquals(
        List.of(
            "option-without-metric: annotation \"hpa.dev/aggregate.gpu\": \"max\" names no metric of"
                + " the HPA; use one of: cpu, queue",
            "invalid-option: annotation \"hpa.dev/aggregate.queue\": \"max\" is invalid: the metric"
                + " has no values of pods; remove it"),
        lint(
            autoscaler(
                "hpa.dev/aggregate.gpu: max, hpa.dev/aggregate.queue: max", "", CPU, QUEUE)));
  }

  @Test
  void aUtilizationOfLimitsNeedsLimits() {
    String deployment =
        """
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec:
          template:
            spec:
              containers:
              - {name: app, resources: {requests: {cpu: 1}, limits: {cpu: 2}}}
              - {name: mesh, resources: {requests: {cpu: 1}}}
        """;
    assertEquals(List.of(), lint(autoscaler("hpa.dev/rollout: Compensate", deployment, CPU)));
    assertEquals(
        List.of(
            "missing-requests: Deployment web does not limit cpu in mesh, and request-base is"
                + " Limits"),
        lint(
            autoscaler(
                "hpa.dev/rollout: Compensate, hpa.dev/request-base: Limits", deployment, CPU)));
  }

  @Test
  void messagesOfIgnoredOptionsAreThoseOfTheController() {
    assertEquals(
        List.of(
            "unknown-option: \"hpa.dev/mod\" is not an option; did you mean hpa.dev/mode?",
            "invalid-option: annotation \"hpa.dev/sync-period\": \"500ms\" is invalid; use"
                + " duration from 1s to 24h",
            "contradicting-options: annotation \"hpa.dev/rollout-timeout\": \"5m\" has no effect;"
                + " it needs rollout Compensate"),
        lint(
            autoscaler(
                "hpa.dev/mod: Paused, hpa.dev/sync-period: 500ms, hpa.dev/rollout-timeout: 5m",
                "",
                CPU)));
  }

  @Test
  void aContradictionIsNotAnInvalidValue() {
    assertEquals(
        List.of(
            "contradicting-options: annotation \"hpa.dev/fallback-replicas\": \"4\" has no effect;"
                + " it needs another strategy than CurrentReplicas"),
        lint(
            autoscaler(
                "hpa.dev/fallback-replicas: \"4\", hpa.dev/fallback-strategy: CurrentReplicas",
                "",
                CPU)));
    assertEquals(
        List.of(
            "invalid-option: annotation \"hpa.dev/mode-until\": \"tomorrow\" is invalid; use RFC"
                + " 3339 time"),
        lint(autoscaler("hpa.dev/mode-until: tomorrow", "", CPU)));
  }

  @Test
  void anOptionOfTheNamespaceCompletesThatOfTheAutoscaler() {
    String manifests =
        autoscaler("hpa.dev/fallback-after: 5m", "", CPU)
            + namespace("hpa.dev/fallback-replicas: \"4\"");
    assertEquals(List.of(), lint(manifests));
  }

  @Test
  void optionsOfANamespaceAreCheckedOnce() {
    String manifests =
        autoscaler("", "", CPU)
            + namespace(
                "hpa.dev/mode: Stop, hpa.dev/nothing: x, hpa.dev/rollout-timeout: 5m,"
                    + " hpa.dev/fallback-replicas: \"9\"");
    assertEquals(
        List.of(
            "fallback-outside-bounds: 9 is above maxReplicas 8 (set on the Namespace)",
            "invalid-option: annotation \"hpa.dev/mode\" of the namespace: \"Stop\" is invalid; use"
                + " Active, DryRun, Paused or ScaleUpOnly",
            "unknown-option: \"hpa.dev/nothing\" is not an option"),
        lint(manifests));
  }

  @Test
  void otherAnnotationsAreNoOptions() {
    assertEquals(List.of(), lint(autoscaler("sandbox.hpa.dev/cpu: 1, owner: me", "", CPU)));
    assertEquals(
        List.of(),
        lint(
            "{apiVersion: v1, kind: Service, metadata: {name: a, annotations:"
                + " {sandbox.hpa.dev/cpu: 1}}}"));
  }

  @Test
  void theFallbackIsComparedWithTheReplicasOfALiveAutoscaler() {
    String live = "status: {desiredReplicas: 6, currentReplicas: 6, conditions: []}";
    assertEquals(
        List.of(
            "fallback-scales-down: the target needs 6 replicas now, and is scaled down to 4 while"
                + " metrics fail"),
        lint(autoscaler("hpa.dev/fallback-replicas: \"4\"", live, CPU)));
    assertEquals(List.of(), lint(autoscaler("hpa.dev/fallback-replicas: \"6\"", live, CPU)));
    assertEquals(
        List.of("fallback-outside-bounds: 1 is below minReplicas 2"),
        lint(autoscaler("hpa.dev/fallback-replicas: \"1\"", "", CPU)));
  }

  @Test
  void aFallbackAtZeroThatKeepsZeroIsReported() {
    String zero =
        autoscaler("hpa.dev/fallback-strategy: CurrentReplicas", "", QUEUE)
            .replace("minReplicas: 2", "minReplicas: 0");
    assertEquals(
        List.of("fallback-at-zero: at 0 replicas CurrentReplicas proposes 0"),
        lint(zero, "--feature-gates=HPAScaleToZero=true"));
  }

  @Test
  void newerValuesThanThoseOfMetricsServerAllowAShorterSyncPeriod() {
    assertEquals(List.of(), lint(autoscaler("hpa.dev/sync-period: 5s", "", CPU, QUEUE)));
    assertEquals(
        List.of(
            "sync-period-too-short: all metrics are read from metrics-server, which has no new"
                + " values every 5s"),
        lint(autoscaler("hpa.dev/sync-period: 5s", "", CPU)));
  }

  @Test
  void windowsAreComparedWithTheOwnSyncPeriod() {
    String window = "  behavior: {scaleUp: {stabilizationWindowSeconds: 20}}";
    assertEquals(List.of(), lint(autoscaler("", window, QUEUE)));
    assertEquals(
        List.of("shorter-than-sync: 20 s are shorter than the sync period of 30s"),
        lint(autoscaler("hpa.dev/sync-period: 30s", window, QUEUE)));
  }

  @Test
  void anObjectThatTheTargetControlsShowsThatItOwnsPods() {
    String custom =
        autoscaler("hpa.dev/selection-strategy: OwnerReference", "", CPU)
            .replace("apiVersion: apps/v1, kind: Deployment", "apiVersion: e.com/v1, kind: Shop");
    String bare =
        "---\n{apiVersion: e.com/v1, kind: Shop, metadata: {name: web, namespace: shop}}\n";
    String deployment =
        """
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: any
          namespace: shop
          ownerReferences:
          - {apiVersion: e.com/v2, kind: Shop, name: %s, uid: u, controller: true}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: app}]}
        """;
    String expected = "pods-not-owned: nothing in the files shows that Shop web controls pods";
    assertEquals(List.of(expected), lint(custom + bare));
    assertEquals(List.of(expected), lint(custom + bare + deployment.formatted("other")));
    assertEquals(List.of(), lint(custom + bare + deployment.formatted("web")));
  }

  @Test
  void aModeEndsAtModeUntil() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("hpa.yaml"),
            autoscaler(
                "hpa.dev/mode: Paused, hpa.dev/mode-until: \"2026-12-01T06:00:00Z\"", "", CPU));
    assertEquals(LintRun.Verdict.CLEAN, verdict(file, Instant.parse("2026-12-01T05:59:59Z")));
    assertEquals(LintRun.Verdict.WARNINGS, verdict(file, Instant.parse("2026-12-01T06:00:00Z")));
  }

  private static LintRun.Verdict verdict(Path file, Instant now) throws IOException {
    return new LintRun(
            new PrintWriter(new StringWriter()),
            new PrintWriter(new StringWriter()),
            OutputFormat.TEXT,
            DefaultLintOptions.of(
                HpaFeatureGates.DEFAULT, "default", Duration.ofSeconds(15), false, now))
        .check(List.of(file.toString()));
  }

  @Test
  void aFindingHasTheLineOfItsAnnotation() {
    String manifest =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata:
          name: web
          annotations:
            note: x
            hpa.dev/mode: Stop
        spec:
          maxReplicas: 8
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          metrics: [%s]
        """
            .formatted(CPU);
    Program program = Program.run(manifest, "lint", "-o", "json", "-f", "-");
    assertEquals(7, Json.tree(program.out()).at("/0/warnings/0/line").asInt(), program.out());
  }
}
