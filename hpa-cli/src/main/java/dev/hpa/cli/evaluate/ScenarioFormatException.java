package dev.hpa.cli.evaluate;

/** Input that is no scenario; the message says what and where. */
public final class ScenarioFormatException extends Exception {

  private static final long serialVersionUID = 1;

  ScenarioFormatException(String message) {
    super(message);
  }
}
