package dev.hpa.core.forecast;

import java.util.Locale;

/**
 * A token of a PromQL expression.
 *
 * @param text as it was written; the characters that it means for a string
 * @param position of its first character, from 1
 */
record QueryToken(Kind kind, String text, int position) {

  enum Kind {
    WORD,
    NUMBER,
    DURATION,
    STRING,
    SYMBOL,
    END
  }

  /** Whether it is a symbol. */
  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** Whether it is a word, in any case as keywords are. */
  boolean isWord(String word) {
    return kind == Kind.WORD && keyword().equals(word);
  }

  /** The word as keywords are compared. */
  String keyword() {
    return text.toLowerCase(Locale.ROOT);
  }
}
