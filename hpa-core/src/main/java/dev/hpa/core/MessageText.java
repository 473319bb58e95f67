package dev.hpa.core;

import java.nio.charset.StandardCharsets;

/**
 * Keeps messages of conditions and events to what an API server can hold. Messages of any length
 * come from metrics APIs and plug-ins; Kubernetes' own stay far below the bound.
 */
final class MessageText {

  /** Bytes in UTF-8, what the API allows the message of a standard condition. */
  static final int MOST_BYTES = 32_768;

  private static final String CUT = "… (cut)";
  private static final int CUT_BYTES = CUT.getBytes(StandardCharsets.UTF_8).length;

  private MessageText() {}

  /** The text, no longer than {@link #MOST_BYTES}; halves of surrogate pairs become U+FFFD. */
  static String bounded(String text) {
    if (text.length() <= MOST_BYTES / 3 && !hasSurrogates(text)) {
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
      if (bytes > MOST_BYTES) {
        kept.setLength(mark);
        return kept.append(CUT).toString();
      }
      kept.appendCodePoint(c);
      if (bytes <= MOST_BYTES - CUT_BYTES) {
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
