package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.GoDuration;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.evaluate.Evaluation;
import dev.hpa.cli.evaluate.ScenarioSettings;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.wiring.Sources;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.Settings;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.RolloutStrategy;
import dev.hpa.core.options.SelectionStrategy;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Captures a live autoscaler and everything its decision depends on as a scenario: its target's
 * scale, its pods, its metric values, and the autoscalers that select the same pods.
 *
 * <p>Reads only. The state of a controller, such as earlier recommendations, is part of the
 * scenario only if it is given.
 */
public final class Capture {

  /** API groups whose kinds are implicit in scenarios. */
  private static final Set<String> OF_EVERY_CLUSTER = Set.of("", "apps");

  private static final String AUTOSCALERS = "horizontalpodautoscalers";

  private final RecordingApi api;
  private final Sources sources;
  private final Settings settings;
  private final OptionSettings optionSettings;
  private final OptionObjects optionObjects;
  private final Instant now;
  private final String namespace;
  private final Map<MetricQuery, MetricResult> readings = new HashMap<>();
  private final ArrayNode objects = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode kinds = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode faults = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode order = JsonNodeFactory.instance.arrayNode();

  private Capture(
      RecordingApi api,
      Sources sources,
      Timeline timeline,
      Settings settings,
      OptionSettings optionSettings,
      String namespace) {
    this.api = api;
    this.sources = sources;
    this.settings = settings;
    this.now = timeline.now();
    this.optionSettings = optionSettings;
    this.namespace = namespace;
    this.optionObjects = new OptionObjects(api, timeline, namespace);
  }

  /**
   * The scenario of a live autoscaler.
   *
   * @param settings settings of its controller
   * @param optionSettings where its controller reads options
   * @param providers metric providers
   * @param history state of its controller, in the scenario format; null if unknown
   * @throws KubernetesApiException if the autoscaler or its pods cannot be read
   * @throws dev.hpa.controller.plugins.PluginException if the provider configuration is invalid
   */
  public static ObjectNode of(
      KubernetesApi api,
      Timeline timeline,
      Settings settings,
      OptionSettings optionSettings,
      ProviderConfig providers,
      String namespace,
      String name,
      @Nullable JsonNode history)
      throws KubernetesApiException {
    return withReadings(
            api, timeline, settings, optionSettings, providers, namespace, name, history)
        .scenario();
  }

  /**
   * A scenario with the metric values of the providers.
   *
   * @param readings values of the autoscaler's metrics as its controller reads them; in the
   *     scenario they are objects and faults of the metrics APIs, with error messages of the
   *     built-in providers
   */
  public record Captured(ObjectNode scenario, Map<MetricQuery, MetricResult> readings) {}

  /** Like {@link #of}, with the metric values. */
  public static Captured withReadings(
      KubernetesApi api,
      Timeline timeline,
      Settings settings,
      OptionSettings optionSettings,
      ProviderConfig providers,
      String namespace,
      String name,
      @Nullable JsonNode history)
      throws KubernetesApiException {
    RecordingApi recording = new RecordingApi(api);
    try (Sources sources = Sources.over(recording, timeline, providers)) {
      Capture capture =
          new Capture(recording, sources, timeline, settings, optionSettings, namespace);
      ObjectNode scenario = capture.scenario(name, history);
      return new Captured(scenario, Map.copyOf(capture.readings));
    }
  }

  private ObjectNode scenario(String name, @Nullable JsonNode history)
      throws KubernetesApiException {
    JsonNode live = get(autoscalersPath() + "/" + ApiRequest.segment(name), Map.of(), name);
    HorizontalPodAutoscaler hpa = HpaVersion.V2.decode(live);
    Options options = options(hpa).appliedTo(hpa.spec(), settings.scaleToZero());
    objects.add(ObjectTrimmer.autoscaler(live));
    Scale scale = scale(hpa);
    if (scale != null
        && Planner.plan(hpa, scale, options, now, settings.with(options))
            instanceof Plan.Measure measure) {
      Map<String, Map<String, String>> pods = pods(measure.pods(), options);
      if (options.rollout() == RolloutStrategy.COMPENSATE) {
        optionObjects.target(hpa.spec().scaleTargetRef()).ifPresent(objects::add);
      }
      others(name, pods);
      List<MetricQuery> queries = measure.queries();
      List<MetricResult> results = sources.metrics().read(hpa, queries);
      for (int i = 0; i < queries.size(); i++) {
        readings.put(queries.get(i), results.get(i));
      }
      CapturedMetrics metrics =
          CapturedMetrics.of(api.exchanges(), queries, results, namespace, pods);
      objects.addAll(metrics.objects());
      faults.addAll(metrics.faults());
    }
    order.add(new NamespacedName(namespace, name).toString());
    return written(name, history);
  }

  private Options options(HorizontalPodAutoscaler hpa) throws KubernetesApiException {
    Map<String, String> inherited = Map.of();
    if (optionSettings.namespaces()) {
      ObjectNode found = optionObjects.namespace();
      objects.add(found);
      inherited = Json.read(found.path("metadata"), ObjectMeta.class).annotationsOrEmpty();
    }
    return optionSettings.reader().read(hpa.metadata().annotationsOrEmpty(), inherited);
  }

