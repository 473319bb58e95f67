package dev.hpa.app.process;

import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.serving.AuthenticationOptions;
import dev.hpa.app.serving.AuthorizationOptions;
import dev.hpa.app.serving.ServingOptions;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.leader.LeaderElectionOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command line of {@code hpa run} asks for.
 *
 * @param enabled whether {@code --controllers} leaves this controller on
 * @param kubeconfig null for the pod's own service account, if there is no master either
 * @param master address in place of the kubeconfig's, with its scheme, or null
 * @param serviceAccountCredentials whether the controller acts as its own service account
 * @param profiling whether what helps to find slowness is served
 * @param shutdownTimeout how long the end waits
 * @param version the release that is emulated
 * @param reportedVersion what is told to others as the version
 * @param debugAddress where decisions are explained, or null
 * @param effective every flag by its name without dashes, with the text of its value
 */
public record RunOptions(
    boolean enabled,
    @Nullable Path kubeconfig,
    @Nullable String master,
    ControllerOptions controller,
    ProviderConfig providers,
    ClientOptions client,
    LeaderElectionOptions leaderElection,
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
    Map<String, String> effective) {}
