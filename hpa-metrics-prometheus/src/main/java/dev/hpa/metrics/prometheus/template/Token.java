package dev.hpa.metrics.prometheus.template;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of an action.
 *
 * @param text as it is written
 * @param isSpaced whether white space precedes it, which separates arguments
 */
record Token(Kind kind, String text, boolean isSpaced) {

  enum Kind {
    /** A keyword or a function. */
    WORD,
    /** {@code .}, {@code .Name} or {@code $.Name}, and chains of names. */
    FIELD,
    /** {@code $name}. */
    VARIABLE,
    TEXT,
    NUMBER,
    SYMBOL,
    END
  }

  /** A group for each kind, in their order. RE2 matches long texts without recursion. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)([A-Za-z_]\\w*)|((?:\\$\\w*)?(?:\\.\\w+)+|\\.)|(\\$\\w+)"
              + "|(\"(?:[^\"\\\\\\n]|\\\\.)*\"|`[^`]*`)|(\\d+)|(:=|.)");

  /** The tokens of an action without its delimiters, and an END. */
  static List<Token> of(String action) {
    List<Token> tokens = new ArrayList<>();
    Matcher next = TOKEN.matcher(action);
    boolean isSpaced = false;
    while (next.find()) {
      Kind[] kinds = Kind.values();
      int group = 1;
      while (next.group(group) == null) {
        group++;
      }
      boolean isSpace = TemplateParser.SPACE.contains(next.group());
      if (!isSpace) {
        tokens.add(new Token(kinds[group - 1], next.group(), isSpaced));
      }
      isSpaced = isSpace;
    }
    tokens.add(new Token(Kind.END, "", isSpaced));
    return tokens;
  }

  boolean is(Kind wanted, String value) {
    return kind == wanted && text.equals(value);
  }
}
