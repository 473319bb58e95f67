package dev.hpa.conformance.adapters;

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
 * What every server of {@code custom.metrics.k8s.io} has to do, as tests, in each of the versions
 * v1beta1 and v1beta2 that it serves. An author extends this class and names a metric of pods.
 *
 * <p>Many adapters write the apiVersion of a described pod as {@code /v1}, which is taken for
 * {@code v1}: autoscalers do not look at it.
 */
public abstract class CustomMetricsAdapterContract extends AdapterContract {

  private static final String METRIC_SELECTOR = "metricLabelSelector";
  private static final String V1BETA1 = "v1beta1";
  private static final String V1BETA2 = "v1beta2";

  protected CustomMetricsAdapterContract() {
    super("custom.metrics.k8s.io", "MetricValueList", Set.of(V1BETA1, V1BETA2));
  }

  /** One label as {@code key=value} of at least one pod for which the metric has a value. */
  @Override
  protected abstract String selector();

  /** A selector of the metric's own labels which leaves some series. */
  protected String series() {
    return abort("series() is not overridden: no labels of the metric are known");
  }

  /** An object with a metric, as {@code resource/name/metric}: {@code services/web/hits}. */
  protected String object() {
    return abort("object() is not overridden: no object with a metric is known");
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
  final String windowMember(String version) {
    return version.equals(V1BETA1) ? "window" : "windowSeconds";
  }

  /** The names of the pods that have values. */
  private static Set<String> pods(HttpReply reply) {
    Set<String> names = new TreeSet<>();
    for (JsonNode item : reply.items()) {
      String name = item.at("/describedObject/name").asText("");
      assertTrue(
          names.add(name), "the pod " + name + " is twice in the answer to " + reply.target());
    }
    return names;
  }

  @Test
  final void itemsDescribePodsOfTheNamespace() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode described = item.path("describedObject");
          reply.checkMember("Pod", described, "kind");
          reply.checkMember(namespace(), described, "namespace");
          String apiVersion = described.path("apiVersion").asText("");
          assertTrue(
              apiVersion.equals("v1") || apiVersion.equals("/v1"),
              "a pod in the answer to " + reply.target() + " is of version \"" + apiVersion + "\"");
          assertFalse(
              described.path("name").asText("").isEmpty(),
              "a pod in the answer to " + reply.target() + " has no name");
        });
  }

  @Test
  final void everyPodHasOneValue() throws IOException {
    for (String version : versions()) {
      HttpReply all = values(version);
      all.someItems();
      String pod = pods(all).iterator().next();
      HttpReply one = get(inNamespace(version, "pods", pod, metric()), Map.of());
      assertEquals(Set.of(pod), pods(one), "the pods in the answer to " + one.target());
    }
  }

  @Test
  final void labelSelectorsChoosePods() throws IOException {
    for (String version : versions()) {
      HttpReply chosen = values(version);
      chosen.someItems();
      HttpReply others = labelled(version, selector().replaceFirst("=", "!="));
      if (others.code() != 404) {
        Set<String> both = pods(others);
        both.retainAll(pods(chosen));
        assertEquals(
            Set.of(),
            both,
            "pods in the answers to " + chosen.target() + " and " + others.target());
      }
    }
  }

  @Test
  final void metricSelectorsChooseSeries() throws IOException {
    for (String version : versions()) {
      get(path(version, metric()), Map.of(METRIC_SELECTOR, NOTHING)).checkIsNothing();
    }
  }

  @Test
  final void seriesOfAKnownLabelHaveValues() throws IOException {
    String series = series();
    for (String version : versions()) {
      get(path(version, metric()), Map.of(LABEL_SELECTOR, selector(), METRIC_SELECTOR, series))
          .someItems();
    }
  }

  @Test
  final void anObjectHasOneValue() throws IOException {
    List<String> parts = List.of(object().split("/"));
    assertEquals(3, parts.size(), "the parts of an object with its metric, resource/name/metric");
    for (String version : versions()) {
      HttpReply reply =
          get(inNamespace(version, parts.get(0), parts.get(1), parts.get(2)), Map.of());
      List<JsonNode> items = reply.items();
      assertEquals(1, items.size(), "the number of values in the answer to " + reply.target());
      reply.checkMember(parts.get(1), items.getFirst().path("describedObject"), "name");
    }
  }

  @Test
  final void bothVersionsTellOfTheSamePods() throws IOException {
    Set<String> versions = versions();
    assumeTrue(versions.size() == 2, "only one version is served: " + versions);
    assertEquals(
        pods(values(V1BETA1)),
        pods(values(V1BETA2)),
        "the pods with values in v1beta2 and v1beta1");
  }
}
