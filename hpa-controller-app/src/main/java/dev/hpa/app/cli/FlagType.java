package dev.hpa.app.cli;

import java.util.List;
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

  /** All valid values, for completion; empty if they are not listed. */
  default List<String> choices() {
    return List.of();
  }

  /** Whether the values of a repeated flag are merged. */
  default boolean isList() {
    return false;
  }
}
