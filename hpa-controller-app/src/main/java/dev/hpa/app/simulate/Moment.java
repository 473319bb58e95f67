package dev.hpa.app.simulate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand right after a look at the autoscaler.
 *
 * @param demand in units
 * @param capacity what the ready pods can carry, in units; null when nobody knows
 * @param unmet the demand that was not carried since the moment before, on average, in units; null
 *     when nobody knows
 * @param replicas the workload is set to
 * @param desired the autoscaler wants
 * @param ready pods that take a share of the demand
 * @param pods all that are there, those that start and end included
 */
record Moment(
    Instant at,
    double demand,
    @Nullable Double capacity,
    @Nullable Double unmet,
    int replicas,
    int desired,
    int ready,
    int pods) {}
