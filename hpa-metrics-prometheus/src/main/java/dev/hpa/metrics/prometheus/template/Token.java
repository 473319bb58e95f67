package dev.hpa.metrics.prometheus.template;

/**
 * A part of an action.
 *
 * @param text of a string and a character without quotes and escapes; of a field without the dot
 * @param spaced whether white space precedes it, which separates arguments
 */
record Token(Kind kind, String text, boolean spaced) {

  enum Kind {
    /** A keyword, a function, {@code true}, {@code false} or {@code nil}. */
    WORD,
    /** {@code .Name}; several follow each other without white space. */
    FIELD,
    /** {@code .} alone. */
    DOT,
    /** {@code $} or {@code $name}; the text has the dollar sign. */
    VARIABLE,
    STRING,
    /** The text is the number of the code point. */
    CHARACTER,
    NUMBER,
    /** {@code ( ) | , = :=}. */
    SYMBOL,
    END
  }

  boolean is(Kind wanted, String value) {
    return kind == wanted && text.equals(value);
  }
}
