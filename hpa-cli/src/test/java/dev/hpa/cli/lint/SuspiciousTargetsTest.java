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

/** Targets that are valid and mean something else than their authors think. */
class SuspiciousTargetsTest {

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: app, resources: {requests: {cpu: 200m}}}]}
      ---
      """;

  private static String autoscaler(int min, String metric) {
    return """
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: web}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
      minReplicas: %d
      maxReplicas: 20
      metrics: [%s]
    """
        .formatted(min, metric);
  }

  private static List<String> messages(String input, String... options) {
    String[] arguments = new String[options.length + 5];
    System.arraycopy(new String[] {"lint", "-o", "json", "-f", "-"}, 0, arguments, 0, 5);
    System.arraycopy(options, 0, arguments, 5, options.length);
    return Json.tree(Program.run(input, arguments).out())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .filter(each -> !each.path("level").asText().equals("note"))
        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "50m|25 %|50",
        "10m|5 %|10",
        "90m|45 %|90",
        "100m||",
        "110m||",
        "55m||",
        "0.05|25 %|50",
      })
  void aPercentageIsNoQuantity(String value, String share, String percent) {
    List<String> expected =
        share == null
            ? List.of()
            : List.of(
                "percent-as-quantity: %s is %s of the requested 200m; for %s %% write averageUtilization: %s"
                    .formatted(value.equals("0.05") ? "50m" : value, share, percent, percent));
    String target = "target: {type: AverageValue, averageValue: " + value + "}";
    assertEquals(
        expected,
        messages(WEB + autoscaler(1, "{type: Resource, resource: {name: cpu, " + target + "}}")));
    assertEquals(
        expected,
        messages(
            WEB
                + autoscaler(
                    1,
                    "{type: ContainerResource, containerResource: {name: cpu, container: app, "
                        + target
                        + "}}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "6|750m|ceil(1 ÷ 0.75) = 2 pods, not more than minReplicas 6",
        "2|0.1|ceil(1 ÷ 0.1) = 10 pods",
        "1|750m|",
        "6|1|",
      })
  void aShareProposesFewPods(int min, String value, String proposal) {
    String external =
        "{type: External, external: {metric: {name: busy}, target: {type: AverageValue,"
            + " averageValue: %s}}}";
    assertEquals(
        proposal == null
            ? List.of()
            : List.of(
                "ratio-with-average-value: if \"busy\" is a share, 1 at most, it proposes at most "
                    + proposal),
        messages(autoscaler(min, external.formatted(value))));
  }

  private static String scaledObject(int min, String trigger) {
    return """
    apiVersion: keda.sh/v1alpha1
    kind: ScaledObject
    metadata: {name: registry, namespace: web}
    spec:
      scaleTargetRef: {name: registry}
      minReplicaCount: %d
      maxReplicaCount: 20
      triggers:
      - type: prometheus
        name: busy-threads
        %s
    """
        .formatted(min, trigger);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "6|metadata: {serverAddress: 'http://p', threshold: '0.75', query: 'avg(a / b)'}|a share is"
            + " divided by the pods, so that n pods need n times 0.75, and a share of 1 proposes 2;"
            + " set metricType: Value, or a query that adds up over pods",
        "1|metadata: {serverAddress: 'http://p', threshold: '80', query: '100 * sum(a) / sum(b)'}|an"
            + " average or a quotient is divided by the pods, so that n pods need n times 80; set"
            + " metricType: Value, or a query that adds up over pods",
        "1|metadata: {serverAddress: 'http://p', threshold: '0.75', query: 'sum(a)'}|",
        "6|metadata: {serverAddress: 'http://p', threshold: '75', query: 'sum(a / b)'}|",
        "6|metadata: {serverAddress: 'http://p', threshold: '0.75', query: 'avg(a)'},  metricType:"
            + " Value|",
      })
  void aTriggerOfKedaHasTheSameProblem(
      int min, String trigger, String message, @TempDir Path folder) throws IOException {
    String manifest = scaledObject(min, trigger.replace(",  metricType", "\n    metricType"));
    assertEquals(
        message == null ? List.of() : List.of("ratio-with-average-value: " + message),
        messages(manifest));
    Program convert =
        Program.run(
            manifest, "convert", "-f", "-", "--rules", folder.resolve("rules.yaml").toString());
    assertEquals(0, convert.status(), convert.err());
    String note = "note: spec.triggers[0].metadata.threshold: ";
    assertEquals(message != null, convert.err().contains(note + message), convert.err());
  }

  @Test
  void aRuleWithoutLabelsGivesNoValueOfAPod(@TempDir Path folder) throws IOException {
    String rules =
        """
        rules:
        - seriesQuery: prop_consumer{label="test"}
          resources: {overrides: {namespace: {resource: namespace}, pod: {resource: pod}}}
          name: {matches: prop_consumer, as: custom_metric}
          metricsQuery: %s
        """;
    String pods =
        autoscaler(
            1,
            "{type: Pods, pods: {metric: {name: custom_metric}, target: {type: AverageValue,"
                + " averageValue: 10}}}");
    Path file = folder.resolve("rules.yaml");
    for (String query :
        List.of(
            "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)",
            "<<.Series>>{<<.LabelMatchers>>}",
            "sum(prop_consumer{<<.LabelMatchers>>}) by (pod)")) {
      Files.writeString(file, rules.formatted(query));
      assertEquals(List.of(), messages(pods, "--prometheus-rules", file.toString()), query);
    }
    for (String query :
        List.of("sum(prop_consumer{label=\"test\"})", "sum(<<.Series>>{<<.LabelMatchers>>})")) {
      Files.writeString(file, rules.formatted(query));
      assertEquals(
          List.of(
              "rule-without-group-by: the query of \"custom_metric\", %s, gives one series without labels"
                  .formatted(query)),
          messages(pods, "--prometheus-rules", file.toString()));
    }
    assertTrue(LintRule.RULE_WITHOUT_GROUP_BY.fix().contains("<<.GroupBy>>"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "hard: {requests.cpu: 3}|need 133 % of requests.cpu 3: web 20 × 200m",
        "hard: {cpu: 4, pods: 19}|need 105 % of pods 19: web 20 × 1",
        "hard: {requests.cpu: 4, limits.cpu: 1, requests.memory: 1Gi}|",
        "scopes: [BestEffort], hard: {pods: 1}|",
        "hard: {pods: 0}|need more of pods 0: web 20 × 1",
        "hard: {pods: many}|",
      })
  void allAutoscalersAtTheirMaximumFitIntoTheQuota(String spec, String need) {
    String quota =
        "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {%s}\n---\n"
            .formatted(spec);
    String cpu =
        "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
            + " 70}}}";
    assertEquals(
        need == null
            ? List.of()
            : List.of("max-exceeds-quota: at maxReplicas the workloads with HPAs " + need),
        messages(quota + WEB + autoscaler(1, cpu)));
    assertEquals(
        List.of(),
        messages(quota.replace("name: q", "name: q, namespace: other") + WEB + autoscaler(1, cpu)));
  }
}
