package dev.hpa.controller.metrics;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.reconcile.AutoscalerSync;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.leader.LeaderElector;
import io.prometheus.client.CollectorRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of a controller, registered when it is made. Thread-safe.
 *
 * <p>What is upstream's has its names, texts, labels and bounds; see docs/metrics.md for all of
 * them.
 */
public final class ControllerMetrics implements AutoCloseable {

  private final CollectorRegistry registry = new CollectorRegistry();
  private final Families families;
  private final JvmMeters jvm;
  private final ReviewListeners reviews;
  private volatile @Nullable LeaderElector elector;

  @Inject
  ControllerMetrics(
      MetricsOptions metrics,
      ControllerOptions options,
      Timeline timeline,
      ControlLoop loop,
      AutoscalerSync sync,
      ClusterConnection connection,
      Providers providers,
      EventRecorder events,
      AutoscalerCache autoscalers,
      PodIndex pods,
      SelectorRegistry selectors,
      WatchedScales scales) {
    families = new Families(registry, metrics);
    families.registerOwn();
    loop.onReconcile(new ReconcileMetrics(families, timeline, autoscalers));
    loop.onQueue(new QueueMetrics(families, loop::queue));
    CallMetrics calls = new CallMetrics(families);
    connection.onCall(calls);
    reviews =
        new ReviewListeners(
            new ReviewMetrics(families, "authn", calls),
            new ReviewMetrics(families, "authz", calls));
    providers.onAnswer(new ProviderMetrics(families, providers::states));
    BuildMetrics.register(families, options.settings());
    ProcessMetrics.register(families);
    loop(loop);
    caches(autoscalers, pods, selectors);
    unreadable(loop, scales);
    families.readGauge(
        "hpa_longest_api_call_seconds",
        "[ALPHA] How long the oldest call to the API server that has not ended takes so far; 0"
            + " without one. Watches do not count.",
        () -> Buckets.seconds(connection.pending().longest()));
    events(events);
    if (sync instanceof ShadowSync shadow) {
      shadow(shadow.statistics());
    }
    leader();
    jvm = new JvmMeters(registry, families::isDisabled);
  }

  private void loop(ControlLoop loop) {
    families.readCounter(
        "hpa_reconcile_failures_total",
        "[ALPHA] Reconciles that ended in a failure nobody expects, which is a bug.",
        loop::failures);
    families.readCounter(
        "hpa_skipped_reconciles_total",
        "[ALPHA] Reconciles skipped because the cache was stale, by reason.",
        List.of("reason"),
        () -> {
          Map<List<String>, Double> skipped = new HashMap<>();
          loop.skipped()
              .forEach((reason, count) -> skipped.put(List.of(reason), count.doubleValue()));
          return skipped;
        });
    watches(
        loop,
        "hpa_watch_down_seconds",
        "[ALPHA] How long no watch has been open; 0 while one is.",
        Reflector::downFor);
    watches(
        loop,
        "hpa_watch_idle_seconds",
        "[ALPHA] Time since a watch told something; bookmarks come about every minute.",
        Reflector::quietFor);
  }

  private void watches(
      ControlLoop loop,
      String name,
      String help,
      Function<Reflector<?>, @Nullable Duration> measure) {
    families.readGauge(
        name,
        help,
        List.of("resource"),
        () -> {
          Map<List<String>, Double> seconds = new HashMap<>();
          for (Reflector<?> watch : loop.watches()) {
            Duration measured = measure.apply(watch);
            if (measured != null) {
              seconds.put(List.of(watch.resource()), Buckets.seconds(measured));
            }
          }
          return seconds;
        });
  }

  private void caches(AutoscalerCache autoscalers, PodIndex pods, SelectorRegistry selectors) {
    families.readGauge(
        "horizontal_pod_autoscaler_controller_num_horizontal_pod_autoscalers",
        "[ALPHA] Current number of controlled HPA objects.",
        selectors::size);
    families.readGauge("hpa_pods_cached", "[ALPHA] Pods that are known.", pods::size);
    families.readGauge(
        "hpa_autoscalers_watched",
        "[ALPHA] Autoscalers that are known.",
        () -> autoscalers.all().size());
    families.readGauge(
        "hpa_autoscalers",
        "[ALPHA] Autoscalers by the conditions in their status.",
        List.of("condition", "status", "reason"),
        () -> byCondition(autoscalers));
  }

