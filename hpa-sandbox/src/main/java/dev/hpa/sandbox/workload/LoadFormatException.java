package dev.hpa.sandbox.workload;

/** A load that cannot be understood. The message says what is wrong and what to write instead. */
public final class LoadFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  LoadFormatException(String message) {
    super(message);
  }
}
