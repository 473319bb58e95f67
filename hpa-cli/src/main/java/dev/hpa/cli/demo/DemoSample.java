package dev.hpa.cli.demo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of the demo at one time.
 *
 * @param at the cluster's time
 * @param loadMilliCores the CPU demand of the load
 * @param usageMilliCores the CPU usage of the pods
 * @param utilizationPercent the utilization observed by the autoscaler, or null if unknown
 * @param specReplicas spec.replicas of the workload
 * @param desiredReplicas the desired replicas of the autoscaler; null before the first were
 *     computed
 * @param readyReplicas the number of ready pods
 * @param pods the number of pods, ready or not
 */
public record DemoSample(
    Instant at,
    double loadMilliCores,
    double usageMilliCores,
    @Nullable Integer utilizationPercent,
    int specReplicas,
    @Nullable Integer desiredReplicas,
    int readyReplicas,
    int pods) {}
