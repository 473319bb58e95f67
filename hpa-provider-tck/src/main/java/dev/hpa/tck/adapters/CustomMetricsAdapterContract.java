package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The contract of servers of {@code custom.metrics.k8s.io} as tests, for each served version of
 * v1beta1 and v1beta2. An author extends this class and names a Pods metric.
 *
 * <p>Many adapters write the apiVersion of a described pod as {@code /v1}. The tests accept it,
 * because HPA controllers do not read it.
 */
public abstract class CustomMetricsAdapterContract extends AdapterContract {

  private static final String METRIC_SELECTOR = "metricLabelSelector";
  private static final String V1BETA1 = "v1beta1";
  private static final String V1BETA2 = "v1beta2";

  protected CustomMetricsAdapterContract() {
    super("custom.metrics.k8s.io", "MetricValueList", Set.of(V1BETA1, V1BETA2));
  }

  /** Returns a label {@code key=value} of at least one pod that has a value. */
  @Override
  protected abstract String selector();

  /** Returns a selector of metric labels that matches at least one series. */
  protected String series() {
    return abort("series() is not overridden: the test needs a metric label");
  }

  /** Returns an object and its metric, such as {@code services/web/hits}. */
  protected String object() {
    return abort("object() is not overridden: the test needs an object with a metric");
  }

  @Override
  final String path(String version, String name) {
    return inNamespace(version, "pods", "*", name);
  }

  @Override
  final String nameIn(String version, JsonNode item) {
    return version.equals(V1BETA1)
        ? item.path("metricName").asText("")
        : item.at("/metric/name").asText("");
  }

  @Override
  final String windowField(String version) {
    return version.equals(V1BETA1) ? "window" : "windowSeconds";
  }

  /** Returns the names of the pods that have values. */
  private static Set<String> pods(HttpReply reply) {
    Set<String> names = new TreeSet<>();
    for (JsonNode item : reply.items()) {
      String name = item.at("/describedObject/name").asText("");
      assertTrue(names.add(name), reply.target() + ": pod \"" + name + "\" occurs more than once");
    }
    return names;
  }

  @Test
  final void itemsDescribePodsOfTheNamespace() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode described = item.path("describedObject");
          reply.checkField("Pod", described, "kind");
          reply.checkField(namespace(), described, "namespace");
          String apiVersion = described.path("apiVersion").asText("");
          assertTrue(
              apiVersion.equals("v1") || apiVersion.equals("/v1"),
              reply.target() + ": pod with the apiVersion \"" + apiVersion + "\"");
          assertFalse(
              described.path("name").asText("").isEmpty(), reply.target() + ": pod without a name");
        });
  }

  @Test
  final void everyPodHasOneValue() throws IOException {
    for (String version : versions()) {
      HttpReply all = values(version);
      all.someItems();
      String pod = pods(all).iterator().next();
      HttpReply one = get(inNamespace(version, "pods", pod, metric()), Map.of());
      assertEquals(Set.of(pod), pods(one), one.target() + ": pods");
    }
  }

  @Test
  final void labelSelectorFiltersPods() throws IOException {
    for (String version : versions()) {
      HttpReply chosen = values(version);
      chosen.someItems();
      HttpReply others = labelled(version, selector().replaceFirst("=", "!="));
      if (others.code() != 404) {
        Set<String> both = pods(others);
        both.retainAll(pods(chosen));
        assertEquals(Set.of(), both, "pods in both " + chosen.target() + " and " + others.target());
      }
    }
  }

  @Test
  final void metricSelectorFiltersSeries() throws IOException {
    for (String version : versions()) {
      get(path(version, metric()), Map.of(METRIC_SELECTOR, NOTHING)).checkIsEmpty();
    }
  }

  @Test
  final void matchingMetricSelectorReturnsValues() throws IOException {
    String series = series();
    for (String version : versions()) {
      get(path(version, metric()), Map.of(LABEL_SELECTOR, selector(), METRIC_SELECTOR, series))
          .someItems();
    }
  }

  @Test
  final void objectHasOneValue() throws IOException {
    List<String> parts = List.of(object().split("/"));
    assertEquals(3, parts.size(), "number of parts of object(), resource/name/metric");
    for (String version : versions()) {
      HttpReply reply =
          get(inNamespace(version, parts.get(0), parts.get(1), parts.get(2)), Map.of());
      List<JsonNode> items = reply.items();
      assertEquals(1, items.size(), reply.target() + ": number of values");
      reply.checkField(parts.get(1), items.getFirst().path("describedObject"), "name");
    }
  }

  @Test
  final void bothVersionsReturnTheSamePods() throws IOException {
    Set<String> versions = versions();
    assumeTrue(versions.size() == 2, "only one version is served: " + versions);
    assertEquals(
        pods(values(V1BETA1)), pods(values(V1BETA2)), "pods with values in v1beta1 and v1beta2");
  }
}
