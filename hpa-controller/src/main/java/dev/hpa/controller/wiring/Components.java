package dev.hpa.controller.wiring;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import com.google.inject.spi.Message;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.OwnerIndex;
import dev.hpa.controller.cache.WatchedScales;
import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.controller.shards.NamespaceGate;
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.WriteFence;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
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
    return create(connection, timeline, options, ProviderConfig.DEFAULT);
  }

  /**
   * Wires a controller with configured providers.
   *
   * @param connection closed with the controller
   * @param timeline stays open
   * @throws PluginException if a provider, a route or a setting is invalid
   */
  public static Components create(
      ClusterConnection connection,
      Timeline timeline,
      ControllerOptions options,
      ProviderConfig providers) {
    return create(
        connection,
        connection,
        timeline,
        options,
        providers,
        ClientOptions.UNLIMITED,
        WriteFence.OPEN,
        MetricsOptions.DEFAULTS);
  }

  /**
   * Wires a controller with rate limits and a write fence.
   *
   * @param watching the connection of the watches; closed with the controller
   * @param acting the connection of reads and writes, the same or one as another user; closed with
   *     the controller
   * @param timeline stays open
   * @param client the rate limits and content type of API requests
   * @param fence whether this controller may write now
   * @param metrics the metrics to collect
   * @throws PluginException when the providers cannot be used as configured
   */
  public static Components create(
      ClusterConnection watching,
      ClusterConnection acting,
      Timeline timeline,
      ControllerOptions options,
      ProviderConfig providers,
      ClientOptions client,
      WriteFence fence,
      MetricsOptions metrics) {
    return create(
        watching,
        acting,
        timeline,
        options,
        providers,
        client,
        fence,
        metrics,
        StateSettings.NONE,
        null);
  }

  /**
   * Wires a controller whose state survives restarts.
   *
   * @param watching the connection of the watches and of the state; closed with the controller
   * @param acting the connection of reads and writes, the same or one as another user; closed with
   *     the controller
   * @param timeline stays open
   * @param client the rate limits and content type of API requests
   * @param fence whether this controller may write now; if it is a {@link NamespaceGate} too, the
   *     controller reconciles and caches only the namespaces of the gate
   * @param metrics the metrics to collect
   * @param state where the state is saved; ignored in shadow mode
   * @param history records the decisions, and is saved with the state; null for none
   * @throws PluginException when the providers cannot be used as configured
   */
  public static Components create(
      ClusterConnection watching,
      ClusterConnection acting,
      Timeline timeline,
      ControllerOptions options,
      ProviderConfig providers,
      ClientOptions client,
      WriteFence fence,
      MetricsOptions metrics,
      StateSettings state,
      @Nullable DecisionHistory history) {
    Injector injector;
    try {
      injector =
          Guice.createInjector(
              Stage.PRODUCTION,
              new ClusterModule(
                  new Connections(watching, acting),
                  timeline,
                  client,
                  options.shadow() ? WriteFence.CLOSED : fence),
              new ProvidersModule(providers),
              new ControllerModule(
                  options, fence instanceof NamespaceGate gate ? gate : NamespaceGate.ALL),
              new StateModule(options.shadow() ? StateSettings.NONE : state, client, fence),
              new MetricsModule(metrics));
    } catch (CreationException failure) {
      throw unusable(failure);
    }
    Components components = injector.getInstance(Components.class);
    if (history != null) {
      history.record(components.loop());
    }
    return components;
  }

  /** Unwraps the exception of a plug-in, whose message is complete without Guice's report. */
  private static RuntimeException unusable(CreationException failure) {
    for (Message message : failure.getErrorMessages()) {
      if (message.getCause() instanceof PluginException
          || message.getCause() instanceof CancellationException) {
        return (RuntimeException) message.getCause();
      }
    }
    return failure;
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
    loop.relist();
    scales.relist();
    owners.relist();
  }

  /** Whether the lists after {@link #relist} have reached the caches. */
  public boolean isRelisted() {
    return loop.isRelisted() && scales.isRelisted() && owners.isRelisted();
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
    scales.drop(namespaces);
    owners.drop(namespaces);
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
