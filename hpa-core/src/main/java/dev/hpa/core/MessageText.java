package dev.hpa.core;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Truncates messages of conditions and events to the length that the API server accepts. Metrics
 * APIs and plug-ins may return messages of any length.
 */
final class MessageText {

  /** Maximum length of a condition's message in bytes of UTF-8, as in {@code metav1.Condition}. */
  static final int MAX_BYTES = 32_768;

  private static final String SUFFIX = "... (cut)";
  private static final int SUFFIX_BYTES = SUFFIX.getBytes(StandardCharsets.UTF_8).length;

  /** The values of a list that a message names. */
  private static final int MAX_LISTED = 5;

  private MessageText() {}

  /** The first values of a list, and the number of the others. */
  static String list(List<String> all) {
    String listed = String.join(", ", all.subList(0, Math.min(all.size(), MAX_LISTED)));
    return all.size() <= MAX_LISTED
        ? listed
        : listed + " and " + (all.size() - MAX_LISTED) + " more";
  }

  /** The text, no longer than {@link #MAX_BYTES}; unpaired surrogates become U+FFFD. */
  static String bounded(String text) {
    if (text.length() <= MAX_BYTES / 3 && !hasSurrogates(text)) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int bytes = 0;
    int mark = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      c = Character.getType(c) == Character.SURROGATE ? 0xFFFD : c;
      bytes += bytesOf(c);
      if (bytes > MAX_BYTES) {
        kept.setLength(mark);
        return kept.append(SUFFIX).toString();
      }
      kept.appendCodePoint(c);
      if (bytes <= MAX_BYTES - SUFFIX_BYTES) {
        mark = kept.length();
      }
    }
    return kept.toString();
  }

  private static boolean hasSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static int bytesOf(int c) {
    if (c < 0x80) {
      return 1;
    }
    if (c < 0x800) {
      return 2;
    }
    return c < 0x10000 ? 3 : 4;
  }
}
