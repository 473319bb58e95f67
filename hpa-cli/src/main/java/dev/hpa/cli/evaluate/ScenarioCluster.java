package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cluster of a scenario. Only steps and reconciles change it. {@link ScenarioApi} serves its
 * metrics. Used by one thread.
 */
final class ScenarioCluster implements ScaleClient {

  private final PodDecoder podDecoder = new PodDecoder();
  private final PodIndex pods = new PodIndex();
  private final SelectorRegistry selectors = new SelectorRegistry();
  private final Map<NamespacedName, HorizontalPodAutoscaler> autoscalers = new TreeMap<>();
  private final Map<NamespacedName, Scale> scales = new HashMap<>();
  private final Map<String, Map<String, JsonNode>> podMetrics = new HashMap<>();
  private final ScenarioOptionSources options;
  private final ScenarioMetrics metrics = new ScenarioMetrics();
  private final ScenarioKinds kinds;
  private ScenarioFaults faults = new ScenarioFaults(List.of());

  ScenarioCluster(Scenario scenario) {
    kinds = new ScenarioKinds(scenario.kinds());
    options = new ScenarioOptionSources(scenario.options(), pods);
  }

  PodIndex pods() {
    return pods;
  }

  SelectorRegistry selectors() {
    return selectors;
  }

  /** The autoscalers sorted by namespace and name. */
  Map<NamespacedName, HorizontalPodAutoscaler> autoscalers() {
    return autoscalers;
  }

  /** The options of the autoscalers and what they depend on. */
  ScenarioOptionSources options() {
    return options;
  }

  ScenarioMetrics metrics() {
    return metrics;
  }

  /** The faults of this step. */
  ScenarioFaults faults() {
    return faults;
  }

  /** The kinds that can be scaled or described by a metric. */
  ScenarioKinds kinds() {
    return kinds;
  }

  /** The resource usage of the pods of a namespace, as in the API. */
  Collection<JsonNode> podMetrics(String namespace) {
    return podMetrics.getOrDefault(namespace, Map.of()).values();
  }

  /**
   * Begins a step.
   *
   * @throws ScenarioFormatException naming the field of the step
   */
  void begin(Scenario.Step step) throws ScenarioFormatException {
    faults = new ScenarioFaults(step.faults());
    metrics.begin();
    for (JsonNode object : step.delete()) {
      delete(object);
    }
    for (int i = 0; i < step.apply().size(); i++) {
      apply(step.apply().get(i), "apply[" + i + "]");
    }
  }

  private void apply(JsonNode object, String place) throws ScenarioFormatException {
    if (isListOfObjects(object)) {
      applyEach(object, place);
    } else {
      applyOne(object, place);
    }
  }

  /** Flattens lists as printed by kubectl; metric lists are single objects. */
  private static boolean isListOfObjects(JsonNode object) {
    String kind = object.path("kind").asText("");
    return kind.endsWith("List") && !kind.endsWith("MetricValueList");
  }

  private void applyEach(JsonNode list, String place) throws ScenarioFormatException {
    String kind = list.path("kind").asText("");
    int index = 0;
    for (JsonNode item : list.path("items")) {
      String itemPlace = place + ".items[" + index++ + "]";
      if (item instanceof ObjectNode object && !item.has("kind")) {
        ObjectNode named = object.deepCopy();
        named.put("kind", kind.substring(0, kind.length() - "List".length()));
        named.set("apiVersion", list.path("apiVersion"));
        applyOne(named, itemPlace);
      } else {
        applyOne(item, itemPlace);
      }
    }
  }

  private void applyOne(JsonNode object, String place) throws ScenarioFormatException {
    JsonNode metadata = object.path("metadata");
    String namespace = metadata.path("namespace").asText("");
    String name = metadata.path("name").asText("");
    NamespacedName key = new NamespacedName(namespace, name);
    String kind = object.path("kind").asText("");
    try {
      switch (kind) {
        case "HorizontalPodAutoscaler" -> applyAutoscaler(object);
        case "Scale" -> scales.put(key, scale(object, namespace, name));
        case "Deployment", "ReplicaSet", "StatefulSet", "ReplicationController" -> {
          scales.put(key, ScenarioScale.of(object));
          options.applyWorkload(key, object);
        }
        case "Job", "CronJob", "DaemonSet" -> options.applyWorkload(key, object);
        case "Namespace" -> options.applyNamespace(name, object);
        case "Node" -> options.applyNode(key, object);
        case "PodDisruptionBudget" -> options.applyBudget(key, object);
        case "Pod" -> applyPod(object);
        case "PodMetrics" -> {
          ScenarioMetrics.checkUsage(object);
          podMetrics.computeIfAbsent(namespace, any -> new TreeMap<>()).put(name, object);
        }
        case "MetricValueList" -> metrics.applyCustom(object);
        case "ExternalMetricValueList" -> metrics.applyExternal(object);
        default ->
            throw new ScenarioFormatException(
                place
                    + ": kind \""
                    + kind
                    + "\" is not part of the format; use HorizontalPodAutoscaler, Namespace, Scale,"
                    + " Deployment, ReplicaSet, StatefulSet, ReplicationController, Job, CronJob,"
                    + " DaemonSet, Pod, Node, PodDisruptionBudget,"
                    + " PodMetrics,"
                    + " MetricValueList, ExternalMetricValueList and lists of these");
      }
    } catch (IOException | IllegalArgumentException failure) {
      String named = name.isEmpty() ? kind : kind + " " + key;
      throw new ScenarioFormatException(place + " (" + named + "): " + failure.getMessage());
    }
  }

