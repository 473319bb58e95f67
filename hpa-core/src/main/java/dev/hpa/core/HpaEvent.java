package dev.hpa.core;

/**
 * A Kubernetes event about an autoscaler, before aggregation and rate limits.
 *
 * @param message at most 32,768 bytes in UTF-8; a longer message is truncated
 * @param isAdditional whether kube-controller-manager has no such event; its rate is limited apart
 *     from those that it has
 */
public record HpaEvent(Type type, String reason, String message, boolean isAdditional) {

  public HpaEvent {
    message = MessageText.bounded(message);
  }

  /** An event of kube-controller-manager. */
  public HpaEvent(Type type, String reason, String message) {
    this(type, reason, message, false);
  }

  /** An event that kube-controller-manager does not have. */
  public static HpaEvent additional(Type type, String reason, String message) {
    return new HpaEvent(type, reason, message, true);
  }

  /** The event types of the API. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** The type as it appears in the API: {@code Normal} or {@code Warning}. */
    public String text() {
      return text;
    }
  }

  static HpaEvent normal(String reason, String message) {
    return new HpaEvent(Type.NORMAL, reason, message);
  }

  static HpaEvent warning(String reason, String message) {
    return new HpaEvent(Type.WARNING, reason, message);
  }

  /**
   * The event {@code FailedUpdateStatus}, for a status that could not be written.
   *
   * @param message the error of the API server
   */
  public static HpaEvent failedUpdateStatus(String message) {
    return warning("FailedUpdateStatus", message);
  }
}
