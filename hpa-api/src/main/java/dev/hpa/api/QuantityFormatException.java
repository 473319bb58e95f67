package dev.hpa.api;

/**
 * A string is not a quantity. The message is that of the API server, except for a string that is
 * too long.
 */
public final class QuantityFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Maximum length of a quantity in an error message, in characters. */
  private static final int SHOWN = 32;

  private QuantityFormatException(String message) {
    super(message);
  }

  static QuantityFormatException format() {
    return new QuantityFormatException(
        "quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  }

  static QuantityFormatException length(String text) {
    return new QuantityFormatException(
        "quantity %s…: %d characters are too many; use at most %d"
            .formatted(
                GoQuote.quote(text.substring(0, SHOWN)), text.length(), QuantityParser.MAX_LENGTH));
  }

  static QuantityFormatException suffix() {
    return new QuantityFormatException("unable to parse quantity's suffix");
  }

  static QuantityFormatException number() {
    return new QuantityFormatException("unable to parse numeric part of quantity");
  }
}
