package dev.hpa.core;

/** What came of writing the scale. */
public sealed interface ScaleOutcome {

  /** It was written. */
  record Written() implements ScaleOutcome {}

  /** It was refused for good; the error is the API server's text. */
  record Refused(String error) implements ScaleOutcome {}
}
