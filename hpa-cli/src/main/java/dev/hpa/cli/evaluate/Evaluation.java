package dev.hpa.cli.evaluate;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.plugins.BuiltInProviders;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.reconcile.Actuator;
import dev.hpa.controller.reconcile.CachedPods;
import dev.hpa.controller.reconcile.DecisionMaker;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.controller.reconcile.PodDeletionHints;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.reconcile.Reconciler;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs a scenario: each step sets the clock, changes the cluster and reconciles, with the
 * controller's reconciler, algorithm and metric providers.
 */
public final class Evaluation {

  /** The start time of every scenario. */
  public static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

  /** API versions do not change within a scenario. */
  private static final Duration VERSIONS_KEPT = Duration.ofDays(36_500);

  /** Conflicts are retried after 10 ms plus a jitter that grows with each retry. */
  private static final Duration RETRY = Duration.ofMillis(10);

  private static final Duration RETRY_GROWTH = Duration.ofNanos(100_000);

  /** The results of all steps are one tree, of up to 20 KiB for a sync. */
  private static final long MAX_SYNCS = Math.max(10_000, Runtime.getRuntime().maxMemory() >> 15);

  /** Metrics that take as much as a sync. */
  private static final int METRICS_OF_SYNC = 10;

  /** Pods that the syncs of a scenario read, for each metric; about half a minute. */
  private static final long MAX_PODS = 10_000_000;

  private final long maxSyncs;
  private final Scenario scenario;
  private final TraceFormat traces;
  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final ScenarioCluster cluster;
  private final Histories histories;
  private final Reconciler reconciler;
  private long syncs;
  private long podsRead;

  private Evaluation(
      Scenario scenario,
      TraceFormat traces,
      Function<ProviderContext, MetricReader> metrics,
      long maxSyncs) {
    this.maxSyncs = maxSyncs;
    this.scenario = scenario;
    this.traces = traces;
    this.cluster = new ScenarioCluster(scenario);
    this.histories = new Histories(timeline);
    KubernetesApi api = new ScenarioApi(cluster);
    ProviderContext context =
        new ProviderContext(
                api,
                timeline,
                new CachedRestMapper(api, cluster.kinds()::clock, CachedRestMapper.TTL))
            .with(VERSIONS_KEPT);
    this.reconciler =
        new Reconciler(
            new DecisionMaker(
                scenario.settings(),
                cluster,
                metrics.apply(context),
                new CachedPods(cluster.pods(), cluster.selectors(), cluster.options()),
                cluster.options(),
                histories),
            new Actuator(
                cluster,
                cluster::writeStatus,
                (hpa, event) -> {},
                PodDeletionHints.NONE,
                histories,
                attempt -> timeline.advance(RETRY.plus(RETRY_GROWTH.multipliedBy(attempt)))));
  }

  /** Runs all steps and returns {@code {"name", "steps": [{"at", "results": [...]}]}}. */
  public static ObjectNode run(Scenario scenario, TraceFormat traces)
      throws ScenarioFormatException {
    return run(scenario, traces, Evaluation::unbatchedReader);
  }

  /**
   * Runs all steps with metric values that were read before.
   *
   * @param readings values by query; other metrics are read from the scenario
   */
  public static ObjectNode run(
      Scenario scenario, TraceFormat traces, Map<MetricQuery, MetricResult> readings)
      throws ScenarioFormatException {
    return run(
        scenario,
        traces,
        context -> {
          MetricReader others = unbatchedReader(context);
          return (hpa, queries, memory) ->
              queries.stream()
                  .map(
                      query ->
                          readings.containsKey(query)
                              ? requireNonNull(readings.get(query))
                              : others.read(hpa, List.of(query), memory).getFirst())
                  .toList();
        });
  }

  /**
   * Like {@link #run(Scenario, TraceFormat)}.
   *
   * @param metrics creates the metric reader
   */
  static ObjectNode run(
      Scenario scenario, TraceFormat traces, Function<ProviderContext, MetricReader> metrics)
      throws ScenarioFormatException {
    return run(scenario, traces, metrics, MAX_SYNCS);
  }