  private ObjectNode written(String name, @Nullable JsonNode history) {
    ObjectNode scenario = JsonNodeFactory.instance.objectNode();
    scenario.put("name", new NamespacedName(namespace, name).toString());
    ObjectNode set = ScenarioSettings.write(settings);
    optionSettings
        .defaults()
        .forEach((key, value) -> set.withObject("/options").put(key.toString(), value));
    if (!set.isEmpty()) {
      scenario.set("settings", set);
    }
    if (!kinds.isEmpty()) {
      scenario.set("kinds", kinds);
    }
    ObjectNode step = scenario.putArray("steps").addObject();
    step.put("at", GoDuration.format(Duration.between(Evaluation.START, now)));
    step.set("apply", objects);
    if (!faults.isEmpty()) {
      step.set("faults", faults);
    }
    if (history != null) {
      step.set("history", history);
    }
    step.set("reconcile", order);
    return scenario;
  }

  /** The scale of the target; if it cannot be read, null and a fault in the scenario. */
  private @Nullable Scale scale(HorizontalPodAutoscaler hpa) {
    try {
      CrossVersionObjectReference reference = hpa.spec().scaleTargetRef();
      TargetScale target = sources.scales().read(namespace, reference);
      if (!OF_EVERY_CLUSTER.contains(target.group())) {
        kinds
            .addObject()
            .put("group", target.group())
            .put("kind", reference.kind())
            .put("resource", target.resource());
      }
      objects.add(scaleObject(target.scale(), reference.name()));
      return target.scale();
    } catch (ScaleException failure) {
      if (failure.getCause() instanceof KubernetesApiException refused) {
        faults
            .addObject()
            .put("api", "scale.get")
            .put("code", refused.code())
            .put("reason", refused.reason())
            .put("message", refused.text());
      }
      return null;
    }
  }

  private ObjectNode scaleObject(Scale scale, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "autoscaling/v1").put("kind", "Scale");
    ObjectNode metadata =
        object.putObject("metadata").put("name", name).put("namespace", namespace);
    if (scale.uid() != null) {
      metadata.put("uid", scale.uid());
    }
    object.putObject("spec").put("replicas", scale.specReplicas());
    object
        .putObject("status")
        .put("replicas", scale.statusReplicas())
        .put("selector", scale.selector());
    return object;
  }

  /** Captures the pods of a selector, and returns their labels by name. */
  private Map<String, Map<String, String>> pods(Selector selector, Options options)
      throws KubernetesApiException {
    boolean byOwner = options.selection() == SelectionStrategy.OWNER_REFERENCE;
    JsonNode list =
        get(
            "/api/v1/namespaces/" + ApiRequest.segment(namespace) + "/pods",
            selector.isEmpty() ? Map.of() : Map.of("labelSelector", selector.toString()),
            "");
    Map<String, Map<String, String>> labels = new TreeMap<>();
    for (JsonNode pod : list.path("items")) {
      ObjectNode trimmed = ObjectTrimmer.pod(pod);
      if (byOwner) {
        ObjectTrimmer.keepController(pod, trimmed);
        objects.addAll(optionObjects.owners(trimmed));
      }
      objects.add(trimmed);
      Map<String, String> own = new TreeMap<>();
      pod.path("metadata")
          .path("labels")
          .properties()
          .forEach(label -> own.put(label.getKey(), label.getValue().asText()));
      labels.put(pod.path("metadata").path("name").asText(), own);
    }
    return labels;
  }

  /** Captures the autoscalers of the namespace that select any of these pods. */
  private void others(String name, Map<String, Map<String, String>> pods)
      throws KubernetesApiException {
    for (JsonNode live : get(autoscalersPath(), Map.of(), "").path("items")) {
      HorizontalPodAutoscaler other = HpaVersion.V2.decode(live);
      String otherName = other.metadata().nameOrEmpty();
      if (!otherName.equals(name) && reachesFor(other, pods)) {
        objects.add(ObjectTrimmer.autoscaler(live));
        order.add(new NamespacedName(namespace, otherName).toString());
      }
    }
  }

  private boolean reachesFor(HorizontalPodAutoscaler other, Map<String, Map<String, String>> pods) {
    try {
      Scale scale = sources.scales().read(namespace, other.spec().scaleTargetRef()).scale();
      Selector selector = Selector.parse(scale.selector());
      boolean reaches =
          !scale.selector().isEmpty() && pods.values().stream().anyMatch(selector::matches);
      if (reaches) {
        objects.add(scaleObject(scale, other.spec().scaleTargetRef().name()));
      }
      return reaches;
    } catch (ScaleException | IllegalArgumentException unknown) {
      return false;
    }
  }

  private String autoscalersPath() {
    return "/apis/autoscaling/v2/namespaces/" + ApiRequest.segment(namespace) + "/" + AUTOSCALERS;
  }

  private JsonNode get(String path, Map<String, String> query, String name)
      throws KubernetesApiException {
    boolean core = path.startsWith("/api/");
    return api.call(
        ApiRequest.get(
            path,
            query,
            new ApiRequest.Subject(core ? "pods" : AUTOSCALERS, core ? "" : "autoscaling", name)),
        body -> Json.mapper().readTree(body));
  }
}
