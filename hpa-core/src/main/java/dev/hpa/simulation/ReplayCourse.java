package dev.hpa.simulation;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.time.Instant;

/**
 * What is known of the course of a workload, which a replay follows. Called before each sync, on
 * the thread of the replay.
 */
public interface ReplayCourse {

  /** Nothing is known: the replay continues with what it decides. */
  ReplayCourse FREE = new ReplayCourse() {};

  /**
   * The replicas that the workload has before a sync.
   *
   * @param replicas those that it has in the replay
   * @return others if the workload had others; they count as a scale event, and as what the
   *     controller recommended, as its windows would not have let it scale otherwise
   */
  default int replicas(Instant at, int replicas) {
    return replicas;
  }

  /**
   * The autoscaler at a sync.
   *
   * @param hpa that of the sync before, with its status
   * @return one with other bounds if it had others
   */
  default HorizontalPodAutoscaler autoscaler(Instant at, HorizontalPodAutoscaler hpa) {
    return hpa;
  }
}
