package dev.hpa.app.cli;

/** The value of a flag is invalid. The message says why, and does not name the flag. */
public final class FlagValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  FlagValueException(String message) {
    super(message);
  }
}
