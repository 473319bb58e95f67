package dev.hpa.api;

/**
 * Escapes text from a cluster, a file or a plug-in for logs and terminals: control characters, line
 * breaks and bidirectional marks have no effect, and long text is truncated. Non-printable
 * characters appear in Go syntax: {@code \n}, {@code \x1b}, {@code \u202e}. Backslashes and quotes
 * are not escaped.
 */
public final class SafeText {

  /** Maximum length of a line in UTF-16 units; longer lines are truncated with a note. */
  public static final int MAX_LINE = 16_384;

  private SafeText() {}

  /** One line of at most {@link #MAX_LINE} units, for logs and terminals. */
  public static String line(String text) {
    return line(text, MAX_LINE);
  }

  /**
   * One line.
   *
   * @param longest maximum number of UTF-16 units of {@code text} in the result, at least 1
   */
  public static String line(String text, int longest) {
    String shown = cut(text, longest);
    return shown.codePoints().allMatch(SafeText::isSafe) ? shown : escaped(shown);
  }

  /** Several lines, each escaped; line feeds are kept. */
  public static String lines(String text) {
    StringBuilder lines = new StringBuilder(text.length());
    String separator = "";
    for (String each : text.split("\n", -1)) {
      lines.append(separator).append(line(each));
      separator = "\n";
    }
    return lines.toString();
  }

  /** Equivalent JSON text with only printable characters. */
  public static String json(String json) {
    if (json.codePoints().allMatch(SafeText::isSafe)) {
      return json;
    }
    StringBuilder safe = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(
            c -> {
              if (isSafe(c)) {
                safe.appendCodePoint(c);
              } else {
                // Such characters occur only in JSON strings, where the escape is equivalent.
                for (char unit : Character.toChars(c)) {
                  safe.append(String.format("\\u%04x", (int) unit));
                }
              }
            });
    return safe.toString();
  }

  /**
   * Truncates a text between code points and appends the number of omitted characters.
   *
   * @param longest maximum number of UTF-16 units to keep, at least 1
   */
  public static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isSafe(c)) {
                safe.appendCodePoint(c);
              } else {
                String quoted = GoQuote.quote(Character.toString(c));
                safe.append(quoted, 1, quoted.length() - 1);
              }
            });
    return safe.toString();
  }

  /** False for controls, invisible marks, separators and unpaired surrogates. */
  private static boolean isSafe(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
