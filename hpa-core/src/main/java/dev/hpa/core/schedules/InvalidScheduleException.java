package dev.hpa.core.schedules;

/** The text of a schedule is invalid. The message says what is wrong with it and what to write. */
public final class InvalidScheduleException extends Exception {

  private static final long serialVersionUID = 1;

  InvalidScheduleException(String message) {
    super(message, null, false, false);
  }

  /** What is wrong, and what to write. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
