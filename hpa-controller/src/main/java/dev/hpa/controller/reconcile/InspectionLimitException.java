package dev.hpa.controller.reconcile;

import java.time.Duration;

/** The most explanations are being computed. The message is one line. */
public final class InspectionLimitException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  InspectionLimitException(int most) {
    super(
        "explanations: %d are being computed; try again in %d s"
            .formatted(most, RETRY_AFTER.toSeconds()));
  }

  /** When to ask again. */
  public Duration retryAfter() {
    return RETRY_AFTER;
  }
}
