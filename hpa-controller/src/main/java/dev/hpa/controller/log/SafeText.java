package dev.hpa.controller.log;

import dev.hpa.api.GoQuote;

/**
 * Makes text from a cluster, a file or a plug-in safe to show: nothing in it moves the cursor,
 * begins a line, reverses what follows, or fills the screen. What is not printable appears as Go
 * writes it: {@code \n}, {@code \x1b}, {@code \u202e}. Backslashes and quotes stay as they are.
 */
public final class SafeText {

  /** The longest line in UTF-16 units; what is longer is cut and says by how much. */
  public static final int LONGEST_LINE = 16_384;

  private SafeText() {}

  /** One line of at most {@link #LONGEST_LINE} units, for logs and terminals. */
  public static String line(String text) {
    return line(text, LONGEST_LINE);
  }

  /**
   * One line.
   *
   * @param longest number of UTF-16 units of {@code text} that are shown, at least 1
   */
  public static String line(String text, int longest) {
    String shown = cut(text, longest);
    return shown.codePoints().allMatch(SafeText::isSafe) ? shown : escaped(shown);
  }

  /** Several lines, each of which is safe; line feeds end them and stay. */
  public static String lines(String text) {
    StringBuilder lines = new StringBuilder(text.length());
    String separator = "";
    for (String each : text.split("\n", -1)) {
      lines.append(separator).append(line(each));
      separator = "\n";
    }
    return lines.toString();
  }

  /** JSON text with the same value in which every character is safe to show. */
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
                // Outside of strings JSON has no such characters, and inside this is the same one.
                for (char unit : Character.toChars(c)) {
                  safe.append(String.format("\\u%04x", (int) unit));
                }
              }
            });
    return safe.toString();
  }

  /**
   * The beginning of a text, and how many of its characters are left out. Cuts between code points.
   *
   * @param longest number of UTF-16 units that are kept, at least 1
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

  /** Controls, bidirectional and other invisible marks, separators, and halves of pairs are not. */
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
