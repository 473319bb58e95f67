package dev.hpa.benchmarks.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricSeries;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class PopulationTest {

  private static Population external(Usage usage) {
    return new Population(4_000, 400, 10, usage, 0, Population.Pace.AT_ONCE, 4, false);
  }

  private static List<JsonNode> metrics(Population population, int number) {
    JsonNode metrics = population.autoscaler(number).at("/spec/metrics");
    return StreamSupport.stream(metrics.spliterator(), false).toList();
  }

  @Test
  void externalSeriesAreDistinctForEveryAutoscaler() {
    Population population = external(Usage.CHANGING);
    Set<JsonNode> series = new HashSet<>();
    for (int i = 0; i < population.autoscalers(); i++) {
      List<JsonNode> metrics = metrics(population, i);
      assertTrue(metrics.stream().allMatch(each -> each.path("type").asText().equals("External")));
      List<JsonNode> selected = metrics.stream().map(each -> each.at("/external/metric")).toList();
      assertEquals(
          population.externalNames(),
          selected.stream().map(each -> each.path("name").asText()).toList());
      series.addAll(selected);
    }
    assertEquals(1_600, series.size());
  }

  @Test
  void mixedAutoscalersHaveCpuAndAnExternalMetric() {
    Population population =
        new Population(400, 40, 4, Usage.CHANGING, 0, Population.Pace.AT_ONCE, 1, true);
    assertEquals(
        List.of("Resource", "External"),
        metrics(population, 7).stream().map(each -> each.path("type").asText()).toList());
  }

  @Test
  void autoscalersSelectTheirSeriesByLabel() {
    Population population = external(Usage.STEADY);
    Metric metric = new Metric.External("shop-1", population.externalNames().get(3));
    assertEquals(
        MetricSeries.parse("external/namespaces/shop-1/queue-3{app=web-11}"),
        new MetricSeries(metric, Population.externalLabels(11)));
    JsonNode selector = metrics(population, 11).get(3).at("/external/metric/selector/matchLabels");
    assertEquals(Json.tree("{\"app\": \"web-11\"}"), selector);
  }

  @Test
  void steadyExternalMetricsEqualTheTarget() {
    Population population = external(Usage.STEADY);
    JsonNode target = metrics(population, 5).getFirst().at("/external/target");
    assertEquals("AverageValue", target.path("type").asText());
    assertEquals("100", target.path("averageValue").asText());
    assertEquals("1000000m", population.externalValue(5));
  }

  @Test
  void oneInTwentyOfTheChangingExternalMetricsLeavesTheTolerance() {
    Population population = external(Usage.CHANGING);
    assertEquals("ramp:from=920000m,to=1080000m,over=30m", population.externalValue(18));
    assertEquals("sine:min=800000m,max=1400000m,period=8m", population.externalValue(19));
  }

  @Test
  void withoutExternalMetricsAutoscalersScaleOnTheCpu() {
    Population population =
        new Population(100, 10, 2, Usage.STEADY, 0, Population.Pace.AT_ONCE, 0, false);
    assertEquals(List.of(), population.externalNames());
    assertEquals("cpu", metrics(population, 3).getFirst().at("/resource/name").asText());
  }

  @Test
  void populationSurvivesJsonRoundTrip() {
    Population population = external(Usage.CHANGING);
    assertEquals(population, Json.read(Json.text(population), Population.class));
  }
}
