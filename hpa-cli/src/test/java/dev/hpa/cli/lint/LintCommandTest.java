package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

class LintCommandTest {

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: app
              resources: {requests: {cpu: 100m}, limits: {cpu: 200m}}
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web, namespace: shop}
      spec:
        minReplicas: 2
        maxReplicas: 4
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
      """;

  private static final String INVALID =
      "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"web\"},"
          + "\"spec\":{\"minReplicas\":0,\"maxReplicas\":3,\"scaleTargetRef\":{\"kind\":\"Deployment\","
          + "\"name\":\"web\",\"apiVersion\":\"apps/v1\"}}}";

  @Test
  void validPairHasNoFindings() {
    Program program = lint(DEPLOYMENT + "---\n" + AUTOSCALER);
    assertEquals("2 documents: 0 errors, 0 warnings\n", program.out());
    assertEquals(0, program.status());
  }

  @Test
  void textsOfManifestsCannotSteerTheTerminal() {
    String name = "\"name\":\"we\\u001b[2J\\nerror \\u202eb\"";
    Program program = lint(INVALID.replace("\"name\":\"web\"", name));
    assertEquals(1, program.status());
    assertTrue(program.out().contains("we\\x1b[2J\\nerror \\u202eb"), program.out());
    assertFalse(program.out().contains("\u001b"), program.out());
    assertFalse(program.out().contains("\u202e"), program.out());
  }

  @Test
  void evaluationsCannotSteerTheTerminal() {
    String scenario =
        """
        name: "we\\e[2J\\nb"
        steps:
        - at: 227927h45m1s
          apply:
          - apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: web, namespace: shop}
            spec:
              scaleTargetRef: {apiVersion: apps/v1, kind: "Dep\\e[31m", name: web}
              maxReplicas: 3
              metrics:
              - type: Resource
                resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
          reconcile: [shop/web]
        """;
    Program program = Program.run(scenario, "evaluate", "--trace", "-f", "-");
    assertFalse(program.out().contains("\u001b"), program.out());
    assertTrue(program.out().startsWith("we\\x1b[2J\\nb\n"), program.out() + program.err());
    assertTrue(program.out().contains("  2025-12-31T23:45:01Z shop/web "), program.out());
  }

  @Test
  void errorsAreThoseOfTheApiServer() {
    Program program =
        lint(
            INVALID + "\n" + INVALID,
            "-o",
            "ndjson",
            "--only=errors",
            "--feature-gates=HPAScaleToZero=false");
    assertEquals(1, program.status());
    assertEquals(2, program.lines().size());
    assertEquals(
        "{\"name\":\"web\",\"errors\":["
            + "{\"reason\":\"FieldValueForbidden\",\"field\":\"spec.metrics\","
            + "\"message\":\"Forbidden: must specify at least one Object or External metric to"
            + " support scaling to zero replicas\"},"
            + "{\"reason\":\"FieldValueInvalid\",\"field\":\"spec.minReplicas\","
            + "\"message\":\"Invalid value: 0: must be greater than or equal to 1\"}]}",
        program.lines().getFirst());
  }

  @Test
  void featureGatesAreThoseOfTheApiServer() {
    Program program =
        lint(INVALID, "-o", "ndjson", "--only=errors", "--feature-gates=HPAScaleToZero=true");
    assertEquals(1, Json.tree(program.out()).path("errors").size());
    assertEquals(2, lint(INVALID, "--feature-gates=Other=true").status());
    assertEquals(2, lint(INVALID, "--feature-gates=HPAScaleToZero=maybe").status());
  }

  @Test
  void decodeErrorIsTheOnlyFinding() {
    assertEquals(
        "[{\"reason\":\"BadRequest\",\"field\":\"spec.maxReplicas\","
            + "\"message\":\"number 2.5 is not an integer\"}]",
        errors(INVALID.replace("Replicas\":3", "Replicas\":2.5")));
    assertEquals(
        "[{\"reason\":\"BadRequest\",\"field\":\"metadata.labels.example.com/a\","
            + "\"message\":\"number 1 is not a string\"}]",
        errors(
            INVALID.replace("\"metadata\":{", "\"metadata\":{\"labels\":{\"example.com/a\":1},")));
    assertEquals(
        "[{\"reason\":\"BadRequest\",\"field\":\"spec.x\","
            + "\"message\":\"strict decoding error: unknown field \\\"spec.x\\\"\"}]",
        errors(INVALID.replace("\"spec\":{", "\"spec\":{\"x\":1,")));
    assertEquals(
        "[{\"reason\":\"BadRequest\",\"field\":\"spec.minReplicas\","
            + "\"message\":\"strict decoding error: duplicate field \\\"spec.minReplicas\\\"\"}]",
        errors(INVALID.replace("\"spec\":{", "\"spec\":{\"minReplicas\":1,")));
  }

  @Test
  void textNamesFileDocumentLineAndField() {
    Program program = lint(AUTOSCALER.replace("maxReplicas: 4", "maxReplicas: 0"));
    assertEquals(1, program.status());
    assertEquals("- document 1: HorizontalPodAutoscaler shop/web", program.lines().getFirst());
    assertEquals(
        "  error    line 6  spec.maxReplicas  Invalid value: 0: must be greater than or equal to"
            + " `minReplicas`",
        program.lines().get(1));
  }

  /** Equal findings differ in their place only. */
  @Test
  void whyAndFixArePrintedOncePerRule() {
    String fixed =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web}
        spec:
          minReplicas: 3
          maxReplicas: 3
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        """;
    Program run = Program.run(fixed + "---\n" + fixed.replace("web", "api"), "lint", "-f", "-");
    assertEquals(2, run.out().split("\\[fixed-replicas]", -1).length - 1, run.out());
    assertEquals(1, run.out().split("\nfixed-replicas\n  why: ", -1).length - 1, run.out());
    assertEquals(1, run.out().split("\n  fix: ", -1).length - 1, run.out());
    assertFalse(run.out().contains("\u001b"), "no colors without a terminal");
  }

  @Test
  void repeatedKeysOfYamlAreFound() {
    Program program =
        lint(AUTOSCALER.replace("maxReplicas: 4", "maxReplicas: 4\n  maxReplicas: 5"));
    assertTrue(program.out().contains("duplicate field \"spec.maxReplicas\""), program.out());
  }

  @Test
  void warningsAloneFailOnlyWhenStrict() {
    String fixed = AUTOSCALER.replace("minReplicas: 2", "minReplicas: 4");
    assertEquals(0, lint(fixed).status());
    assertEquals(1, lint(fixed, "--strict").status());
    assertEquals(List.of("fixed-replicas"), warnings(fixed));
    String scheduled =
        fixed.replace(
            "namespace: shop",
            "namespace: shop, annotations: {hpa.dev/schedule.day: 08:00-20:00 max=9}");
    assertEquals(0, lint(scheduled, "--strict").status());
    assertEquals(List.of(), warnings(scheduled));
    assertFalse(lint(fixed, "-o", "json", "--only", "errors").out().contains("warnings"));
  }

  @Test
  void findsProblemsOfOneAutoscaler() {
    assertEquals(
        List.of("removed-version"),
        warnings(AUTOSCALER.replace("autoscaling/v2", "autoscaling/v2beta2")));
    assertEquals(
        List.of("unscalable-target"), warnings(AUTOSCALER.replace("Deployment", "DaemonSet")));
    assertEquals(
        List.of("metric-does-not-fall"),
        warnings(
            AUTOSCALER
                + "  - {type: External, external: {metric: {name: q}, target: {type: Value, value:"
                + " 3}}}\n"));
    assertEquals(
        List.of("repeated-metric"),
        warnings(
            AUTOSCALER
                + "  - {type: Resource, resource: {name: cpu, target: {type: AverageValue,"
                + " averageValue: 1}}}\n"));
    assertEquals(
        List.of("never-scales"),
        warnings(
            AUTOSCALER
                + "  behavior: {scaleUp: {selectPolicy: Disabled}, scaleDown: {selectPolicy:"
                + " Disabled}}\n"));
    assertEquals(
        List.of("ignored-annotation"),
        warnings(
            AUTOSCALER.replace(
                "namespace: shop}",
                "namespace: shop, annotations: {autoscaling.alpha.kubernetes.io/behavior:"
                    + " '{}'}}")));
  }

  @Test
  void windowsAndPeriodsAreComparedWithTheSyncPeriod() {
    String behavior =
        AUTOSCALER
            + "  behavior: {scaleDown: {stabilizationWindowSeconds: 20, policies: "
            + "[{type: Pods, value: 1, periodSeconds: 20}]}}\n";
    assertEquals(List.of(), warnings(behavior));
    assertEquals(
        List.of("shorter-than-sync", "shorter-than-sync"),
        warnings(behavior, "--sync-period", "30s"));
  }

  @Test
  void toleranceIsComparedWithTheSmallestStep() {
    String behavior = AUTOSCALER + "  behavior: {scaleUp: {tolerance: %s}}\n";
    assertEquals(List.of(), warnings(behavior.formatted("330m")));
    assertEquals(List.of("tolerance-hides-step"), warnings(behavior.formatted("340m")));
    assertEquals(
        List.of("dropped-tolerance"),
        warnings(
            behavior.formatted("340m"),
            "--kubernetes-version=1.36",
            "--feature-gates=HPAConfigurableTolerance=false"));
    String large = AUTOSCALER.replace("minReplicas: 2", "minReplicas: 10");
    assertEquals(List.of(), warnings(AUTOSCALER.replace("maxReplicas: 4", "maxReplicas: 100")));
    assertEquals(
        List.of("tolerance-hides-step", "tolerance-hides-step"),
        warnings(large.replace("maxReplicas: 4", "maxReplicas: 100")));
  }

  @Test
  void findsProblemsAcrossDocuments() {
    assertEquals(
        List.of("missing-requests"),
        warnings(DEPLOYMENT + "      - name: side\n---\n" + AUTOSCALER));
    assertEquals(
        List.of("target-above-limit"),
        warnings(DEPLOYMENT + "---\n" + AUTOSCALER.replace("70", "200")));
    assertEquals(
        List.of("replicas-in-workload"),
        warnings(
            DEPLOYMENT.replace("spec:\n  sel", "spec:\n  replicas: 3\n  sel")
                + "---\n"
                + AUTOSCALER));
    assertEquals(
        List.of("shared-target", "shared-target"),
        warnings(AUTOSCALER + "---\n" + AUTOSCALER.replace("{name: web,", "{name: other,")));
    assertEquals(
        List.of("overlapping-selectors"),
        warnings(
            DEPLOYMENT
                + "---\n"
                + DEPLOYMENT
                    .replace("{name: web,", "{name: canary,")
                    .replace("matchLabels: {app: web}", "matchLabels: {app: web, track: canary}")
                    .replace("labels: {app: web}}", "labels: {app: web, track: canary}}")
                + "---\n"
                + AUTOSCALER));
    assertEquals(
        List.of("unknown-container"),
        warnings(
            DEPLOYMENT
                + "---\n"
                + AUTOSCALER
                + "  - {type: ContainerResource, containerResource: {name: cpu, container: ap, "
                + "target: {type: AverageValue, averageValue: 1}}}\n"));
  }

  @Test
  void sarifHasRulesResultsAndLines() {
    JsonNode sarif =
        Json.tree(
            lint(AUTOSCALER.replace("minReplicas: 2", "minReplicas: 5"), "-o", "sarif").out());
    assertEquals("2.1.0", sarif.path("version").asText());
    JsonNode run = sarif.at("/runs/0");
    assertEquals("hpa lint", run.at("/tool/driver/name").asText());
    JsonNode result = run.at("/results/0");
    assertEquals("error", result.path("level").asText());
    assertEquals(6, result.at("/locations/0/physicalLocation/region/startLine").asInt());
    List<String> rules =
        run.at("/tool/driver/rules").valueStream().map(rule -> rule.path("id").asText()).toList();
    assertTrue(rules.contains(result.path("ruleId").asText()));
    assertEquals(0, Json.tree(lint(AUTOSCALER, "-o", "sarif").out()).at("/runs/0/results").size());
  }

  @Test
  void malformedInputIsAnError() {
    assertEquals(1, lint("a: [").status());
    assertEquals(1, lint("[]").status());
    assertEquals(1, lint("just text").status());
    assertEquals(0, lint("").status());
    assertEquals(2, Program.run("", "lint").status());
    assertEquals(2, Program.run("", "lint", "-f", "/no/such").status());
  }

  private static String errors(String line) {
    Program program = lint(line, "-o", "ndjson");
    assertEquals(1, program.status());
    return Json.tree(program.out()).path("errors").toString();
  }

  private static List<String> warnings(String input, String... options) {
    String[] all = java.util.Arrays.copyOf(options, options.length + 2);
    all[options.length] = "-o";
    all[options.length + 1] = "ndjson";
    Program program = lint(input, all);
    return program.lines().stream()
        .flatMap(line -> Json.tree(line).path("warnings").valueStream())
        .map(warning -> warning.path("reason").asText())
        .toList();
  }

  private static Program lint(String input, String... options) {
    String[] all = new String[options.length + 3];
    all[0] = "lint";
    all[1] = "-f";
    all[2] = "-";
    System.arraycopy(options, 0, all, 3, options.length);
    return Program.run(input, all);
  }
}
