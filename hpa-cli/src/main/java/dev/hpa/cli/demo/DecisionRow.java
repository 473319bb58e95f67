package dev.hpa.cli.demo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of one reconcile.
 *
 * @param at the cluster's time
 * @param currentReplicas the current replicas
 * @param desiredReplicas the desired replicas; null if none were computed
 * @param utilizationPercent the observed utilization, or null if unknown
 * @param outcome one of {@link #SCALED_UP}, {@link #SCALED_DOWN}, {@link #HELD} and {@link #FAILED}
 * @param reason the reason of the outcome
 * @param conditions the conditions of the autoscaler after the reconcile, as a short text
 */
public record DecisionRow(
    Instant at,
    int currentReplicas,
    @Nullable Integer desiredReplicas,
    @Nullable Integer utilizationPercent,
    String outcome,
    String reason,
    String conditions) {

  public static final String SCALED_UP = "scaled up";
  public static final String SCALED_DOWN = "scaled down";
  public static final String HELD = "held";
  public static final String FAILED = "failed";
}
