package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.time.Instant;

/** The input of a decision: a {@link Situation}, or an {@link UnreadableScale}. */
public sealed interface Observation permits Situation, UnreadableScale {

  /** The autoscaler with the status it had when the reconcile began. */
  HorizontalPodAutoscaler hpa();

  /** The time of the observation, which the decision uses as the current time. */
  Instant now();
}
