package dev.hpa.sandbox.faults;

/** A malformed fault; the message is one line. */
public final class FaultFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FaultFormatException(String message) {
    super(message, null, false, false);
  }
}