  private void applyAutoscaler(JsonNode object) {
    HpaVersion version =
        HpaVersion.of(object.path("apiVersion").asText())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "apiVersion \"" + object.path("apiVersion").asText() + "\" is unknown"));
    HorizontalPodAutoscaler hpa = version.decode(object);
    NamespacedName key = NamespacedName.of(hpa.metadata());
    HorizontalPodAutoscaler before = autoscalers.get(key);
    if (!object.has("status") && before != null) {
      hpa = hpa.withStatus(before.status());
    }
    autoscalers.put(key, hpa);
    hpa.spec().metricsOrEmpty().forEach(kinds::describe);
    selectors.register(key);
  }

  private static Scale scale(JsonNode object, String namespace, String name) {
    return new Scale(
        namespace,
        name,
        object.path("metadata").path("uid").asText(""),
        "",
        object.path("spec").path("replicas").asInt(),
        object.path("status").path("replicas").asInt(),
        object.path("status").path("selector").asText(""));
  }

  private void applyPod(JsonNode object) throws IOException {
    try (JsonParser in = Json.mapper().treeAsTokens(object)) {
      in.nextToken();
      pods.put(podDecoder.read(in));
    }
  }

  private void delete(JsonNode object) throws ScenarioFormatException {
    String namespace = object.path("namespace").asText("");
    String name = object.path("name").asText("");
    NamespacedName key = new NamespacedName(namespace, name);
    String kind = object.path("kind").asText("");
    switch (kind) {
      case "HorizontalPodAutoscaler" -> {
        autoscalers.remove(key);
        selectors.remove(key);
      }
      case "Scale" -> scales.remove(key);
      case "Deployment", "ReplicaSet", "StatefulSet", "ReplicationController" -> {
        scales.remove(key);
        options.deleteWorkload(kind, key);
      }
      case "Job", "CronJob", "DaemonSet" -> options.deleteWorkload(kind, key);
      case "Namespace" -> options.deleteNamespace(name);
      case "Node" -> options.deleteNode(key);
      case "PodDisruptionBudget" -> options.deleteBudget(key);
      case "Pod" -> pods.remove(key);
      case "PodMetrics" -> podMetrics.getOrDefault(namespace, new TreeMap<>()).remove(name);
      case "MetricValue" -> metrics.deleteDescribing(namespace, name);
      default ->
          throw new ScenarioFormatException(
              "delete: kind \"" + kind + "\" is not part of the format");
    }
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    ScenarioKind kind = scaled(target);
    KubernetesApiException first = null;
    for (int version = 0; version < kind.versions(); version++) {
      try {
        return new TargetScale(
            namespace,
            target.name(),
            kind.group(),
            kind.plural(),
            ObjectMeta.EMPTY,
            find(namespace, target.name(), kind));
      } catch (KubernetesApiException failure) {
        first = first == null ? failure : first;
      }
    }
    throw new ScaleException(
        ScaleException.Reason.READ, first == null ? "unrecognized resource" : first.text(), first);
  }

  private ScenarioKind scaled(CrossVersionObjectReference target) throws ScaleException {
    ApiGroupVersion version;
    try {
      version = ApiGroupVersion.parse(target.apiVersionOrEmpty());
    } catch (IllegalArgumentException failure) {
      throw new ScaleException(
          ScaleException.Reason.INVALID_REFERENCE, String.valueOf(failure.getMessage()), failure);
    }
    ScenarioKind kind = kinds.scaled(version.group(), target.kind());
    if (kind == null) {
      throw new ScaleException(
          ScaleException.Reason.MAPPING,
          "no matches for kind \"" + target.kind() + "\" in group \"" + version.group() + "\"",
          null);
    }
    return kind;
  }

  private Scale find(String namespace, String name, ScenarioKind kind)
      throws KubernetesApiException {
    faults.check("scale.get", "");
    Scale scale = scales.get(new NamespacedName(namespace, name));
    if (scale == null) {
      throw new KubernetesApiException(
          404, "NotFound", kind.qualified() + " \"" + name + "\" not found", null);
    }
    return scale;
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    Scale known = target.scale();
    try {
      ScenarioKind kind = new ScenarioKind(target.group(), "", target.resource(), 1);
      return target.withScale(find(known.namespace(), known.name(), kind));
    } catch (KubernetesApiException failure) {
      throw new ScaleException(ScaleException.Reason.READ, failure.text(), failure);
    }
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    Scale scale = target.scale();
    try {
      faults.check("scale.update", "");
    } catch (KubernetesApiException failure) {
      throw new ScaleException(
          failure.isConflict() ? ScaleException.Reason.CONFLICT : ScaleException.Reason.WRITE,
          failure.text(),
          failure);
    }
    scales.computeIfPresent(
        new NamespacedName(scale.namespace(), scale.name()),
        (key, known) -> known.withSpecReplicas(scale.specReplicas()));
    return target;
  }

  String writeStatus(HorizontalPodAutoscaler hpa) throws KubernetesApiException {
    faults.check("status.update", "");
    // Stored as JSON: times have a resolution of 1 s; quantities keep their notation.
    HpaStatus written = hpa.status();
    HpaStatus read = Json.read(Json.write(written), HpaStatus.class);
    HorizontalPodAutoscaler stored =
        hpa.withStatus(
            new HpaStatus(
                read.observedGeneration(),
                read.lastScaleTime(),
                read.currentReplicas(),
                read.desiredReplicas(),
                written.currentMetrics(),
                read.conditions()));
    autoscalers.put(NamespacedName.of(hpa.metadata()), stored);
    return "";
  }

  static Map<String, String> labels(JsonNode object) {
    return texts(object, "labels");
  }

  private static Map<String, String> texts(JsonNode object, String field) {
    Map<String, String> texts = new HashMap<>();
    object
        .path("metadata")
        .path(field)
        .properties()
        .forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
    return texts;
  }

  @Override
  public void close() {}
}
