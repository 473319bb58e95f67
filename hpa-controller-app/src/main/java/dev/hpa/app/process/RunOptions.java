package dev.hpa.app.process;

import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.serving.AuthenticationOptions;
import dev.hpa.app.serving.AuthorizationOptions;
import dev.hpa.app.serving.ServingOptions;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.state.StateOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.leader.LeaderElectionOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code hpa run}.
 *
 * @param enabled whether {@code --controllers} enables this controller
 * @param kubeconfig null for the in-cluster configuration, unless there is a master
 * @param master address with scheme that overrides the kubeconfig, or null
 * @param shards the number of shards; 0 for one leader
 * @param serviceAccountCredentials whether the controller uses its own service account
 * @param profiling whether profiling pages are served
 * @param shutdownTimeout maximum time of the shutdown
 * @param version the emulated release
 * @param reportedVersion the version to report
 * @param debugAddress address of the debug API, or null
 * @param dashboard how long decisions are kept for the dashboard; null if it is off
 * @param effective values of all flags, by name without dashes
 */
public record RunOptions(
    boolean enabled,
    @Nullable Path kubeconfig,
    @Nullable String master,
    ControllerOptions controller,
    ProviderConfig providers,
    ClientOptions client,
    LeaderElectionOptions leaderElection,
    int shards,
    StateOptions state,
    ServingOptions serving,
    AuthenticationOptions authentication,
    AuthorizationOptions authorization,
    MetricsOptions metrics,
    LogOptions logging,
    boolean serviceAccountCredentials,
    boolean profiling,
    Duration shutdownTimeout,
    EffectiveVersion version,
    String reportedVersion,
    @Nullable InetSocketAddress debugAddress,
    @Nullable Duration dashboard,
    Map<String, String> effective) {}
