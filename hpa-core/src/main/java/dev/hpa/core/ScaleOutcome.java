package dev.hpa.core;

/** The outcome of a scale write. */
public sealed interface ScaleOutcome {

  /** The scale was written. */
  record Written() implements ScaleOutcome {}

  /**
   * The write failed and is not retried in this reconcile.
   *
   * @param error the error of the API server or the scale client
   */
  record Refused(String error) implements ScaleOutcome {}
}
