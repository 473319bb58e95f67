package dev.hpa.simulation;

import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.Situation;

/** Receives the course of a replay, on its thread. */
public interface ReplayListener {

  /** Receives nothing. */
  ReplayListener NONE = new ReplayListener() {};

  /** The warm-up has ended; syncs that follow count. */
  default void opened(ReplayMoment moment) {}

  /**
   * The autoscaler was synced, also during the warm-up.
   *
   * @param situation the input of the decision, in which the scale has the replicas before it
   * @param after the state after it
   */
  default void synced(
      Situation situation, Decision decision, Conclusion conclusion, ReplayMoment after) {}
}
