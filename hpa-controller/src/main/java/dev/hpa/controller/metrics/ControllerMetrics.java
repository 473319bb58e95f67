package dev.hpa.controller.metrics;

import com.google.common.collect.Maps;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.OwnerIndex;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.options.OutageGuard;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.leader.LeaderElector;
import io.prometheus.client.CollectorRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of a controller, registered at construction. Thread-safe.
 *
 * <p>Families of upstream have upstream's names, help texts, labels and buckets; docs/metrics.md
 * lists all families.
 */
public final class ControllerMetrics implements AutoCloseable {

  private final CollectorRegistry registry = new CollectorRegistry();
  private final ConditionLabels conditions = new ConditionLabels();
  private final MetricFamilies families;
  private final JvmMeters jvm;
  private final ReviewListeners reviews;
  private final ShardMetrics shards = new ShardMetrics();
  private volatile @Nullable LeaderElector elector;

  @Inject
  ControllerMetrics(
      MetricsOptions metrics,
      ControllerOptions options,
      Timeline timeline,
      ControlLoop loop,
      Optional<ShadowSync> shadow,
      ClusterConnection connection,
      Providers providers,
      EventRecorder events,
      AutoscalerCache autoscalers,
      PodIndex pods,
      SelectorRegistry selectors,
      WatchedScales scales,
      OwnerIndex owners,
      OutageGuard guard,
      StateKeeper state) {
    families = new MetricFamilies(registry, metrics);
    families.registerOwn();
    loop.onReconcile(
        new ReconcileMetrics(families, timeline, autoscalers, options.syncPeriod(), conditions));
    loop.onQueue(new QueueMetrics(families, loop::queue));
    CallMetrics calls = new CallMetrics(families);
    connection.onCall(calls);
    reviews =
        new ReviewListeners(
            List.of(calls, new ReviewMetrics(families, "authn")),
            List.of(calls, new ReviewMetrics(families, "authz")));
    providers.onAnswer(new ProviderMetrics(families, providers::states));
    BuildMetrics.register(families, options);
    ProcessMetrics.register(families);
    loop(loop);
    if (options.settings().version().readsOwnWrites()) {
      staleSyncs(loop);
    }
    caches(autoscalers, pods, selectors);
    unreadable(loop, scales, owners);
    families.readGauge(
        "hpa_outage_guard_active",
        "[ALPHA] Whether scale-downs by the values of a metrics provider are held because of an"
            + " outage; only with --outage-guard.",
        "provider",
        () -> Maps.transformValues(guard.outages(), BuildMetrics::one));
    families.readGauge(
        "hpa_longest_api_call_seconds",
        "[ALPHA] Duration so far of the oldest open call to the API server; 0"
            + " without one. Watches are excluded.",
        () -> Buckets.seconds(connection.pending().longest()));
    events(events);
    shadow.map(ShadowSync::statistics).ifPresent(this::shadow);
    state.checkpoints().ifPresent(checkpoints -> StateMetrics.register(families, checkpoints));
    leader();
    shards.register(families);
    jvm = new JvmMeters(registry, families::isDisabled);
  }

  /** A series exists after the first skipped sync, as upstream. */
  private void staleSyncs(ControlLoop loop) {
    families.readCounter(
        "horizontal_pod_autoscaler_controller_stale_sync_skips_total",
        "[ALPHA] Total number of HPA syncs skipped due to a stale watch cache.",
        List.of("group", "resource"),
        () ->
            loop.skippedForStatus() == 0
                ? Map.of()
                : Map.of(
                    List.of("autoscaling", "horizontalpodautoscalers"),
                    (double) loop.skippedForStatus()));
  }

