package dev.hpa.api;

/** Quotes strings as Go does, for the error messages of the API. */
public final class GoQuote {

  private GoQuote() {}

  /** Quotes a string like the Go format {@code %q}. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case 0x07 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 0x0b -> quoted.append("\\v");
      default -> {
        if (isPrintable(c)) {
          quoted.appendCodePoint(c);
        } else if (c < ' ' || c == 0x7f) {
          quoted.append(String.format("\\x%02x", c));
        } else {
          quoted.append(String.format(c > 0xffff ? "\\U%08x" : "\\u%04x", c));
        }
      }
    }
  }

  /** Whether Go prints a code point: letters, marks, numbers, punctuation, symbols, ASCII space. */
  public static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }
}
