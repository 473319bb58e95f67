package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The API of a scenario's cluster for metric providers: the three metrics APIs and discovery. */
final class ScenarioApi implements KubernetesApi {

  private static final String CUSTOM = "custom.metrics.k8s.io";
  private static final String EXTERNAL = "external.metrics.k8s.io";
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final ScenarioCluster cluster;

  ScenarioApi(ScenarioCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    boolean isDiscovery = request.responseFormat() == ApiRequest.ResponseFormat.DISCOVERY;
    JsonNode answer = isDiscovery ? discovery(request.path()) : metrics(request);
    try {
      return reader.read(
          new ByteArrayInputStream(Json.write(answer)),
          isDiscovery ? AGGREGATED : "application/json");
    } catch (IOException failure) {
      throw new KubernetesApiException(0, "", String.valueOf(failure.getMessage()), failure);
    }
  }

  private JsonNode discovery(String path) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    ArrayNode groups = list.putArray("items");
    for (String group : cluster.kinds().groups()) {
      if (group.isEmpty() == path.equals("/api")) {
        ArrayNode resources = version(groups, group, "v1");
        cluster.kinds().of(group).forEach(each -> resources.add(each.discovered()));
      }
    }
    if (path.equals("/apis")) {
      version(groups, CUSTOM, "v1beta2");
    }
    return list;
  }

  private static ArrayNode version(ArrayNode groups, String group, String version) {
    ObjectNode listed = groups.addObject();
    listed.putObject("metadata").put("name", group);
    return listed
        .putArray("versions")
        .addObject()
        .put("version", version)
        .put("freshness", "Current")
        .putArray("resources");
  }

  private JsonNode metrics(ApiRequest request) throws KubernetesApiException {
    List<String> path = segments(request.path());
    Selector objects = selector(request, "labelSelector");
    return switch (path.size() < 6 ? "" : path.get(1)) {
      case "metrics.k8s.io" -> {
        cluster.faults().check("metrics.k8s.io", "");
        yield list("PodMetricsList", "metrics.k8s.io/v1beta1", pods(path.get(4), objects));
      }
      case CUSTOM -> {
        String metric = path.getLast();
        cluster.faults().check(CUSTOM, metric);
        Selector series = selector(request, "metricLabelSelector");
        yield list("MetricValueList", CUSTOM + "/v1beta2", custom(path, objects, series));
      }
      case EXTERNAL -> {
        cluster.faults().check(EXTERNAL, path.get(5));
        yield list(
            "ExternalMetricValueList",
            EXTERNAL + "/v1beta1",
            cluster.metrics().external(path.get(4), path.get(5), objects));
      }
      default ->
          throw new KubernetesApiException(
              404, "NotFound", "no such path: " + request.path(), null);
    };
  }

  private static List<String> segments(String path) {
    return Arrays.stream(path.substring(1).split("/"))
        .map(each -> URLDecoder.decode(each.replace("+", "%2B"), StandardCharsets.UTF_8))
        .toList();
  }

  private static Selector selector(ApiRequest request, String parameter) {
    String text = request.query().get(parameter);
    return text == null ? Selector.everything() : Selector.parse(text);
  }

  private List<JsonNode> pods(String namespace, Selector selector) {
    return cluster.podMetrics(namespace).stream()
        .filter(each -> selector.matches(ScenarioCluster.labels(each)))
        .toList();
  }

  private List<JsonNode> custom(List<String> path, Selector objects, Selector series) {
    String namespace = path.get(4);
    String resource = path.get(5);
    String metric = path.getLast();
    if (path.size() == 7 && resource.equals("metrics")) {
      return cluster.metrics().ofNamespace(namespace, metric, series);
    }
    String name = path.get(6);
    if (name.equals("*")) {
      return cluster.metrics().ofPods(namespace, others(namespace, objects), metric, series);
    }
    return cluster
        .metrics()
        .ofObject(namespace, cluster.kinds().kindOf(resource), name, metric, series);
  }

  /** The pods that a selector does not select. */
  private Set<String> others(String namespace, Selector selector) {
    Set<String> others = names(namespace, Selector.everything());
    others.removeAll(names(namespace, selector));
    return others;
  }

  private Set<String> names(String namespace, Selector selector) {
    return cluster.pods().select(namespace, selector).stream()
        .map(pod -> pod.pod().name())
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static ObjectNode list(String kind, String version, List<JsonNode> items) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", kind).put("apiVersion", version);
    list.putArray("items").addAll(items);
    return list;
  }
}
