package dev.hpa.sandbox.workload;

/** A malformed load. The message has the problem and the expected format. */
public final class LoadFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  LoadFormatException(String message) {
    super(message);
  }
}
