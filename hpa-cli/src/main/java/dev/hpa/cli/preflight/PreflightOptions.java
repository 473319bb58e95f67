package dev.hpa.cli.preflight;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options of preflight.
 *
 * @param lease Lease of the controller to install
 * @param state whether it saves its state in ConfigMaps
 * @param shards number of shards; 0 for one leader
 * @param version the emulated version; null for that of the API server
 * @param controller the options that its flags set, by emulated version
 * @param providers metric providers
 * @param mostDecisions maximum number of autoscalers to evaluate; 0 or more
 */
public record PreflightOptions(
    NamespacedName lease,
    boolean state,
    int shards,
    @Nullable KubernetesVersion version,
    Function<KubernetesVersion, ControllerOptions> controller,
    ProviderConfig providers,
    int mostDecisions) {}
