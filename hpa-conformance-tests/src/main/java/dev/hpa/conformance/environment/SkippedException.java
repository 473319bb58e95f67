package dev.hpa.conformance.environment;

/** A case cannot run in this cluster; the message contains the reason. */
public final class SkippedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  SkippedException(String message) {
    super(message);
  }
}
