package dev.hpa.controller;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.controller.shards.ShardAccess;
import dev.hpa.controller.shards.ShardOptions;
import dev.hpa.controller.state.StateOptions;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ApiClientConnection;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.discovery.ServerRelease;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.kube.leader.LeaderElector;
import dev.hpa.kube.leader.LeaseLock;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import io.kubernetes.client.openapi.ApiClient;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link HpaController}. Without a kubeconfig or an {@link ApiClient} the controller
 * connects as a pod of its cluster. Not thread-safe.
 */
public final class HpaControllerBuilder {

  private static final String SERVICE_ACCOUNT_NAMESPACE = "kube-system";
  private static final String SERVICE_ACCOUNT = "horizontal-pod-autoscaler";
  private static final Duration SHORTEST_LEASE_TIMEOUT = Duration.ofSeconds(1);

  private @Nullable Path kubeconfig;
  private @Nullable String server;
  private @Nullable ApiClient apiClient;
  private boolean serviceAccountCredentials;
  private ControllerOptions options = ControllerOptions.DEFAULTS;
  private @Nullable KubernetesVersion emulated;
  private boolean emulatesServer;
  private ClientOptions clientOptions = ClientOptions.DEFAULTS;
  private MetricsOptions metricsOptions = MetricsOptions.DEFAULTS;
  private ProviderConfig providerConfig = ProviderConfig.DEFAULT;
  private @Nullable LeaderElectionOptions leaderElection;
  private int shards;
  private StateOptions state = StateOptions.DEFAULTS;
  private @Nullable DecisionHistory history;
  private final List<MetricProviderFactory> metricProviders = new ArrayList<>();
  private final List<ScaleClientFactory> scaleClients = new ArrayList<>();
  private final List<Forecaster> forecasters = new ArrayList<>();
  private final List<String> routes = new ArrayList<>();
  private final List<Consumer<ReconcileResult>> listeners = new ArrayList<>();

  /** Connects in place of a kubeconfig. */
  @Nullable Connector connector;

  /** The identity in Leases; null for a unique one. */
  @Nullable String identity;

  @Nullable Timeline timeline;
  @Nullable Instant processStart;
  Duration shutdownTimeout = Duration.ofSeconds(10);
  Runnable onStarting = () -> {};
  Consumer<String> onStopped = reason -> {};

  HpaControllerBuilder() {}

  /** Opens connections. */
  @FunctionalInterface
  interface Connector {
    ClusterConnection open(Timeline timeline) throws KubeconfigException;
  }

  /** The kubeconfig to connect with; null for none. Default: none. */
  public HpaControllerBuilder kubeconfig(@Nullable Path file) {
    kubeconfig = file;
    return this;
  }

  /** The URL of the API server, in place of the one in the kubeconfig; null to keep that one. */
  public HpaControllerBuilder server(@Nullable String address) {
    server = address;
    return this;
  }

  /**
   * Connects with the URL, TLS settings and credentials of a client of the Kubernetes Java client.
   * Its threads and connections are not used, and it stays open.
   */
  public HpaControllerBuilder apiClient(ApiClient client) {
    apiClient = client;
    return this;
  }

  /**
   * Reads and writes as the service account {@code kube-system/horizontal-pod-autoscaler}, as
   * kube-controller-manager does with {@code --use-service-account-credentials}. Default: false.
   */
  public HpaControllerBuilder serviceAccountCredentials(boolean value) {
    serviceAccountCredentials = value;
    return this;
  }

  /** The options of the control loop. Default: upstream's defaults. */
  public HpaControllerBuilder options(ControllerOptions value) {
    options = value;
    return this;
  }

  /**
   * Emulates a release of Kubernetes, with the defaults of its feature gates in place of those in
   * the {@link #options}. Default: the release in the options, which is 1.37.
   */
  public HpaControllerBuilder emulatedVersion(KubernetesVersion version) {
    emulated = version;
    emulatesServer = false;
    return this;
  }

  /**
   * Emulates the release of the API server as far as it is known, with the defaults of its feature
   * gates; {@link #build} then asks the server.
   */
  public HpaControllerBuilder emulatedVersionOfServer() {
    emulatesServer = true;
    return this;
  }

  /**
   * The rate limits and the content type of API requests. Default: upstream's limits of 20 requests
   * per second, 30 burst.
   */
  public HpaControllerBuilder clientOptions(ClientOptions value) {
    clientOptions = value;
    return this;
  }

  /** The metrics to collect. Default: all. */
  public HpaControllerBuilder metricsOptions(MetricsOptions value) {
    metricsOptions = value;
    return this;
  }

  /** Plug-in folder, settings and routes of providers. Default: the discovered providers. */
  public HpaControllerBuilder providerConfig(ProviderConfig value) {
    providerConfig = value;
    return this;
  }

