package dev.hpa.core;

/** The failure of a metric; the message is upstream's, without the prefix of the metric type. */
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