  private void loop(ControlLoop loop) {
    families.readCounter(
        "hpa_reconcile_failures_total",
        "[ALPHA] Reconciles that ended in an unexpected exception, which is a bug.",
        loop::failures);
    families.readCounter(
        "hpa_skipped_reconciles_total",
        "[ALPHA] Reconciles skipped because the cache was stale, by reason.",
        "reason",
        loop::skipped);
    families.readCounter(
        "hpa_deferred_reconciles_total",
        "[ALPHA] Reconciles that were deferred, because others used the memory for them.",
        loop::deferred);
    families.readCounter(
        "hpa_foreign_writes_total",
        "[ALPHA] Changes by other writers between two reconciles of an HPA: of its status,"
            + " or of the replicas of its target.",
        "field",
        loop::foreignWrites);
    families.readCounter(
        "hpa_replicas_changed_elsewhere_total",
        "[ALPHA] Changes of the replicas of targets by other writers, by field manager.",
        "manager",
        loop::replicasByManager);
    watches(
        loop,
        "hpa_watch_down_seconds",
        "[ALPHA] Seconds since the watch went down; 0 while it is open.",
        Reflector::downFor);
    watches(
        loop,
        "hpa_watch_idle_seconds",
        "[ALPHA] Seconds since the last event of the watch; the server sends a bookmark about every"
            + " minute.",
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
        "resource",
        () -> {
          Map<String, Double> seconds = new HashMap<>();
          for (Reflector<?> watch : loop.watches()) {
            Duration measured = measure.apply(watch);
            if (measured != null) {
              seconds.put(watch.resource(), Buckets.seconds(measured));
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
    families.readGauge("hpa_pods_cached", "[ALPHA] Number of pods in the cache.", pods::size);
    families.readGauge(
        "hpa_autoscalers_watched",
        "[ALPHA] Number of HPAs in the cache.",
        () -> autoscalers.all().size());
    families.readGauge(
        "hpa_autoscalers",
        "[ALPHA] Number of HPAs by the conditions in their status.",
        List.of("condition", "status", "reason"),
        () -> conditions.count(autoscalers.all()));
  }

  private void unreadable(ControlLoop loop, WatchedScales scales, OwnerIndex owners) {
    families.readGauge(
        "hpa_unreadable_objects",
        "[ALPHA] Number of objects that cannot be decoded and are skipped.",
        "resource",
        () ->
            Stream.of(loop.watches(), scales.watches(), owners.watches())
                .flatMap(List::stream)
                .collect(
                    Collectors.toMap(
                        Reflector::resource, Reflector::unreadable, (first, second) -> second)));
  }

  private void events(EventRecorder events) {
    families.readCounter(
        "hpa_events_sent_total",
        "[ALPHA] Events by outcome: written, failed if the API server did not accept them,"
            + " dropped if the queue was full, filtered above the rate limit of an object.",
        "outcome",
        () ->
            Map.of(
                "written", events.written(),
                "failed", events.failed(),
                "dropped", events.dropped(),
                "filtered", events.filtered()));
  }

  private void shadow(ShadowStatistics shadow) {
    families.readCounter(
        "hpa_shadow_decisions_total",
        "[ALPHA] Decisions in shadow mode by comparison with those of the active controller.",
        "result",
        () ->
            Map.of(
                "agrees", shadow.agreements(),
                "other_reason", shadow.otherReasons(),
                "differs", shadow.differences(),
                "learning", shadow.learning()));
    families.readCounter(
        "hpa_shadow_differences_total",
        "[ALPHA] Decisions in shadow mode that differ from the active controller, by which of"
            + " the two scales.",
        "kind",
        () ->
            Map.of(
                "only_active_scales", shadow.onlyActiveScales(),
                "only_shadow_scales", shadow.onlyShadowScales(),
                "other_count", shadow.otherCounts()));
    families.readGauge(
        "hpa_shadow_compared", "[ALPHA] Number of HPAs compared in shadow mode.", shadow::compared);
    families.readGauge(
        "hpa_shadow_differing",
        "[ALPHA] Number of HPAs with a difference since the last scale event both agree on.",
        () -> shadow.differing().size());
  }

  private void leader() {
    families.readGauge(
        "leader_election_master_status",
        "[ALPHA] Gauge of if the reporting system is master of the relevant lease, 0 indicates"
            + " backup, 1 indicates master. 'name' is the string used to identify the lease. Please"
            + " make sure to group by name.",
        "name",
        () ->
            elector == null
                ? shards.masters()
                : election(candidate -> BuildMetrics.one(candidate.isLeading())));
    families.readCounter(
        "leader_election_slowpath_total",
        "[ALPHA] Total number of slow path exercised in renewing leader leases. 'name' is the"
            + " string used to identify the lease. Please make sure to group by name.",
        "name",
        () -> election(candidate -> (double) candidate.slowPaths()));
  }

  private Map<String, Double> election(Function<LeaderElector, Double> value) {
    LeaderElector candidate = elector;
    return candidate == null ? Map.of() : Map.of(candidate.leaseName(), value.apply(candidate));
  }

  /** The metrics of shards. */
  public ShardMetrics shards() {
    return shards;
  }

  /** Reports this election; without one the leader election families are empty. */
  public void follow(LeaderElector candidate) {
    elector = candidate;
  }

  /** Listeners for TokenReview and SubjectAccessReview calls of delegated authentication. */
  public ReviewListeners reviews() {
    return reviews;
  }

  /** The registered families, without those of the JVM. */
  public List<MetricFamilies.Described> families() {
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
