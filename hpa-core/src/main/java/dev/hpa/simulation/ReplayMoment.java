package dev.hpa.simulation;

import dev.hpa.core.schedules.Bounds;
import java.time.Instant;

/**
 * The state of a replay at a time.
 *
 * @param replicas spec.replicas of the workload
 * @param desired the desired replicas in the status of the autoscaler
 * @param ready the ready pods
 * @param pods all pods, including those that start or terminate; pods of a sync that has just
 *     changed the replicas are not created or deleted yet
 * @param bounds those of the autoscaler, with active schedules
 * @param unserved the unserved demand since the end of the warm-up, in units times seconds; 0 if
 *     the capacity of a pod is unknown
 */
public record ReplayMoment(
    Instant at, int replicas, int desired, int ready, int pods, Bounds bounds, double unserved) {}
