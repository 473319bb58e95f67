package dev.hpa.cli.preflight;

import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.core.Settings;

/**
 * What preflight depends on besides the cluster.
 *
 * @param lease of the controller that is going to be installed
 * @param shadow whether it is going to observe only
 * @param settings of its decisions
 * @param providers of its metrics
 * @param mostDecisions how many autoscalers are decided at most; 0 or more
 */
public record PreflightOptions(
    LeaseName lease,
    boolean shadow,
    Settings settings,
    ProviderConfig providers,
    int mostDecisions) {}
