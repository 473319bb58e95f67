package dev.hpa.sandbox.faults;

/** A fault that cannot be understood; the message says why, in one line. */
public final class FaultFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FaultFormatException(String message) {
    super(message, null, false, false);
  }
}
