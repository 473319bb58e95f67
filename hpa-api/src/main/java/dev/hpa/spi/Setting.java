package dev.hpa.spi;

import org.jspecify.annotations.Nullable;

/**
 * A setting a factory understands. Declared settings are checked before {@link ProviderContext}
 * reaches the factory, listed by {@code hpa plugins}, and refused by name when they are unknown.
 *
 * @param name lower-case letters, digits and dashes
 * @param otherwise the value when none is given, as a user would write it; null when there is none
 * @param required whether a value has to be given
 * @param description one line for people, with the unit where there is one
 */
public record Setting(
    String name, Type type, @Nullable String defaultValue, boolean required, String description) {

  /** What a value may be. */
  public enum Type {
    TEXT("text"),
    /** A text that is never shown. */
    SECRET("secret"),
    WHOLE_NUMBER("whole number"),
    NUMBER("number"),
    /** As Go writes them: {@code 1m30s}. */
    DURATION("duration"),
    BOOLEAN("true or false"),
    /** A file that can be read. */
    FILE("file"),
    /** An absolute address with scheme and host. */
    URL("URL"),
    /** Texts by name: {@code queries.hits=…}, {@code queries.misses=…}. */
    STRING_MAP("texts by name");

    private final String words;

    Type(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /** A setting that has to be given. */
  public static Setting required(String name, Type type, String description) {
    return new Setting(name, type, null, true, description);
  }

  /** A setting that may be left out. */
  public static Setting optional(String name, Type type, String description) {
    return new Setting(name, type, null, false, description);
  }

  /** A setting with a value when none is given. */
  public static Setting withDefault(
      String name, Type type, String defaultValue, String description) {
    return new Setting(name, type, defaultValue, false, description);
  }
}
