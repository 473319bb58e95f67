package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The contract of servers of {@code metrics.k8s.io} as tests, for each served version of v1 and
 * v1beta1. Their types are equal. An author extends this class and names pods with metrics.
 */
public abstract class ResourceMetricsAdapterContract extends MetricsApiContract {

  private static final String V1 = "v1";
  private static final String V1BETA1 = "v1beta1";

  protected ResourceMetricsAdapterContract() {
    super("metrics.k8s.io", "PodMetricsList", Set.of(V1, V1BETA1));
  }

  /** Returns a label {@code key=value} of at least one pod that has metrics. */
  @Override
  protected abstract String selector();

  @Override
  final HttpReply labelled(String version, String selector) throws IOException {
    return get(
        inNamespace(version, "pods"),
        selector.isEmpty() ? Map.of() : Map.of(LABEL_SELECTOR, selector));
  }

  private static Set<String> pods(HttpReply reply) {
    Set<String> names = new TreeSet<>();
    reply.items().forEach(item -> names.add(name(item)));
    return names;
  }

  private static String name(JsonNode item) {
    return item.at("/metadata/name").asText("");
  }

  @Test
  final void podsAreListed() throws IOException {
    for (String version : versions()) {
      HttpReply reply = get(base(version), Map.of());
      JsonNode list = reply.found();
      reply.checkField("APIResourceList", list, "kind");
      reply.checkField(groupVersion(version), list, "groupVersion");
      JsonNode pods =
          list.path("resources")
              .valueStream()
              .filter(each -> each.path("name").asText("").equals("pods"))
              .findFirst()
              .orElseGet(() -> fail(reply.target() + ": resource \"pods\" is missing"));
      reply.checkField("PodMetrics", pods, "kind");
      reply.checkField("true", pods, "namespaced");
      assertTrue(
          pods.path("verbs").toString().contains("\"list\""),
          reply.target() + ": resource \"pods\" lacks the verb list");
    }
  }

  @Test
  final void itemsArePodsOfTheNamespace() throws IOException {
    checkItems(
        (version, reply, item) ->
            reply.checkField(namespace(), item.path("metadata"), "namespace"));
  }

  @Test
  final void everyPodHasOneItem() throws IOException {
    for (String version : versions()) {
      HttpReply reply = values(version);
      Set<String> names = new TreeSet<>();
      for (JsonNode item : reply.someItems()) {
        String name = name(item);
        assertFalse(name.isEmpty(), reply.target() + ": pod without a name");
        assertTrue(
            names.add(name), reply.target() + ": pod \"" + name + "\" occurs more than once");
      }
    }
  }

  @Test
  final void windowsAreDurations() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode window = item.path("window");
          assertTrue(isWindow(window), invalidField("window", window, reply) + "not a duration");
        });
  }

  private static boolean isWindow(JsonNode window) {
    try {
      return window.isTextual() && !GoDuration.parse(window.asText()).isNegative();
    } catch (IllegalArgumentException invalid) {
      return false;
    }
  }

  @Test
  final void containersHaveNames() throws IOException {
    checkContainers(
        container -> !container.path("name").asText("").isEmpty(), "container without a name");
  }

  @Test
  final void containersHaveUsageInQuantities() throws IOException {
    checkContainers(
        container -> {
          JsonNode usage = container.path("usage");
          return usage.isObject()
              && !usage.isEmpty()
              && usage.valueStream().allMatch(ResourceMetricsAdapterContract::isQuantity);
        },
        "container whose usage is not a map of quantities");
  }

  private void checkContainers(Predicate<JsonNode> rule, String violation) throws IOException {
    checkItems(
        (version, reply, item) -> {
          assertFalse(
              item.path("containers").isEmpty(), reply.target() + ": pod without containers");
          item.path("containers")
              .forEach(
                  container ->
                      assertTrue(
                          rule.test(container),
                          reply.target() + ": " + violation + ": " + container));
        });
  }

  private static boolean isQuantity(JsonNode value) {
    try {
      return value.isTextual()
          && Quantity.parse(value.asText()).compareTo(Quantity.parse("0")) >= 0;
    } catch (QuantityFormatException invalid) {
      return false;
    }
  }

  @Test
  final void labelSelectorFiltersPods() throws IOException {
    for (String version : versions()) {
      Set<String> chosen = pods(values(version));
      HttpReply others = labelled(version, selector().replaceFirst("=", "!="));
      Set<String> both = pods(others);
      both.retainAll(chosen);
      assertEquals(Set.of(), both, "pods with and without the label: " + others.target());
    }
  }

  @Test
  final void bothVersionsReturnTheSamePods() throws IOException {
    Set<String> versions = versions();
    assumeTrue(versions.size() == 2, "only one version is served: " + versions);
    assertEquals(pods(values(V1)), pods(values(V1BETA1)), "pods with metrics in v1 and v1beta1");
  }
}
