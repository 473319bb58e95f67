package dev.hpa.core.options;

import dev.hpa.api.GoQuote;
import dev.hpa.api.HpaSpec;

/**
 * The value of an option that applies to an autoscaler.
 *
 * @param origin where it is set
 */
public record OptionValue(OptionName name, String value, Origin origin) {

  /** The value of a key without parts. */
  public OptionValue(OptionKey key, String value, Origin origin) {
    this(new OptionName(key), value, origin);
  }

  /** The key of the option. */
  public OptionKey key() {
    return name.key();
  }

  /** The places where options are set; a later one takes precedence. */
  public enum Origin {
    /** The flag {@code --default-option}. */
    FLAG,
    /** An annotation of the namespace. */
    NAMESPACE,
    /** An annotation of the autoscaler. */
    AUTOSCALER,
    /** The spec of the autoscaler, where the server has the field. */
    SPEC
  }

  private static final int MAX_QUOTED = 60;

  /** The option with its value as messages name it; a long value is truncated. */
  String described() {
    String text =
        value.codePointCount(0, value.length()) > MAX_QUOTED
            ? value.substring(0, value.offsetByCodePoints(0, MAX_QUOTED)) + "…"
            : value;
    return place() + ": " + GoQuote.quote(text);
  }

  private String place() {
    return switch (origin) {
      case FLAG -> "default option \"" + name + "\"";
      case NAMESPACE -> "annotation \"" + name.annotation() + "\" of the namespace";
      case AUTOSCALER -> "annotation \"" + name.annotation() + "\"";
      case SPEC -> "spec." + HpaSpec.SYNC_PERIOD_SECONDS;
    };
  }
}
