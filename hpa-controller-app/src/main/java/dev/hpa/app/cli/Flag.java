package dev.hpa.app.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A flag: its declaration, and the value that a command line gives it. Flags are values rather than
 * annotated fields, so that a start neither uses reflection nor loads a library for commands.
 *
 * <p>Not thread-safe: all values are set before the first is read.
 *
 * @param <T> the type of the value
 */
public final class Flag<T> {

  private final String name;
  private final String shorthand;
  private final String label;
  private final FlagType<T> type;
  private final boolean needsValue;
  private final @Nullable String preset;
  private final String help;
  private @Nullable T value;
  private boolean given;

  private Flag(
      String name,
      String shorthand,
      String label,
      FlagType<T> type,
      boolean needsValue,
      @Nullable String preset,
      String help) {
    this.name = name;
    this.shorthand = shorthand;
    this.label = label;
    this.type = type;
    this.needsValue = needsValue;
    this.preset = preset;
    this.help = help;
  }

  /**
   * A flag with a default.
   *
   * @param name without dashes
   * @param label what help shows for the value
   * @param preset the default, in the syntax of the command line
   * @param help the description, in which {@code ${DEFAULT-VALUE}} stands for the default
   */
  static <T> Flag<T> of(String name, String label, FlagType<T> type, String preset, String help) {
    return new Flag<>(name, "", label, type, true, preset, help);
  }

  /** A flag that has no value unless it is given: {@link #orNull}. */
  static <T> Flag<T> optional(String name, String label, FlagType<T> type, String help) {
    return new Flag<>(name, "", label, type, true, null, help);
  }

  /** The same flag with a name of one letter too. */
  Flag<T> orLetter(char letter) {
    return new Flag<>(name, String.valueOf(letter), label, type, needsValue, preset, help);
  }

  /** A flag with a default whose value is optional on the command line, with {@code =}. */
  Flag<T> attached() {
    return new Flag<>(name, shorthand, label, type, false, preset, help);
  }

  /** The name, without dashes. */
  public String name() {
    return name;
  }

  /** The name with dashes. */
  public String dashed() {
    return "--" + name;
  }

  /** The name of one letter, without dash; empty if there is none. */
  public String shorthand() {
    return shorthand;
  }

  /** What help shows for the value; empty if nothing. */
  public String label() {
    return label;
  }

  public FlagType<T> type() {
    return type;
  }

  /** The default in the syntax of the command line; null if there is none. */
  public @Nullable String preset() {
    return preset;
  }

  /** The description. */
  public String help() {
    return preset == null ? help : help.replace("${DEFAULT-VALUE}", preset);
  }

  /** Whether a value has to follow on a command line. */
  public boolean needsValue() {
    return needsValue;
  }

  /** Whether {@link #set} was called. */
  public boolean isGiven() {
    return given;
  }

  /**
   * Sets the value; a list is appended to the values that were set before.
   *
   * @throws FlagValueException if the value is invalid
   */
  public void set(String text) {
    T parsed = type.parse(text);
    T earlier = value;
    value = earlier == null ? parsed : type.merge(earlier, parsed);
    given = true;
  }

  /** Forgets the value that was set. */
  public void reset() {
    value = null;
    given = false;
  }

  /** The value that was set, or the default. */
  public T get() {
    return Objects.requireNonNull(orNull(), name);
  }

  /** The value that was set, or the default; null if there is neither. */
  public @Nullable T orNull() {
    if (value != null) {
      return value;
    }
    return preset == null ? type.none() : type.parse(preset);
  }
}
