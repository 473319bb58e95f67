package dev.hpa.sandbox.metrics;

/** A metric, a value or the name of an API that cannot be understood; the message says why. */
public final class MetricFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  MetricFormatException(String message) {
    super(message, null, false, false);
  }
}
