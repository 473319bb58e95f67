package dev.hpa.sandbox.workload;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An index of values by label, which finds the candidates of a selector without a scan of all
 * values.
 *
 * <p>Thread-safe. Each single change is atomic; several changes together are not.
 *
 * @param <K> identifies a value
 * @param <V> the values
 */
final class LabelIndex<K, V> {

  private final Map<Label, Map<K, V>> byLabel = new ConcurrentHashMap<>();

  /**
   * Ordered, so that a map finds labels with equal hash codes, which anybody can choose, without
   * comparing them all.
   */
  private record Label(String key, String value) implements Comparable<Label> {

    @Override
    public int compareTo(Label other) {
      int byKey = key.compareTo(other.key);
      return byKey != 0 ? byKey : value.compareTo(other.value);
    }

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Label that && value.equals(that.value) && key.equals(that.key);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + value.hashCode();
    }
  }

  /** Adds a value under each of its labels; replaces the value with the same key. */
  public void put(K key, Map<String, String> labels, V value) {
    labels.forEach(
        (name, text) ->
            byLabel.compute(
                new Label(name, text),
                (label, known) -> {
                  Map<K, V> values = known == null ? new ConcurrentHashMap<>() : known;
                  values.put(key, value);
                  return values;
                }));
  }

  /**
   * Removes a value.
   *
   * @param labels the labels it was added with
   */
  public void remove(K key, Map<String, String> labels) {
    labels.forEach(
        (name, text) ->
            byLabel.computeIfPresent(
                new Label(name, text),
                (label, values) -> {
                  values.remove(key);
                  return values.isEmpty() ? null : values;
                }));
  }

  /** Returns the values with a label, by key. */
  public Map<K, V> labeled(String name, String text) {
    return Collections.unmodifiableMap(byLabel.getOrDefault(new Label(name, text), Map.of()));
  }

  /**
   * Returns the smallest indexed set, by key, that contains all values a selector matches.
   *
   * @return null if no requirement of the selector allows only one value of a label, so that any
   *     value may match
   */
  public @Nullable Map<K, V> candidates(Selector selector) {
    Map<K, V> fewest = null;
    for (Selector.Requirement requirement : selector.requirements()) {
      String value = requirement.exactMatch();
      if (value != null) {
        Map<K, V> values = labeled(requirement.key(), value);
        if (fewest == null || values.size() < fewest.size()) {
          fewest = values;
        }
      }
    }
    return fewest;
  }
}