  /**
   * Like {@link #run(Scenario, TraceFormat, Function)}.
   *
   * @param maxSyncs of all steps
   * @throws ScenarioFormatException also if there are more
   */
  static ObjectNode run(
      Scenario scenario,
      TraceFormat traces,
      Function<ProviderContext, MetricReader> metrics,
      long maxSyncs)
      throws ScenarioFormatException {
    return new Evaluation(scenario, traces, metrics, maxSyncs).run();
  }

  private ObjectNode run() throws ScenarioFormatException {
    ObjectNode output = JsonNodeFactory.instance.objectNode();
    output.put("name", scenario.name());
    ArrayNode steps = output.putArray("steps");
    for (int i = 0; i < scenario.steps().size(); i++) {
      Scenario.Step step = scenario.steps().get(i);
      Duration wait = Duration.between(timeline.now(), START.plus(step.at()));
      if (wait.isPositive()) {
        timeline.advance(wait);
      }
      begin(step, "steps[" + i + "]");
      step.histories().forEach(histories::put);
      step.forecasts().forEach(cluster.options()::putForecasts);
      ObjectNode result = steps.addObject().put("at", step.atText());
      ArrayNode results = result.putArray("results");
      for (NamespacedName key : due(step)) {
        requireLimits("steps[" + i + "]");
        results.add(reconcile(key));
      }
    }
    return output;
  }

  private void requireLimits(String place) throws ScenarioFormatException {
    syncs++;
    String excess =
        syncs > maxSyncs
            ? "has more than " + maxSyncs + " syncs"
            : podsRead > MAX_PODS ? "reads more than " + MAX_PODS + " pods in its syncs" : "";
    if (!excess.isEmpty()) {
      throw new ScenarioFormatException(
          place
              + ": the scenario "
              + excess
              + "; divide it, or name the HPAs of each step with \"reconcile\"");
    }
  }

  private void begin(Scenario.Step step, String place) throws ScenarioFormatException {
    try {
      cluster.begin(step);
    } catch (ScenarioFormatException invalid) {
      throw new ScenarioFormatException(place + "." + invalid.getMessage());
    }
  }

  private List<NamespacedName> due(Scenario.Step step) {
    List<NamespacedName> names = step.reconcile();
    return names == null ? List.copyOf(cluster.autoscalers().keySet()) : names;
  }

  private JsonNode reconcile(NamespacedName key) {
    HorizontalPodAutoscaler hpa = cluster.autoscalers().get(key);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("hpa", key.toString());
    if (hpa == null) {
      histories.remove(key);
      json.putNull("scale").putNull("status").putArray("events");
      return json;
    }
    ReconcileResult result = reconciler.reconcile(hpa, SyncMemory.UNLIMITED);
    if (result.situation() != null) {
      int metrics = result.situation().metrics().size();
      // A sync reads the pods for each metric, and its result has a value of each.
      podsRead += (long) Math.max(1, metrics) * result.situation().selection().pods().size();
      syncs += metrics / METRICS_OF_SYNC;
    }
    json.put("scale", result.scaledTo());
    json.set(
        "status",
        result.statusWritten() ? Json.tree(result.status()) : JsonNodeFactory.instance.nullNode());
    ArrayNode events = json.putArray("events");
    for (HpaEvent event : result.events()) {
      events
          .addObject()
          .put("type", event.type().text())
          .put("reason", event.reason())
          .put("message", event.message());
    }
    if (result.error() != null) {
      json.put("error", result.error());
    }
    traces.addTo(json, result);
    return json;
  }

  /** Faults count calls, so queries are not batched, as upstream. */
  static MetricReader unbatchedReader(ProviderContext context) {
    Map<MetricQuery.Kind, MetricProvider> providers = BuiltInProviders.create(context);
    return (hpa, queries, memory) -> {
      List<MetricResult> results = new ArrayList<>();
      for (MetricQuery query : queries) {
        MetricProvider provider = requireNonNull(providers.get(query.kind()));
        results.add(requireNonNull(provider.read(List.of(query)).get(query)));
      }
      return results;
    };
  }
}
