package dev.hpa.controller.reconcile;

import dev.hpa.core.Decision;
import dev.hpa.core.Observation;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What was observed and decided for an autoscaler; nothing is written yet.
 *
 * @param observation the input of the decision
 * @param target the scale as it was read; null if it could not be read
 * @param readTime the duration of the metric reads and the decision
 * @param duration the duration so far
 * @param clock the time of the sync
 */
public record Decided(
    Observation observation,
    @Nullable TargetScale target,
    Decision decision,
    Duration readTime,
    Duration duration,
    SyncClock clock) {

  /** The result without writes: a decision to scale concludes as if the scale had been written. */
  public ReconcileResult withoutWrites() {
    return ReconcileResult.of(
        this,
        switch (decision) {
          case Decision.Ended ended -> ended.conclusion();
          case Decision.Rescale rescale ->
              rescale.conclude(new ScaleOutcome.Written(), observation.now());
        });
  }
}
