package dev.hpa.sandbox.metrics;

/** A malformed metric, value or API name; the message explains the problem. */
public final class MetricFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  MetricFormatException(String message) {
    super(message, null, false, false);
  }
}
