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
import dev.hpa.cli.capture.LiveNamespace.LivePod;
import dev.hpa.cli.evaluate.Evaluation;
import dev.hpa.cli.evaluate.ScenarioSettings;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.controller.explain.HistoryJson;
import dev.hpa.controller.explain.QueryName;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.core.Drain;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.Fallback;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
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
 * scenario only if it is given, or if the status has it: since when metrics fall back.
 */
public final class Capture {

  /** API groups whose kinds are implicit in scenarios. */
  private static final Set<String> OF_EVERY_CLUSTER = Set.of("", "apps");

  private final LiveNamespace namespace;
  private final NamespacedName key;
  private final HorizontalPodAutoscaler hpa;
  private final Settings settings;
  private final OptionSettings optionSettings;
  private final Instant now;
  private final List<MetricQuery> queries;
  private Map<String, Instant> failingSince = Map.of();
  private final Map<String, Map<String, String>> labelsOfPods = new TreeMap<>();
  private final ArrayNode objects = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode kinds = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode faults = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode order = JsonNodeFactory.instance.arrayNode();

  private Capture(LiveNamespace namespace, LiveAutoscaler live) throws KubernetesApiException {
    this.namespace = namespace;
    this.hpa = live.value();
    this.key = live.name();
    this.settings = namespace.cluster().settings();
    this.optionSettings = namespace.cluster().optionSettings();
    this.now = namespace.cluster().timeline().now();
    this.queries = read(live.json());
    order.add(key.toString());
  }

  /**
   * A scenario with the metric values of the providers.
   *
   * @param scenario the cluster without metrics
   * @param readings values of the autoscaler's metrics as its controller reads them
   * @param sent what the queries were sent as, by {@link QueryName}, if their providers report it
   */
  public record Captured(
      ObjectNode scenario, Map<MetricQuery, MetricResult> readings, Map<String, String> sent) {}

  /**
   * The scenario of a live autoscaler with its metrics: values are objects and failures are faults
   * of the metrics APIs, so that it is reproduced without the cluster.
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
      NamespacedName autoscaler,
      @Nullable JsonNode history)
      throws KubernetesApiException {
    RecordingApi recording = new RecordingApi(api);
    try (LiveCluster cluster =
        LiveCluster.open(recording, timeline, settings, optionSettings, providers)) {
      Capture capture = of(cluster, autoscaler);
      CapturedMetrics metrics =
          CapturedMetrics.of(
              recording.exchanges(),
              capture.readings(),
              autoscaler.namespace(),
              capture.labelsOfPods);
      capture.objects.addAll(metrics.objects());
      capture.faults.addAll(metrics.faults());
      return capture.scenario(history);
    }
  }

  /**
   * Captures an autoscaler of a cluster.
   *
   * @throws KubernetesApiException if the autoscaler or its pods cannot be read
   */
  public static Capture of(LiveCluster cluster, NamespacedName autoscaler)
      throws KubernetesApiException {
    return of(cluster.namespace(autoscaler.namespace()), cluster.reader().autoscaler(autoscaler));
  }

  /**
   * Captures an autoscaler that was read before.
   *
   * @throws KubernetesApiException if its pods cannot be read
   */
  public static Capture of(LiveNamespace namespace, LiveAutoscaler live)
      throws KubernetesApiException {
    return new Capture(namespace, live);
  }

  /** Reads the metrics. Thread-safe, so that autoscalers can share requests. */
  public Captured captured() {
    return new Captured(scenario(null), readings(), sent());
  }

  /** The autoscaler that is captured. */
  public HorizontalPodAutoscaler autoscaler() {
    return hpa;
  }

  /** The providers of the metrics, by {@link QueryName}. */
  public Map<String, String> providers() {
    Map<String, String> providers = new LinkedHashMap<>();
    queries.forEach(
        query -> providers.put(QueryName.of(query), namespace.cluster().providerOf(hpa, query)));
    return providers;
  }