  /**
   * Adds a metric provider to the discovered ones; it receives the queries that {@link #route}
   * sends to it.
   */
  public HpaControllerBuilder metricProvider(MetricProviderFactory factory) {
    metricProviders.add(factory);
    return this;
  }

  /**
   * Adds a metric provider beside the discovered ones; it answers what {@link #route} names.
   *
   * @param name lower-case letters, digits and dashes
   * @param kinds the kinds of queries that it answers
   */
  public HpaControllerBuilder metricProvider(
      String name, Set<MetricQuery.Kind> kinds, MetricProvider provider) {
    return metricProvider(new MetricProviderInstance(name, ImmutableCopies.set(kinds), provider));
  }

  /** Adds a forecaster for autoscalers whose annotation {@code hpa.dev/forecast} names it. */
  public HpaControllerBuilder forecaster(Forecaster forecaster) {
    forecasters.add(forecaster);
    return this;
  }

  /** Adds a scale client for targets of its factory's API groups. */
  public HpaControllerBuilder scaleClient(ScaleClientFactory factory) {
    scaleClients.add(factory);
    return this;
  }

  /**
   * Adds a scale client for targets of API groups.
   *
   * @param name lower-case letters, digits and dashes
   * @param groups the groups in {@code scaleTargetRef.apiVersion}; at least one
   */
  public HpaControllerBuilder scaleClient(String name, Set<String> groups, ScaleClient client) {
    return scaleClient(new ScaleClientInstance(name, ImmutableCopies.set(groups), client));
  }

  /**
   * Routes queries to a metric provider.
   *
   * @param route {@code KIND[:PATTERN]=PROVIDER}, such as {@code external:queue-*=orders}
   */
  public HpaControllerBuilder route(String route) {
    routes.add(route);
    return this;
  }

  /** Enables leader election; null for none, which is the default. Ignored in shadow mode. */
  public HpaControllerBuilder leaderElection(@Nullable LeaderElectionOptions value) {
    leaderElection = value;
    return this;
  }

  /**
   * Divides the namespaces into shards that are held by all replicas together, instead of electing
   * one leader. All replicas have the same number, and leader election is enabled; ignored in
   * shadow mode. Default: 0, for one leader.
   *
   * @param count from 0 to 64; 2 to 4 times the number of replicas
   */
  public HpaControllerBuilder shards(int count) {
    shards = count;
    return this;
  }

  /**
   * Where and how often the state of autoscalers is saved, so that a restart or a fail-over decides
   * as if there had been none; ignored in shadow mode. The ConfigMaps are in the namespace of the
   * Lease, and their names begin with its name. Default: no state.
   */
  public HpaControllerBuilder state(StateOptions value) {
    state = value;
    return this;
  }

  /**
   * Records the decisions of the controller, for a dashboard. It is saved if the state is, in its
   * own ConfigMaps. Default: none.
   */
  public HpaControllerBuilder history(DecisionHistory value) {
    history = value;
    return this;
  }

  /**
   * The clock and scheduler of the controller; the controller does not close it. Default: real
   * time.
   */
  public HpaControllerBuilder timeline(Timeline value) {
    timeline = value;
    return this;
  }

  /**
   * When the process started, on the timeline, and not in the future: without leader election and
   * shards, the first syncs are due one sync period later, so that a slow start delays no decision.
   * Default: when the controller is started.
   */
  public HpaControllerBuilder processStart(Instant value) {
    processStart = value;
    return this;
  }

  /** How long {@link HpaController#close} waits for writes in progress. Default: 10 s. */
  public HpaControllerBuilder shutdownTimeout(Duration value) {
    shutdownTimeout = value;
    return this;
  }

  /**
   * Adds a listener that receives the result of every reconcile, on the thread of the reconcile. It
   * must return quickly and must not throw.
   */
  public HpaControllerBuilder onReconcile(Consumer<ReconcileResult> listener) {
    listeners.add(listener);
    return this;
  }

  /** Runs a listener when the controller is allowed to write, before it fills its caches. */
  public HpaControllerBuilder onStarting(Runnable listener) {
    onStarting = listener;
    return this;
  }

  /**
   * Sets a listener for the reason why a started controller stopped without {@link
   * HpaController#close}, such as a lost Lease.
   */
  public HpaControllerBuilder onStopped(Consumer<String> listener) {
    onStopped = listener;
    return this;
  }

