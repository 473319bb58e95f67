package dev.hpa.cli.simulate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state after a reconcile of the autoscaler.
 *
 * @param demand in units; null if it was not recorded
 * @param capacity capacity of the ready pods, in units; null if unknown
 * @param unserved average unserved demand since the previous snapshot, in units; null if the
 *     capacity or the demand is unknown
 * @param replicas spec.replicas of the workload
 * @param desired desired replicas of the autoscaler
 * @param ready number of ready pods
 * @param pods number of pods, including starting and terminating ones
 * @param min the least replicas, with those of active schedules
 * @param max the most replicas, with those of active schedules
 */
public record Snapshot(
    Instant at,
    @JsonSerialize(using = Figures.Rounded.class) @Nullable Double demand,
    @JsonSerialize(using = Figures.Rounded.class) @Nullable Double capacity,
    @JsonSerialize(using = Figures.Rounded.class) @Nullable Double unserved,
    int replicas,
    int desired,
    int ready,
    int pods,
    @JsonProperty("minReplicas") int min,
    @JsonProperty("maxReplicas") int max) {

  /** A copy with other replicas. */
  Snapshot withReplicas(int count) {
    return new Snapshot(at, demand, capacity, unserved, count, desired, ready, pods, min, max);
  }
}