  private Map<String, String> sent() {
    Map<String, String> sent = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      String text = namespace.cluster().describe(hpa, query);
      if (!text.isEmpty()) {
        sent.put(QueryName.of(query), text);
      }
    }
    return sent;
  }

  private Map<MetricQuery, MetricResult> readings() {
    Map<MetricQuery, MetricResult> readings = new LinkedHashMap<>();
    if (!queries.isEmpty()) {
      List<MetricResult> results =
          namespace.cluster().sources().metrics().read(hpa, queries, SyncMemory.UNLIMITED);
      for (int i = 0; i < queries.size(); i++) {
        readings.put(queries.get(i), results.get(i));
      }
    }
    return readings;
  }

  /** Reads everything but the metrics, and returns what to query. */
  private List<MetricQuery> read(JsonNode live) throws KubernetesApiException {
    objects.add(ObjectTrimmer.autoscaler(live));
    Options options = options().appliedTo(hpa.spec(), settings.scaleToZero());
    Fallback fallback = options.fallback();
    failingSince = fallback == null ? Map.of() : fallback.failingSince(hpa.status());
    Scale scale = scale();
    if (scale == null
        || !(Planner.plan(hpa, scale, options, Drain.NONE, now, settings.with(options))
            instanceof Plan.Measure measure)) {
      return List.of();
    }
    OptionObjects optionObjects = new OptionObjects(namespace.cluster(), namespace.name());
    List<LivePod> pods = namespace.pods(measure.pods());
    pods.forEach(pod -> labelsOfPods.put(pod.name(), pod.labels()));
    boolean byOwner = options.countsOwnedPods();
    for (LivePod pod : pods) {
      if (byOwner) {
        objects.addAll(optionObjects.owners(pod.trimmed()));
      }
      objects.add(byOwner ? pod.trimmed() : ObjectTrimmer.withoutController(pod.trimmed()));
    }
    if (options.surgesOnDrain()) {
      objects.addAll(optionObjects.drains());
    }
    if (options.compensatesRollouts()) {
      optionObjects.target(hpa.spec().scaleTargetRef()).ifPresent(objects::add);
    }
    others();
    return measure.queries();
  }

  private Options options() throws KubernetesApiException {
    Map<String, String> inherited = Map.of();
    if (optionSettings.namespaces()) {
      ObjectNode found = namespace.object();
      objects.add(found);
      inherited = Json.read(found.path("metadata"), ObjectMeta.class).annotationsOrEmpty();
    }
    return optionSettings.reader().read(hpa, inherited);
  }

  private ObjectNode scenario(@Nullable JsonNode history) {
    ObjectNode scenario = JsonNodeFactory.instance.objectNode();
    scenario.put("name", key.toString());
    ObjectNode set = ScenarioSettings.write(settings);
    optionSettings
        .defaults()
        .forEach((option, value) -> set.withObject("/options").put(option.toString(), value));
    scenario.set("settings", set);
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
    } else if (!failingSince.isEmpty()) {
      History known = new History(List.of(), List.of(), List.of(), failingSince);
      step.set("history", HistoryJson.write(key, known));
    }
    step.set("reconcile", order);
    return scenario;
  }

  /** The scale of the target; if it cannot be read, null and a fault in the scenario. */
  private @Nullable Scale scale() {
    try {
      CrossVersionObjectReference reference = hpa.spec().scaleTargetRef();
      TargetScale target = namespace.scale(reference);
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
        object.putObject("metadata").put("name", name).put("namespace", namespace.name());
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

  /** Captures the autoscalers of the namespace that select any of the pods. */
  private void others() throws KubernetesApiException {
    for (LiveAutoscaler other : namespace.autoscalers()) {
      NamespacedName name = other.name();
      if (!name.equals(key) && reachesFor(other.value().spec().scaleTargetRef())) {
        objects.add(ObjectTrimmer.autoscaler(other.json()));
        order.add(name.toString());
      }
    }
  }

  private boolean reachesFor(CrossVersionObjectReference target) {
    try {
      Scale scale = namespace.scale(target).scale();
      Selector selector = Selector.parse(scale.selector());
      boolean reaches =
          !scale.selector().isEmpty() && labelsOfPods.values().stream().anyMatch(selector::matches);
      if (reaches) {
        objects.add(scaleObject(scale, target.name()));
      }
      return reaches;
    } catch (ScaleException | IllegalArgumentException unknown) {
      return false;
    }
  }
}
