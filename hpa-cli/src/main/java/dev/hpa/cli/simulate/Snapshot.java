package dev.hpa.cli.simulate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state right after a reconcile of the autoscaler.
 *
 * @param demand in units; null where it was not recorded
 * @param capacity what the ready pods can serve, in units; null if unknown
 * @param unmet the demand that was not served since the moment before, on average, in units; null
 *     if the capacity or the demand is unknown
 * @param replicas the workload is set to
 * @param desired the autoscaler wants
 * @param ready pods that take a share of the demand
 * @param pods all that are there, those that start and end included
 */
record Snapshot(
    Instant at,
    @Nullable Double demand,
    @Nullable Double capacity,
    @Nullable Double unmet,
    int replicas,
    int desired,
    int ready,
    int pods) {}
