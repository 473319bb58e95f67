package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading.PodValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resource usage of pods as objects of the metrics API: those of its response, or made from the
 * values of a plug-in.
 */
final class CapturedUsage {

  private final List<RecordingApi.Exchange> exchanges;
  private final String namespace;
  private final Map<String, Map<String, String>> labelsOfPods;
  private final Map<String, ObjectNode> pods = new LinkedHashMap<>();

  CapturedUsage(
      List<RecordingApi.Exchange> exchanges,
      String namespace,
      Map<String, Map<String, String>> labelsOfPods) {
    this.exchanges = exchanges;
    this.namespace = namespace;
    this.labelsOfPods = labelsOfPods;
  }

  void add(MetricQuery.PodResource query, List<PodValue> values) {
    List<JsonNode> response = response();
    if (response.isEmpty()) {
      values.forEach(value -> addUsage(query, value));
    }
    SelectedLabels selected = new SelectedLabels(query.pods());
    for (JsonNode item : response) {
      ObjectNode pod = ObjectTrimmer.podMetrics(item);
      String name = pod.path("metadata").path("name").asText();
      setMetadata(pod, name, selected.of(labels(query.pods(), name, item)));
      pods.put(name, pod);
    }
  }

  private List<JsonNode> response() {
    List<JsonNode> items = new ArrayList<>();
    for (RecordingApi.Exchange exchange : exchanges) {
      JsonNode answer = exchange.answer();
      if (answer != null && exchange.request().path().startsWith("/apis/metrics.k8s.io/")) {
        answer.path("items").forEach(items::add);
      }
    }
    return items;
  }

  /** Some sources of the API publish no labels. */
  private Map<String, String> labels(Selector selector, String name, JsonNode item) {
    Map<String, String> published = SelectedLabels.texts(item.path("metadata").path("labels"));
    return selector.matches(published) ? published : labelsOfPods.getOrDefault(name, published);
  }

  private void addUsage(MetricQuery.PodResource query, PodValue value) {
    ObjectNode pod = pods.computeIfAbsent(value.pod(), this::pod);
    pod.put("timestamp", Timestamps.format(value.timestamp()));
    pod.put("window", GoDuration.format(value.window()));
    container(pod.withArrayProperty("containers"), query.container())
        .withObjectProperty("usage")
        .put(
            query.resource(), CapturedMetrics.stated(value.milli(), value.outOfRange()).toString());
  }

  private ObjectNode pod(String name) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "metrics.k8s.io/v1beta1").put("kind", "PodMetrics");
    setMetadata(pod, name, labelsOfPods.getOrDefault(name, Map.of()));
    return pod;
  }

  private void setMetadata(ObjectNode pod, String name, Map<String, String> labels) {
    pod.withObject("/metadata")
        .put("name", name)
        .put("namespace", namespace)
        .set("labels", Json.tree(labels));
  }

  /** The usage of a whole pod is represented as that of one container. */
  private static ObjectNode container(ArrayNode containers, @Nullable String asked) {
    String name = asked == null ? "pod" : asked;
    for (JsonNode each : containers) {
      if (each.path("name").asText().equals(name)) {
        return (ObjectNode) each;
      }
    }
    return containers.addObject().put("name", name);
  }

  /** The objects to apply. */
  Collection<ObjectNode> objects() {
    return pods.values();
  }
}
