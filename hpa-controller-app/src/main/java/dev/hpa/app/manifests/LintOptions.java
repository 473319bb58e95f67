package dev.hpa.app.manifests;

import dev.hpa.api.HpaGates;
import java.time.Duration;

/**
 * What lint goes by.
 *
 * @param gates of the API server
 * @param namespace where objects go that name none
 * @param syncPeriod of the controller, between two looks at an autoscaler
 * @param onlyErrors whether warnings are left out
 */
public record LintOptions(
    HpaGates gates, String namespace, Duration syncPeriod, boolean onlyErrors) {}
