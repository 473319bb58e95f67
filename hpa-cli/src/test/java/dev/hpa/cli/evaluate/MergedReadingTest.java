package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.controller.plugins.BuiltInProviders;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.metrics.resource.PodLists;
import dev.hpa.metrics.resource.ResourceMetricProviderFactory;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The decisions equal the recorded ones if all queries of an autoscaler are batched and resource
 * metrics are read from a list of the namespace.
 */
class MergedReadingTest {

  @TempDir private Path folder = Path.of("unset");

  @Tag("thorough")
  @Test
  void mergedReadsGiveTheRecordedDecisions() throws IOException {
    RecordedScenarios.in(folder);
    Merged merged = new Merged();
    ScenarioFiles.visit(List.of(folder.toString()), merged);
    assertTrue(merged.compared > merged.leftOut, merged.compared + " of them were compared");
  }

  private static final class Merged implements ScenarioFiles.Visitor {
    int compared;
    int leftOut;

    @Override
    public boolean scenario(String place, JsonNode node) {
      try {
        Scenario scenario = ScenarioReader.read(node);
        if (countsCalls(scenario)) {
          leftOut++;
          return true;
        }
        compared++;
        ObjectNode output = Evaluation.run(scenario, TraceFormat.NONE, MergedReadingTest::together);
        assertEquals(List.of(), ResultComparison.of(scenario, output), scenario::name);
        return true;
      } catch (ScenarioFormatException failure) {
        throw new IllegalArgumentException(place, failure);
      }
    }

    @Override
    public boolean unreadable(String place, String why) {
      throw new IllegalArgumentException(place + ": " + why);
    }
  }

  /** With fewer calls, such faults affect other queries. */
  private static boolean countsCalls(Scenario scenario) {
    return scenario.steps().stream()
        .flatMap(step -> step.faults().stream())
        .anyMatch(
            fault ->
                fault.api().endsWith("metrics.k8s.io") && (fault.skip() > 0 || fault.times() > 0));
  }

  private static MetricReader together(ProviderContext context) {
    Map<MetricQuery.Kind, MetricProvider> providers =
        new EnumMap<>(BuiltInProviders.create(context));
    providers.put(
        MetricQuery.Kind.POD_RESOURCE,
        new ResourceMetricProviderFactory(PodLists.BY_NAMESPACE).create(context));
    return (hpa, queries, memory) -> {
      Map<MetricQuery, MetricResult> results = new HashMap<>();
      queries.stream()
          .collect(Collectors.groupingBy(MetricQuery::kind, Collectors.toSet()))
          .forEach(
              (kind, asked) ->
                  results.putAll(Objects.requireNonNull(providers.get(kind)).read(asked)));
      return queries.stream().map(query -> Objects.requireNonNull(results.get(query))).toList();
    };
  }
}
