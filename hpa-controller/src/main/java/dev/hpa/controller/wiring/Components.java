package dev.hpa.controller.wiring;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.NodeDrains;
import dev.hpa.controller.cache.OwnerIndex;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The components of a controller, wired and ready to start.
 *
 * @param loop the control loop
 * @param inspector explains decisions of this controller
 * @param autoscalers the cached autoscalers
 * @param events the recorder of events
 * @param connections closed with this
 * @param comparison shadow mode; empty in an active controller
 * @param state the state that survives restarts
 * @param options the options of autoscalers
 */
public record Components(
    ControlLoop loop,
    Inspector inspector,
    AutoscalerCache autoscalers,
    EventRecorder events,
    Providers providers,
    WatchedScales scales,
    Connections connections,
    ControllerMetrics metrics,
    Optional<ShadowSync> comparison,
    OwnerIndex owners,
    NodeDrains drains,
    LoadForecasts forecasts,
    StateKeeper state,
    OptionSources options)
    implements AutoCloseable {

  @Inject
  public Components {
    loop.onForget(options::forget);
  }

  /**
   * A builder of a controller.
   *
   * @param connection of watches, state, reads and writes; closed with the controller
   * @param timeline stays open
   */
  public static ComponentsBuilder builder(
      ClusterConnection connection, Timeline timeline, ControllerOptions options) {
    return new ComponentsBuilder(connection, timeline, options);
  }

  /** The results of shadow mode; empty in an active controller. */
  public Optional<ShadowStatistics> shadow() {
    return comparison.map(ShadowSync::statistics);
  }

  /** Lists the watched objects again, because the scope of this replica has grown. */
  public void relist() {
    watches().stream().filter(Reflector::isScoped).forEach(Reflector::relist);
  }

  /**
   * Whether the lists after {@link #relist} have reached the caches. Those of workloads, owners and
   * drains may have failed: the scales of unknown workloads are read from the server, and unknown
   * owners and drains are reported as such.
   */
  public boolean isRelisted() {
    return loop.watches().stream().allMatch(Reflector::isRelisted)
        && optional().allMatch(Reflector::isRelistedOrFailed);
  }

  /** The resources whose lists after {@link #relist} have not been delivered, with the causes. */
  public String missingLists() {
    return watches().stream()
        .filter(each -> !each.isRelisted())
        .map(each -> each.resource() + (each.problem().isEmpty() ? "" : ": " + each.problem()))
        .collect(Collectors.joining("; "));
  }

  /** Removes namespaces that are out of scope from all caches. */
  public void drop(NamespaceScope namespaces) {
    loop.drop(namespaces);
    optional().filter(Reflector::isScoped).forEach(each -> each.drop(namespaces));
  }

  /** The watches that a controller can do without. */
  private Stream<Reflector<?>> optional() {
    return Stream.of(scales.watches(), owners.watches(), drains.watches()).flatMap(List::stream);
  }

  /** The started watches: of pods, autoscalers and namespaces, and those that are optional. */
  public List<Reflector<?>> watches() {
    return Stream.<Reflector<?>>concat(loop.watches().stream(), optional())
        .filter(Reflector::isStarted)
        .toList();
  }

  /** The names of the providers if the circuits of all used ones are open; else null. */
  public @Nullable String unavailableProviders() {
    return providers.unavailableProviders();
  }

  /** The secrets among the settings of providers. */
  public SecretSettings secrets() {
    return providers.secrets();
  }

  /**
   * Describes open calls to the API server that take longer than a limit; null if there are none.
   */
  public @Nullable String callsLongerThan(Duration limit) {
    String watches = connections.watching().pending().longerThan(limit);
    return watches == null ? connections.acting().pending().longerThan(limit) : watches;
  }

  @Override
  public void close() {
    providers.abandon();
    // Before the loop, whose syncs may wait for owners.
    owners.close();
    drains.close();
    forecasts.close();
    loop.close();
    state.close();
    scales.close();
    events.close();
    providers.close();
    metrics.close();
    connections.close();
  }
}
