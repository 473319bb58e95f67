package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.core.Tracer;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about an autoscaler and decided, before anything is written.
 *
 * @param target its scale as it was read; null when it could not be
 * @param situation all the decision depends on; null when the scale could not be read
 * @param measured how long it took to read the metrics and to decide; they are read together, so
 *     this is the time of each
 */
public record Proposal(
    HorizontalPodAutoscaler hpa,
    @Nullable TargetScale target,
    @Nullable Situation situation,
    Decision decision,
    Duration measured) {

  /** How it would end if the scale were written without trouble. */
  public Conclusion conclusionIfWritten(Instant now) {
    return switch (decision) {
      case Decision.Ended ended -> ended.conclusion();
      case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), now);
    };
  }

  /** How the decision came about. */
  Trace trace(Conclusion conclusion, Instant now) {
    return situation == null
        ? Tracer.unreadable(hpa, conclusion, now)
        : Tracer.trace(situation, decision, conclusion);
  }
}
