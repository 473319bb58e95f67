package dev.hpa.core.options;

import dev.hpa.api.GoQuote;

/**
 * The value of an option that applies to an autoscaler.
 *
 * @param origin where it is set
 */
public record OptionValue(OptionKey key, String value, Origin origin) {

  /** The places where options are set; a later one takes precedence. */
  public enum Origin {
    /** The flag {@code --default-option}. */
    FLAG,
    /** An annotation of the namespace. */
    NAMESPACE,
    /** An annotation of the autoscaler. */
    AUTOSCALER
  }

  private static final int MAX_QUOTED = 60;

  /** The option with its value as messages name it; a long value is truncated. */
  String described() {
    String text =
        value.codePointCount(0, value.length()) > MAX_QUOTED
            ? value.substring(0, value.offsetByCodePoints(0, MAX_QUOTED)) + "…"
            : value;
    return name() + ": " + GoQuote.quote(text);
  }

  private String name() {
    return switch (origin) {
      case FLAG -> "default option \"" + key + "\"";
      case NAMESPACE -> "annotation \"" + key.annotation() + "\" of the namespace";
      case AUTOSCALER -> "annotation \"" + key.annotation() + "\"";
    };
  }
}
