package dev.hpa.api;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Immutable copies of maps and sets whose keys anybody may choose, such as labels and annotations.
 * {@link Map#copyOf} and {@link Set#copyOf} take quadratic time for keys with equal hash codes:
 * with 20,000 of them seconds. These take n log n if the keys are {@link Comparable}, as all keys
 * of this project are.
 */
public final class ImmutableCopies {

  private ImmutableCopies() {}

  /** Copies a map; the order of its entries is not kept. */
  public static <K, V> Map<K, V> map(Map<? extends K, ? extends V> map) {
    return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new HashMap<>(map));
  }

  /** Copies a collection without its duplicates; the order is not kept. */
  public static <E> Set<E> set(Collection<? extends E> elements) {
    return elements.isEmpty() ? Set.of() : Collections.unmodifiableSet(new HashSet<>(elements));
  }
}
