package dev.hpa.core.options;

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

  /** The option as messages name it. */
  String name() {
    return switch (origin) {
      case FLAG -> "default option \"" + key + "\"";
      case NAMESPACE -> "annotation \"" + key.annotation() + "\" of the namespace";
      case AUTOSCALER -> "annotation \"" + key.annotation() + "\"";
    };
  }
}