  private void unreadable(ControlLoop loop, WatchedScales scales) {
    families.readGauge(
        "hpa_unreadable_objects",
        "[ALPHA] Objects that exist and cannot be decoded, and are skipped.",
        List.of("resource"),
        () -> {
          Map<List<String>, Double> counts = new HashMap<>();
          Stream.concat(loop.watches().stream(), scales.watches().stream())
              .forEach(watch -> counts.put(List.of(watch.resource()), (double) watch.unreadable()));
          return counts;
        });
  }

  private void events(EventRecorder events) {
    families.readCounter(
        "hpa_events_sent_total",
        "[ALPHA] Events by what became of them: written, failed when the server did not take them,"
            + " dropped when too many waited.",
        List.of("outcome"),
        () ->
            Map.of(
                List.of("written"), (double) events.written(),
                List.of("failed"), (double) events.failed(),
                List.of("dropped"), (double) events.dropped()));
  }

  private void shadow(ShadowStatistics shadow) {
    families.readCounter(
        "hpa_shadow_decisions_total",
        "[ALPHA] Decisions of a shadow by how they compare with those of the active controller.",
        List.of("result"),
        () ->
            Map.of(
                List.of("agrees"), (double) shadow.agreements(),
                List.of("other_reason"), (double) shadow.otherReasons(),
                List.of("differs"), (double) shadow.differences(),
                List.of("learning"), (double) shadow.learning()));
    families.readCounter(
        "hpa_shadow_differences_total",
        "[ALPHA] Decisions of a shadow that differ from those of the active controller, by which of"
            + " the two scales.",
        List.of("kind"),
        () ->
            Map.of(
                List.of("only_active_scales"), (double) shadow.onlyActiveScales(),
                List.of("only_shadow_scales"), (double) shadow.onlyShadowScales(),
                List.of("other_count"), (double) shadow.otherCounts()));
    families.readGauge(
        "hpa_shadow_compared", "[ALPHA] Autoscalers a shadow has compared.", shadow::compared);
    families.readGauge(
        "hpa_shadow_differing",
        "[ALPHA] Autoscalers with a difference since the last scale event a shadow agreed with.",
        () -> shadow.differing().size());
  }

  private static Map<List<String>, Double> byCondition(AutoscalerCache autoscalers) {
    Map<List<String>, Double> counts = new HashMap<>();
    for (HorizontalPodAutoscaler hpa : autoscalers.all()) {
      for (HpaCondition each : hpa.status().conditionsOrEmpty()) {
        counts.merge(List.of(each.type(), each.status(), each.reason()), 1.0, Double::sum);
      }
    }
    return counts;
  }

  private void leader() {
    families.readGauge(
        "leader_election_master_status",
        "[ALPHA] Gauge of if the reporting system is master of the relevant lease, 0 indicates"
            + " backup, 1 indicates master. 'name' is the string used to identify the lease. Please"
            + " make sure to group by name.",
        List.of("name"),
        () -> election(candidate -> BuildMetrics.one(candidate.isLeading())));
    families.readCounter(
        "leader_election_slowpath_total",
        "[ALPHA] Total number of slow path exercised in renewing leader leases. 'name' is the"
            + " string used to identify the lease. Please make sure to group by name.",
        List.of("name"),
        () -> election(candidate -> (double) candidate.slowPaths()));
  }

  private Map<List<String>, Double> election(Function<LeaderElector, Double> value) {
    LeaderElector candidate = elector;
    return candidate == null
        ? Map.of()
        : Map.of(List.of(candidate.leaseName()), value.apply(candidate));
  }

  /** Tells of this election from now on; without one the families about leaders are empty. */
  public void follow(LeaderElector candidate) {
    elector = candidate;
  }

  /** To be told of the calls by which callers of our own port are reviewed. */
  public ReviewListeners reviews() {
    return reviews;
  }

  /** The families registered, without those of the virtual machine. */
  public List<Families.Described> families() {
    return families.described();
  }

  /** All families in {@linkplain PrometheusText Prometheus' text format}. */
  public String text() {
    return PrometheusText.of(registry);
  }

  @Override
  public void close() {
    jvm.close();
  }
}
