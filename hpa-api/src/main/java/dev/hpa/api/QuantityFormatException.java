package dev.hpa.api;

/** A text that is no quantity; the message is the one the Kubernetes API server answers with. */
public final class QuantityFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private QuantityFormatException(String message) {
    super(message);
  }

  static QuantityFormatException format() {
    return new QuantityFormatException(
        "quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  }

  static QuantityFormatException suffix() {
    return new QuantityFormatException("unable to parse quantity's suffix");
  }

  static QuantityFormatException number() {
    return new QuantityFormatException("unable to parse numeric part of quantity");
  }
}
