package dev.hpa.core.options;

import java.util.Comparator;
import java.util.Optional;

/**
 * The name of one option: its key, and for keys of which an autoscaler may have several options the
 * part that distinguishes them, such as {@code night} in {@code schedule.night}. Ordered by key,
 * then by part.
 *
 * @param part empty for a key without parts
 */
public record OptionName(OptionKey key, String part) implements Comparable<OptionName> {

  private static final Comparator<OptionName> ORDER =
      Comparator.comparing(OptionName::key).thenComparing(OptionName::part);

  /** The option of a key without parts. */
  public OptionName(OptionKey key) {
    this(key, "");
  }

  /** The option with this name, without the prefix; empty if there is none. */
  public static Optional<OptionName> of(String text) {
    int dot = text.indexOf('.');
    String part = dot < 0 ? "" : text.substring(dot + 1);
    return OptionKey.of(dot < 0 ? text : text.substring(0, dot))
        .filter(key -> dot < 0 ? !key.isNamed() : key.isNamed() && !part.isEmpty())
        .map(key -> new OptionName(key, part));
  }

  /** The annotation of this option. */
  public String annotation() {
    return OptionKey.PREFIX + this;
  }

  @Override
  public int compareTo(OptionName other) {
    return ORDER.compare(this, other);
  }

  /** The name without the prefix. */
  @Override
  public String toString() {
    return part.isEmpty() ? key.toString() : key + "." + part;
  }
}
