package dev.hpa.cli.demo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of the demonstration at one moment.
 *
 * @param at the cluster's time
 * @param loadMilliCores the CPU the load asks for
 * @param usageMilliCores the CPU the pods really use
 * @param utilizationPercent the utilization the autoscaler saw, or null where it had none
 * @param specReplicas the replicas the workload is set to
 * @param desiredReplicas the replicas the autoscaler wants
 * @param readyReplicas the pods that serve
 * @param pods the pods that exist, ready or not
 */
public record DemoSample(
    Instant at,
    double loadMilliCores,
    double usageMilliCores,
    @Nullable Integer utilizationPercent,
    int specReplicas,
    int desiredReplicas,
    int readyReplicas,
    int pods) {}
