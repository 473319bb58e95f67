package dev.hpa.cli.simulate;

/** Input that cannot be simulated; the message is one line: where, what is wrong, what to do. */
public final class UnusableInputException extends Exception {

  private static final long serialVersionUID = 1;

  UnusableInputException(String message) {
    super(message);
  }
}
