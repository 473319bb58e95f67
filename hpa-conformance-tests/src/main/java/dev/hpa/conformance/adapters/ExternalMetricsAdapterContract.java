package dev.hpa.conformance.adapters;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Selector;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What every server of {@code external.metrics.k8s.io/v1beta1} has to do, as tests. An author
 * extends this class and names a metric. Metrics are asked for in lower case, as autoscalers do.
 */
public abstract class ExternalMetricsAdapterContract extends AdapterContract {

  protected ExternalMetricsAdapterContract() {
    super("external.metrics.k8s.io", "ExternalMetricValueList", Set.of("v1beta1"));
  }

  /** A selector of series which leaves some; empty for all. */
  @Override
  protected String selector() {
    return "";
  }

  @Override
  final String path(String version, String name) {
    return inNamespace(version, name);
  }

  @Override
  final String nameIn(String version, JsonNode item) {
    return item.path("metricName").asText("");
  }

  @Override
  final String windowMember(String version) {
    return "window";
  }

  @Test
  final void seriesHaveTextsAsLabels() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode labels = item.path("metricLabels");
          boolean isUnset = labels.isMissingNode() || labels.isNull();
          assertTrue(
              isUnset || labels.isObject(),
              "the metricLabels in the answer to " + reply.target() + " are " + labels);
          labels.forEach(
              label ->
                  assertTrue(
                      label.isTextual(),
                      "a label in the answer to " + reply.target() + " is " + label));
        });
  }

  @Test
  final void labelSelectorsChooseSeries() throws IOException {
    assumeFalse(selector().isEmpty(), "selector() is not overridden: no labels are known");
    Selector selector = Selector.parse(selector());
    checkItems(
        (version, reply, item) -> {
          Map<String, String> labels = new HashMap<>();
          item.path("metricLabels")
              .properties()
              .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
          assertTrue(
              selector.matches(labels),
              "a series in the answer to " + reply.target() + " has the labels " + labels);
        });
  }
}
