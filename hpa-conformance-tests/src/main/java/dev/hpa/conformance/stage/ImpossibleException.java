package dev.hpa.conformance.stage;

/** A case cannot be tried in this cluster; the message says why. */
public final class ImpossibleException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ImpossibleException(String message) {
    super(message);
  }
}
