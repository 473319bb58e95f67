package dev.hpa.spi;

import org.jspecify.annotations.Nullable;

/**
 * A configuration setting that a factory declares. The controller validates the values before it
 * passes them to the factory; {@code hpa plugins} lists the settings.
 *
 * @param name lower-case letters, digits and hyphens
 * @param type type of the value
 * @param defaultValue value if none is set, in the notation of the configuration; null for none
 * @param required whether a value must be set
 * @param description one line, with the unit of the value if it has one
 */
public record Setting(
    String name, Type type, @Nullable String defaultValue, boolean required, String description) {

  /** Types of values. */
  public enum Type {
    /** Any string. */
    TEXT("text"),
    /** A string that is never logged or displayed. */
    SECRET("secret"),
    /** An integer in the range of a {@code long}. */
    WHOLE_NUMBER("whole number"),
    /** A finite decimal number. */
    NUMBER("number"),
    /** A duration in Go notation, for example {@code 1m30s}. */
    DURATION("duration"),
    /** {@code true} or {@code false}. */
    BOOLEAN("true or false"),
    /** The path of a readable file. */
    FILE("file"),
    /** An absolute URL with scheme and host. */
    URL("URL"),
    /** Strings by key: {@code queries.hits=…}, {@code queries.misses=…}. */
    STRING_MAP("map of strings");

    private final String displayName;

    Type(String displayName) {
      this.displayName = displayName;
    }

    /** The name of the type in messages and listings. */
    public String displayName() {
      return displayName;
    }
  }

  /** Returns a setting that must be set. */
  public static Setting required(String name, Type type, String description) {
    return new Setting(name, type, null, true, description);
  }

  /** Returns an optional setting without a default. */
  public static Setting optional(String name, Type type, String description) {
    return new Setting(name, type, null, false, description);
  }

  /** Returns an optional setting with a default. */
  public static Setting withDefault(
      String name, Type type, String defaultValue, String description) {
    return new Setting(name, type, defaultValue, false, description);
  }
}
