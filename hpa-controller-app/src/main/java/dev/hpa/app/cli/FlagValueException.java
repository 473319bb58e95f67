package dev.hpa.app.cli;

/** The value of a flag is invalid; the message says why, without the flag and the value's place. */
public final class FlagValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  FlagValueException(String message) {
    super(message);
  }
}
