package dev.hpa.app.cli;

import org.jspecify.annotations.Nullable;

/**
 * The type of a flag's values, in the syntax of Go. Stateless.
 *
 * @param <T> the type in Java
 */
@FunctionalInterface
public interface FlagType<T> {

  /**
   * Parses a value.
   *
   * @throws FlagValueException if it is invalid
   */
  T parse(String text);

  /** The value of a flag that is given twice: the later one, or all items of both. */
  default T merge(T earlier, T later) {
    return later;
  }

  /** The value of a flag without default that is not given: an empty list, or null. */
  default @Nullable T none() {
    return null;
  }

  /** Whether the values of a repeated flag are merged. */
  default boolean isList() {
    return false;
  }
}
