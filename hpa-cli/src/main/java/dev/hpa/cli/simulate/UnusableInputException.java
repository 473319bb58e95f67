package dev.hpa.cli.simulate;

/**
 * Unusable input of a simulation. The message is one line: {@code <what>: <problem>; <what to do>}.
 */
public sealed class UnusableInputException extends Exception {

  private static final long serialVersionUID = 1;

  public UnusableInputException(String message) {
    super(message);
  }

  /** A recording without samples. */
  public static final class NoSamplesException extends UnusableInputException {
    private static final long serialVersionUID = 1;

    NoSamplesException(String message) {
      super(message);
    }
  }

  /** A server that cannot be queried now; it may be later. */
  public static final class UnreachableException extends UnusableInputException {
    private static final long serialVersionUID = 1;

    public UnreachableException(String message) {
      super(message);
    }
  }
}
