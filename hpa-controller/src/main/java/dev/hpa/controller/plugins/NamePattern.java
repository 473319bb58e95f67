package dev.hpa.controller.plugins;

import dev.hpa.kube.memory.Limit;

/**
 * A pattern for names: {@code *} matches any text, including none, and {@code ?} one character.
 * Matching takes at most the length of the name times that of the pattern.
 *
 * @param text not longer than {@link Limit#NAME_CHARS}
 */
record NamePattern(String text) {

  /**
   * @throws IllegalArgumentException if it is longer
   */
  NamePattern {
    if (text.length() > Limit.NAME_CHARS.asInt()) {
      throw new IllegalArgumentException(
          "the pattern has %d characters; use %d at most"
              .formatted(text.length(), Limit.NAME_CHARS.asInt()));
    }
  }

  /** Only the last star that was reached takes more text: an earlier one cannot match more. */
  boolean matches(String name) {
    int at = 0;
    int star = -1;
    int afterStar = 0;
    for (int i = 0; i < name.length(); ) {
      if (at < text.length() && text.charAt(at) == '*') {
        star = at++;
        afterStar = i;
      } else if (at < text.length() && takes(text.charAt(at), name.charAt(i))) {
        at++;
        i++;
      } else if (star >= 0) {
        at = star + 1;
        i = ++afterStar;
      } else {
        return false;
      }
    }
    return text.chars().skip(at).allMatch(each -> each == '*');
  }

  private static boolean takes(char pattern, char character) {
    return pattern == '?' || pattern == character;
  }

  /** The text of the pattern. */
  @Override
  public String toString() {
    return text;
  }
}
