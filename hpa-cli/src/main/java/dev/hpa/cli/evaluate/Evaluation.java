package dev.hpa.cli.evaluate;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.plugins.BuiltInProviders;
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

  private final Scenario scenario;
  private final DecisionDocument traces;
  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final ScenarioCluster cluster;
  private final Histories histories;
  private final Reconciler reconciler;

  private Evaluation(
      Scenario scenario, DecisionDocument traces, Function<ProviderContext, MetricReader> metrics) {
    this.scenario = scenario;
    this.traces = traces;
    this.cluster = new ScenarioCluster(scenario);
    this.histories = new Histories(timeline);
    KubernetesApi api = new ScenarioApi(cluster);
    ProviderContext context =
        new ProviderContext(
            api,
            timeline,
            new CachedRestMapper(api, cluster.kinds()::clock, CachedRestMapper.TTL),
            VERSIONS_KEPT);
    this.reconciler =
        new Reconciler(
            new DecisionMaker(
                scenario.settings(),
                cluster,
                metrics.apply(context),
                new CachedPods(cluster.pods(), cluster.selectors()),
                histories,
                timeline::now),
            new Actuator(
                cluster,
                cluster::writeStatus,
                (hpa, event) -> {},
                PodDeletionHints.NONE,
                histories,
                timeline::now,
                attempt -> timeline.advance(RETRY.plus(RETRY_GROWTH.multipliedBy(attempt)))),
            timeline::now);
  }

  /** Runs all steps and returns {@code {"name", "steps": [{"at", "results": [...]}]}}. */
  public static ObjectNode run(Scenario scenario, DecisionDocument traces)
      throws ScenarioFormatException {
    return run(scenario, traces, Evaluation::oneByOne);
  }

  /**
   * Runs all steps with metric values that were read before.
   *
   * @param readings values by query; other metrics are read from the scenario
   */
  public static ObjectNode run(
      Scenario scenario, DecisionDocument traces, Map<MetricQuery, MetricResult> readings)
      throws ScenarioFormatException {
    return run(
        scenario,
        traces,
        context -> {
          MetricReader others = oneByOne(context);
          return (hpa, queries) ->
              queries.stream()
                  .map(
                      query ->
                          readings.containsKey(query)
                              ? requireNonNull(readings.get(query))
                              : others.read(hpa, List.of(query)).getFirst())
                  .toList();
        });
  }

  /**
   * Like {@link #run(Scenario, DecisionDocument)}.
   *
   * @param metrics creates the metric reader
   */
  static ObjectNode run(
      Scenario scenario, DecisionDocument traces, Function<ProviderContext, MetricReader> metrics)
      throws ScenarioFormatException {
    return new Evaluation(scenario, traces, metrics).run();
  }

  private ObjectNode run() throws ScenarioFormatException {
    ObjectNode output = JsonNodeFactory.instance.objectNode();
    output.put("name", scenario.name());
    ArrayNode steps = output.putArray("steps");
    for (Scenario.Step step : scenario.steps()) {
      Duration wait = Duration.between(timeline.now(), START.plus(step.at()));
      if (wait.isPositive()) {
        timeline.advance(wait);
      }
      cluster.begin(step);
      step.histories().forEach(histories::put);
      ObjectNode result = steps.addObject().put("at", step.atText());
      ArrayNode results = result.putArray("results");
      for (String key : due(step)) {
        results.add(reconcile(key));
      }
    }
    return output;
  }

  private List<String> due(Scenario.Step step) {
    List<String> names = step.reconcile();
    return names == null ? List.copyOf(cluster.autoscalers().keySet()) : names;
  }

  private JsonNode reconcile(String key) {
    HorizontalPodAutoscaler hpa = cluster.autoscalers().get(key);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("hpa", key);
    if (hpa == null) {
      histories.remove(key);
      result.putNull("scale").putNull("status").putArray("events");
      return result;
    }
    ReconcileResult cycle = reconciler.reconcile(hpa);
    result.put("scale", cycle.scaledTo());
    result.set(
        "status",
        cycle.statusWritten() ? Json.tree(cycle.status()) : JsonNodeFactory.instance.nullNode());
    ArrayNode events = result.putArray("events");
    for (HpaEvent event : cycle.events()) {
      events
          .addObject()
          .put("type", event.type().text())
          .put("reason", event.reason())
          .put("message", event.message());
    }
    if (cycle.error() != null) {
      result.put("error", cycle.error());
    }
    traces.addTo(result, cycle);
    return result;
  }

  /** Faults count calls, so queries are not batched, as upstream. */
  private static MetricReader oneByOne(ProviderContext context) {
    Map<MetricQuery.Kind, MetricProvider> providers = BuiltInProviders.create(context);
    return (hpa, queries) -> {
      List<MetricResult> results = new ArrayList<>();
      for (MetricQuery query : queries) {
        MetricProvider provider = requireNonNull(providers.get(query.kind()));
        results.add(requireNonNull(provider.read(List.of(query)).get(query)));
      }
      return results;
    };
  }
}
