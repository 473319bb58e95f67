package dev.hpa.core;

/**
 * A metric that yields no proposal; the message is upstream's, without the wrapping of its source
 * type.
 */
final class MetricProblem extends Exception {

  private static final long serialVersionUID = 1;

  MetricProblem(String message) {
    super(message, null, false, false);
  }

  String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
