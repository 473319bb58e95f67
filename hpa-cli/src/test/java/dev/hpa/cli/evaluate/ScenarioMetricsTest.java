package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics of scenarios, as adapters return and people write them. */
class ScenarioMetricsTest {

  private static final String SCENARIO =
      """
      name: metrics
      steps:
      - at: 0s
        apply:
        - apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata: {name: web, namespace: shop}
          spec:
            scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
            maxReplicas: 90
            metrics: [%s]
        - {apiVersion: autoscaling/v1, kind: Scale, metadata: {name: web, namespace: shop}, spec: {replicas: 2}, status: {replicas: 2, selector: app=web}}
        - &pod {apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop, labels: {app: web}}, spec: {containers: [{name: app}]}, status: {phase: Running, startTime: '1999-12-31T20:00:00Z', conditions: [{type: Ready, status: 'True', lastTransitionTime: '1999-12-31T20:00:20Z'}]}}
        - {<<: *pod, metadata: {name: web-2, namespace: shop, labels: {app: web}}}
        - {<<: *pod, metadata: {name: job-1, namespace: shop, labels: {app: job}}}
        %s
      """;

  private static final String EXTERNAL =
      "{type: External, external: {metric: {name: %s}, target: {type: AverageValue, averageValue: 10}}}";

  private static String list(String namespace, String... items) {
    return "- {apiVersion: external.metrics.k8s.io/v1beta1, kind: ExternalMetricValueList, metadata: {%s}, items: [%s]}"
        .formatted(namespace, String.join(", ", items));
  }

  private static String item(String metric, String value) {
    return "{metricName: %s, timestamp: '1999-12-31T23:59:50Z', value: '%s'}"
        .formatted(metric, value);
  }

  private static Program evaluate(List<String> metrics, String... objects) {
    return Program.run(
        SCENARIO.formatted(String.join(", ", metrics), String.join("\n  ", objects)),
        "evaluate",
        "-o",
        "json",
        "-f",
        "-");
  }

  private static String averages(Program run, String type) {
    assertEquals(0, run.status(), run.err());
    JsonNode metrics = Json.tree(run.out()).findPath("currentMetrics");
    return metrics
        .valueStream()
        .map(each -> each.path(type).path("current").path("averageValue").asText())
        .collect(Collectors.joining(" "));
  }

  @Test
  void responsesOfSeveralMetricsAddUp() {
    List<String> both = List.of(EXTERNAL.formatted("a"), EXTERNAL.formatted("b"));
    Program run =
        evaluate(
            both,
            list("namespace: shop", item("a", "40")),
            list("namespace: other", item("a", "1000")),
            list("namespace: shop", item("b", "10")),
            list("namespace: shop", item("a", "2")));
    assertEquals("21 5", averages(run, "external"));
  }

  @Test
  void aResponseWithoutNamespaceIsAnError() {
    Program run = evaluate(List.of(EXTERNAL.formatted("a")), list("", item("a", "40")));
    assertEquals(2, run.status());
    assertEquals(
        "hpa: - document 1: steps[0].apply[5] (ExternalMetricValueList): metadata.namespace:"
            + " required; add the namespace of the HPA, which a response of the API does not"
            + " contain\n",
        run.err());
  }

  /** The controller counts every item of the answer but those of pods that are ignored. */
  @Test
  void valuesOfPodsThatDoNotExistCount() {
    String pods =
        "{type: Pods, pods: {metric: {name: q}, target: {type: AverageValue, averageValue: 5}}}";
    String described =
        "{describedObject: {kind: Pod, namespace: shop, name: %s}, metric: {name: q}, timestamp:"
            + " '1999-12-31T23:59:50Z', value: '%d'}";
    Program run =
        evaluate(
            List.of(pods),
            "- {apiVersion: custom.metrics.k8s.io/v1beta2, kind: MetricValueList, metadata: {}, items: ["
                + String.join(
                    ", ",
                    described.formatted("web-1", 4),
                    described.formatted("web-2", 4),
                    described.formatted("web-8", 40),
                    described.formatted("web-9", 40),
                    described.formatted("job-1", 9000))
                + "]}");
    assertEquals("22", averages(run, "pods"));
    assertEquals(4, Json.tree(run.out()).findPath("scale").asInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ExternalMetricValueList | metadata: {namespace: shop}, items: [{metricName: a, value: 1}, {metricName: a, value: 4x}] | items[1].value: \"4x\" is not a quantity",
        "MetricValueList | items: [{describedObject: {kind: Pod, name: web-1}, metric: {name: q}, value: ''}] | items[0].value: \"\" is not a quantity",
        "MetricValueList | items: [{value: 1, timestamp: yesterday}] | items[0].timestamp: \"yesterday\" is not a time",
        "PodMetrics | metadata: {name: web-1, namespace: shop}, containers: [{name: a, usage: {cpu: 1}}, {name: b, usage: {cpu: 1 core}}] | containers[1].usage.cpu: \"1 core\" is not a quantity",
      })
  void aMalformedValueNamesStepItemAndValue(String kind, String fields, String problem) {
    Program run =
        evaluate(List.of(EXTERNAL.formatted("a")), "- {kind: %s, %s}".formatted(kind, fields));
    assertEquals(2, run.status());
    assertTrue(run.err().startsWith("hpa: - document 1: steps[0].apply[5] (" + kind), run.err());
    assertTrue(run.err().contains("): " + problem), run.err());
    assertEquals(1, run.err().lines().count());
  }
}