  /**
   * Connects to the cluster and creates the providers; does not start the controller.
   *
   * @throws KubeconfigException if the connection settings are invalid
   * @throws IllegalStateException if the server whose version is emulated does not answer
   * @throws IllegalArgumentException if the number of shards is out of range, or there is no leader
   *     election
   * @throws PluginException if a provider, a route or a setting is invalid
   */
  public HpaController build() throws KubeconfigException {
    Timeline time = timeline == null ? Timeline.real() : timeline;
    ClusterConnection connection = null;
    try {
      connection = connect(time);
      String own = identity == null ? uniqueIdentity() : identity;
      ShardOptions divided = shardOptions();
      ShardAccess access = divided == null ? null : new ShardAccess(divided.count(), time);
      LeaderElector elector = divided == null ? elector(connection, own, time) : null;
      Components components =
          Components.builder(connection, time, emulating(connection, time))
              .acting(
                  serviceAccountCredentials
                      ? connection.actingAs(SERVICE_ACCOUNT_NAMESPACE, SERVICE_ACCOUNT)
                      : connection)
              .providers(providerConfig.with(metricProviders, scaleClients, forecasters, routes))
              .client(clientOptions)
              .access(
                  access == null
                      ? NamespaceAccess.undivided(elector == null ? WriteFence.OPEN : elector)
                      : access)
              .metrics(metricsOptions)
              .state(stateSettings(own))
              .history(history)
              .create();
      if (elector != null) {
        components.metrics().follow(elector);
      }
      listeners.forEach(components.loop()::onReconcile);
      Shards held =
          divided == null || access == null
              ? null
              : new Shards(
                  divided,
                  access,
                  components,
                  connection,
                  own,
                  leaseTimeout(divided.election()),
                  time);
      return new HpaController(this, components, connection, elector, held, time);
    } catch (KubeconfigException | RuntimeException failure) {
      if (connection != null) {
        connection.close();
      }
      if (timeline == null) {
        time.close();
      }
      throw failure;
    }
  }

  /**
   * Connects to the cluster and reads the release of the API server; waits up to 10 s for a server
   * that is not available. Other settings than those of the connection have no effect.
   *
   * @throws KubeconfigException if the connection settings are invalid
   * @throws KubernetesApiException if the server does not answer
   */
  public ServerRelease serverRelease() throws KubeconfigException, KubernetesApiException {
    Timeline time = timeline == null ? Timeline.real() : timeline;
    try (ClusterConnection connection = connect(time)) {
      return ServerWait.release(connection, time);
    } finally {
      if (timeline == null) {
        time.close();
      }
    }
  }

  private ControllerOptions emulating(ClusterConnection connection, Timeline time) {
    if (emulatesServer) {
      try {
        ServerRelease release = ServerWait.release(connection, time);
        return options.emulating(release.emulated());
      } catch (KubernetesApiException failure) {
        throw new IllegalStateException(
            "the version of the API server cannot be read: " + failure.text(), failure);
      }
    }
    return emulated == null ? options : options.emulating(emulated);
  }

  private ClusterConnection connect(Timeline time) throws KubeconfigException {
    if (connector != null) {
      return connector.open(time);
    }
    return apiClient == null
        ? ClusterConnection.open(kubeconfig, server, time, clientOptions.form())
        : ApiClientConnection.open(apiClient, time, clientOptions.form());
  }

  private StateSettings stateSettings(String identity) {
    LeaderElectionOptions lease =
        leaderElection == null ? LeaderElectionOptions.DEFAULTS : leaderElection;
    return new StateSettings(state, lease.namespace(), lease.name(), identity);
  }

  private @Nullable LeaderElector elector(
      ClusterConnection connection, String identity, Timeline time) {
    LeaderElectionOptions election = leaderElection;
    if (election == null || !election.enabled() || options.shadow()) {
      return null;
    }
    Duration timeout = leaseTimeout(election);
    LeaseLock lock =
        new LeaseLock(
            HttpKubernetesApi.withoutRetries(connection, timeout),
            election.namespace(),
            election.name(),
            timeout);
    return new LeaderElector(lock, election, identity, time, () -> time.random().nextDouble());
  }

  private static Duration leaseTimeout(LeaderElectionOptions election) {
    Duration half = election.renewDeadline().dividedBy(2);
    return half.compareTo(SHORTEST_LEASE_TIMEOUT) < 0 ? SHORTEST_LEASE_TIMEOUT : half;
  }

  /** The options of shards; null for one leader. */
  private @Nullable ShardOptions shardOptions() {
    if (shards == 0 || options.shadow()) {
      return null;
    }
    LeaderElectionOptions election = leaderElection;
    if (election == null || !election.enabled()) {
      throw new IllegalArgumentException(
          "shards: \"%d\" needs leader election; enable it or set 0".formatted(shards));
    }
    return new ShardOptions(shards, election);
  }

  private static String uniqueIdentity() {
    return hostName() + "_" + UUID.randomUUID();
  }

  private static String hostName() {
    String named = System.getenv("HOSTNAME");
    try {
      return named == null || named.isEmpty() ? InetAddress.getLocalHost().getHostName() : named;
    } catch (UnknownHostException nameless) {
      return "unknown";
    }
  }
}
