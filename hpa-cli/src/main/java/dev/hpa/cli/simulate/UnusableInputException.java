package dev.hpa.cli.simulate;

/**
 * Unusable input of a simulation. The message is one line: {@code <what>: <problem>; <what to do>}.
 */
public final class UnusableInputException extends Exception {

  private static final long serialVersionUID = 1;

  UnusableInputException(String message) {
    super(message);
  }
}
