package dev.hpa.api;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Caches the last parsed value: neighbors in a list mostly have equal values. Not thread-safe. */
final class LatestValue<T> {

  private @Nullable String text;
  private @Nullable T value;

  T of(String wanted, Function<String, T> parser) {
    T known = value;
    if (known == null || !wanted.equals(text)) {
      known = parser.apply(wanted);
      value = known;
      text = wanted;
    }
    return known;
  }
}
