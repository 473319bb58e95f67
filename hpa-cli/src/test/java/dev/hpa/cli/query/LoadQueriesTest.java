package dev.hpa.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.query.LoadQueries.MetricRules;
import dev.hpa.cli.query.LoadQueries.NoQueryException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadQueriesTest {
  private static final String CPU =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}";
  private static final String MEMORY =
      "{type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 1Gi}}}";
  private static final String PODS =
      "{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue: 1}}}";
  private static final String VALUE =
      "{type: External, external: {metric: {name: delay}, target: {type: Value, value: 1}}}";

  private static final MetricRules RULES =
      (hpa, metric, pods) ->
          metric.pods() == null
              ? Optional.empty()
              : Optional.of("sum(hits{pod=~\"" + pods + "\"})");

  private static HorizontalPodAutoscaler autoscaler(String... metrics) throws IOException {
    String yaml =
        "{metadata: {name: web, namespace: shop}, spec: {scaleTargetRef: {kind: Deployment, name:"
            + " web, apiVersion: apps/v1}, maxReplicas: 9, metrics: ["
            + String.join(",", metrics)
            + "]}}";
    return HpaVersion.V2.decode(new YAMLMapper().readTree(yaml));
  }

  private static PastSeries of(HorizontalPodAutoscaler hpa, String pods) {
    return new PastSeries(hpa, pods, Map.of());
  }

  @Test
  void inASharedServerTheSeriesAreThoseOfTheCluster() throws Exception {
    PastSeries series =
        new PastSeries(autoscaler(CPU), "web-.+", Map.of("cluster", "pro\"duction"));
    assertEquals(
        "max(kube_horizontalpodautoscaler_spec_min_replicas{namespace=\"shop\","
            + "horizontalpodautoscaler=\"web\",cluster=\"pro\\\"duction\"})",
        series.minReplicas());
    assertEquals(
        "sum(rate(container_cpu_usage_seconds_total{namespace=\"shop\",pod=~\"web-.+\","
            + "container!=\"\",image!=\"\",cluster=\"pro\\\"duction\"}[3m]))",
        LoadQueries.of(series, MetricRules.NONE, UsageRate.SMOOTH).demand());
  }

  @Test
  void usageIsThatOfContainers() throws Exception {
    LoadQueries queries =
        LoadQueries.of(of(autoscaler(MEMORY, CPU), "web-.+"), MetricRules.NONE, UsageRate.SMOOTH);
    String containers = "{namespace=\"shop\",pod=~\"web-.+\",container!=\"\",image!=\"\"}";
    assertEquals(
        "sum(rate(container_cpu_usage_seconds_total" + containers + "[3m]))", queries.demand());
    assertEquals(
        Map.of("memory", "sum(container_memory_working_set_bytes" + containers + ")"),
        queries.ofMetrics());
  }

  @Test
  void replicasAreThoseOfKubeStateMetricsOrTheCountedPods() throws IOException {
    assertEquals(
        "max(kube_horizontalpodautoscaler_status_current_replicas{namespace=\"shop\","
            + "horizontalpodautoscaler=\"web\"}) or count(count by (pod)"
            + " (container_memory_working_set_bytes{namespace=\"shop\",pod=~\"web\\\\.a\","
            + "container!=\"\",image!=\"\"}))",
        of(autoscaler(CPU), "web\\.a").replicas());
  }

  @Test
  void theDemandIsCpuOrElseTheFirstMetricButMemory() throws Exception {
    assertEquals(
        "sum(hits{pod=~\"p\"})",
        LoadQueries.of(of(autoscaler(MEMORY, PODS), "p"), RULES, UsageRate.SMOOTH).demand());
    LoadQueries both = LoadQueries.of(of(autoscaler(PODS, CPU), "p"), RULES, UsageRate.SMOOTH);
    assertEquals(Map.of("hits", "sum(hits{pod=~\"p\"})"), both.ofMetrics());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MEMORY | its only metric is memory, which does not say how high the load is",
        "PODS   | no query is known for its metric hits; give --prometheus-rules with a rule for it",
        "VALUE  | the target of its metric delay is a Value, which does not say how high the load is",
      })
  void someLoadsHaveNoQuery(String metrics, String reason) throws IOException {
    HorizontalPodAutoscaler hpa =
        switch (metrics) {
          case "MEMORY" -> autoscaler(MEMORY);
          case "PODS" -> autoscaler(CPU, PODS);
          default -> autoscaler(CPU, VALUE);
        };
    NoQueryException none =
        assertThrows(
            NoQueryException.class,
            () -> LoadQueries.of(of(hpa, "web-.+"), MetricRules.NONE, UsageRate.SMOOTH));
    assertEquals(reason, none.getMessage());
  }
}
