package dev.hpa.controller.plugins;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A pattern for names: {@code *} matches any text, including none, and {@code ?} one character.
 *
 * <p>Matching simulates a nondeterministic automaton with one bit for each place in the pattern: a
 * bit is set when the pattern up to that place matches the text so far. Each character of the text
 * moves all bits by one operation per {@value Long#SIZE} places, so that the cost is linear in the
 * length of the text for any pattern. Immutable.
 */
final class NamePattern {

  /** Maximum length of a pattern in UTF-16 units. */
  static final int LONGEST = 253;

  private final String text;
  private final int places;

  /** The positions of stars. */
  private final long[] stars;

  /** The positions that match any character. */
  private final long[] any;

  /** The positions that match a character, by character; includes {@link #any}. */
  private final Map<Character, long[]> steps = new HashMap<>();

  /**
   * @param text not longer than {@link #LONGEST}
   * @throws IllegalArgumentException if it is longer
   */
  NamePattern(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "the pattern has " + text.length() + " characters; use " + LONGEST + " at most");
    }
    this.text = text;
    int words = text.length() / Long.SIZE + 1;
    this.stars = new long[words];
    this.any = new long[words];
    List<Character> single = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '*') {
        set(stars, single.size());
      } else {
        single.add(text.charAt(i));
      }
    }
    this.places = single.size();
    for (int place = 0; place < places; place++) {
      if (single.get(place) == '?') {
        set(any, place);
      }
    }
    for (int place = 0; place < places; place++) {
      set(steps.computeIfAbsent(single.get(place), character -> any.clone()), place);
    }
  }

  private static void set(long[] bits, int place) {
    bits[place / Long.SIZE] |= 1L << place;
  }

  boolean matches(String name) {
    long[] reached = new long[any.length];
    set(reached, 0);
    for (int i = 0; i < name.length(); i++) {
      long[] step = steps.getOrDefault(name.charAt(i), any);
      long carry = 0;
      for (int word = 0; word < reached.length; word++) {
        long moved = reached[word] & step[word];
        reached[word] = (moved << 1 | carry) | (reached[word] & stars[word]);
        carry = moved >>> (Long.SIZE - 1);
      }
    }
    return (reached[places / Long.SIZE] >>> places & 1) == 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern pattern && pattern.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The text of the pattern. */
  @Override
  public String toString() {
    return text;
  }
}
