package dev.hpa.cli.demo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one round of the controller came to.
 *
 * @param at the cluster's time
 * @param currentReplicas the replicas it found
 * @param desiredReplicas the replicas it wants
 * @param utilizationPercent the utilization it saw, or null where it had none
 * @param outcome one of {@link #SCALED_UP}, {@link #SCALED_DOWN}, {@link #HELD} and {@link #FAILED}
 * @param reason why
 * @param conditions the conditions of the autoscaler after the round, as a short text
 */
public record DecisionRow(
    Instant at,
    int currentReplicas,
    int desiredReplicas,
    @Nullable Integer utilizationPercent,
    String outcome,
    String reason,
    String conditions) {

  public static final String SCALED_UP = "scaled up";
  public static final String SCALED_DOWN = "scaled down";
  public static final String HELD = "held";
  public static final String FAILED = "failed";
}
