package dev.hpa.cli.evaluate;

/** An invalid scenario; the message names the field and the problem. */
public final class ScenarioFormatException extends Exception {

  private static final long serialVersionUID = 1;

  ScenarioFormatException(String message) {
    super(message);
  }
}
