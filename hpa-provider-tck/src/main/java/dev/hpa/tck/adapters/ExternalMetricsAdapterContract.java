package dev.hpa.tck.adapters;

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
 * The contract of servers of {@code external.metrics.k8s.io/v1beta1} as tests. An author extends
 * this class and names a metric. Queries use lower-case names, as HPA controllers do.
 */
public abstract class ExternalMetricsAdapterContract extends AdapterContract {

  protected ExternalMetricsAdapterContract() {
    super("external.metrics.k8s.io", "ExternalMetricValueList", Set.of("v1beta1"));
  }

  /** Returns a selector that matches at least one series; empty for all. */
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
  final String windowField(String version) {
    return "window";
  }

  @Test
  final void labelsAreStrings() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode labels = item.path("metricLabels");
          boolean isUnset = labels.isMissingNode() || labels.isNull();
          assertTrue(isUnset || labels.isObject(), reply.target() + ": metricLabels is " + labels);
          labels.forEach(
              label -> assertTrue(label.isTextual(), reply.target() + ": label is " + label));
        });
  }

  @Test
  final void labelSelectorFiltersSeries() throws IOException {
    assumeFalse(selector().isEmpty(), "selector() is not overridden: the test needs a label");
    Selector selector = Selector.parse(selector());
    checkItems(
        (version, reply, item) -> {
          Map<String, String> labels = new HashMap<>();
          item.path("metricLabels")
              .properties()
              .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
          assertTrue(
              selector.matches(labels), reply.target() + ": series with the labels " + labels);
        });
  }
}
