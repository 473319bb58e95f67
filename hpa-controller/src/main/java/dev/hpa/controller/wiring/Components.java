package dev.hpa.controller.wiring;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.OwnerIndex;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.plugins.PluginException;
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

/** The components of a controller, wired and ready to start. */
public final class Components implements AutoCloseable {

  private final ControlLoop loop;
  private final Inspector inspector;
  private final AutoscalerCache autoscalers;
  private final EventRecorder events;
  private final Providers providers;
  private final WatchedScales scales;
  private final Connections connections;
  private final ControllerMetrics metrics;
  private final Optional<ShadowSync> shadow;
  private final OwnerIndex owners;
  private final LoadForecasts forecasts;
  private final StateKeeper state;
  private final OptionSources options;

  @Inject
  Components(
      ControlLoop loop,
      Inspector inspector,
      AutoscalerCache autoscalers,
      EventRecorder events,
      Providers providers,
      WatchedScales scales,
      Connections connections,
      ControllerMetrics metrics,
      Optional<ShadowSync> shadow,
      OwnerIndex owners,
      LoadForecasts forecasts,
      StateKeeper state,
      OptionSources options) {
    this.options = options;
    loop.onForget(options::forget);
    this.forecasts = forecasts;
    this.owners = owners;
    this.state = state;
    this.loop = loop;
    this.inspector = inspector;
    this.autoscalers = autoscalers;
    this.events = events;
    this.providers = providers;
    this.scales = scales;
    this.connections = connections;
    this.metrics = metrics;
    this.shadow = shadow;
  }

  /**
   * Wires a controller without rate limits, leader election and plug-ins.
   *
   * @param connection closed with the controller
   * @param timeline stays open
   * @throws PluginException if providers on the class path conflict
   */
  public static Components create(
      ClusterConnection connection, Timeline timeline, ControllerOptions options) {
    return builder(connection, timeline, options).create();
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

  /** The control loop. */
  public ControlLoop loop() {
    return loop;
  }

  /** The results of shadow mode; empty in an active controller. */
  public Optional<ShadowStatistics> shadow() {
    return shadow.map(ShadowSync::statistics);
  }

  /** Lists the watched objects again, because the scope of this replica has grown. */
  public void relist() {
    watches().stream().filter(Reflector::isScoped).forEach(Reflector::relist);
  }

  /**
   * Whether the lists after {@link #relist} have reached the caches. Those of workloads and owners
   * may have failed: the scales of unknown workloads are read from the server, and unknown owners
   * are reported as such.
   */
  public boolean isRelisted() {
    return loop.watches().stream().allMatch(Reflector::isRelisted)
        && Stream.of(scales.watches(), owners.watches())
            .flatMap(List::stream)
            .allMatch(Reflector::isRelistedOrFailed);
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
    Stream.of(scales.watches(), owners.watches())
        .flatMap(List::stream)
        .forEach(each -> each.drop(namespaces));
  }

  /** The state that survives restarts. */
  public StateKeeper state() {
    return state;
  }

  /** Explains decisions of this controller. */
  public Inspector inspector() {
    return inspector;
  }

  /** The options of autoscalers. */
  public OptionSources options() {
    return options;
  }

  /** The cached autoscalers. */
  public AutoscalerCache autoscalers() {
    return autoscalers;
  }

  /** The started watches: of pods, autoscalers and namespaces, of workloads and of owners. */
  public List<Reflector<?>> watches() {
    return Stream.of(loop.watches(), scales.watches(), owners.watches())
        .<Reflector<?>>flatMap(List::stream)
        .filter(Reflector::isStarted)
        .toList();
  }

  /** The recorder of events. */
  public EventRecorder events() {
    return events;
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

  /** The metrics of this controller. */
  public ControllerMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    providers.abandon();
    // Before the loop, whose syncs may wait for owners.
    owners.close();
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
