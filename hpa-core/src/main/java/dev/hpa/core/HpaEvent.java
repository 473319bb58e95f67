package dev.hpa.core;

/**
 * Something worth telling the user about, before any aggregation.
 *
 * @param message at most 32,768 bytes in UTF-8; what is longer is cut
 */
public record HpaEvent(Type type, String reason, String message) {

  public HpaEvent {
    message = MessageText.bounded(message);
  }

  /** The two types the API knows. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** The API's word. */
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

  /** The warning about a status that could not be written; the message is the API server's. */
  public static HpaEvent failedUpdateStatus(String message) {
    return warning("FailedUpdateStatus", message);
  }
}
