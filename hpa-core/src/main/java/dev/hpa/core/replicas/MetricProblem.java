package dev.hpa.core.replicas;

/** The failure of a metric; the message is upstream's, without the prefix of the metric type. */
public final class MetricProblem extends Exception {

  private static final long serialVersionUID = 1;

  public MetricProblem(String message) {
    super(message, null, false, false);
  }

  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
