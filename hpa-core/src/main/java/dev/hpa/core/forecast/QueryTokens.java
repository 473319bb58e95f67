package dev.hpa.core.forecast;

import dev.hpa.core.forecast.QueryToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Divides a PromQL expression into tokens. Used once. */
final class QueryTokens {

  private static final Map<Character, Character> ESCAPES =
      Map.of('\\', '\\', '"', '"', '\'', '\'', 'n', '\n', 'r', '\r', 't', '\t');

  private static final Pattern SPACE = Pattern.compile("(?:[ \t\r\n]++|#[^\r\n]*+)++");
  private static final Pattern WORD = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_:]*+");
  private static final Pattern DURATION = Pattern.compile("(?:[0-9]++(?:ms|[smhdwy]))++");
  private static final Pattern NUMBER =
      Pattern.compile(
          "0[xX][0-9a-fA-F]++|(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?+");

  /** What would belong to a number that it directly follows. */
  private static final Pattern GLUED = Pattern.compile("[a-zA-Z0-9_.]");

  private static final Pattern SYMBOL =
      Pattern.compile("=~|!~|==|!=|<=|>=|[-+*/%^<>=(){}\\[\\],:@]");

  private final String text;
  private final List<QueryToken> tokens = new ArrayList<>();
  private int at;

  private QueryTokens(String text) {
    this.text = text;
  }

  /** The tokens, the last of which is the end. */
  static List<QueryToken> of(String text) throws InvalidQueryException {
    QueryTokens scanner = new QueryTokens(text);
    scanner.scan();
    return scanner.tokens;
  }

  private void scan() throws InvalidQueryException {
    skipSpace();
    while (at < text.length()) {
      char first = text.charAt(at);
      if (first == '"' || first == '\'' || first == '`') {
        string(first);
      } else if (!(found(Kind.SYMBOL, SYMBOL) || found(Kind.WORD, WORD) || literal())) {
        throw unexpected();
      }
      skipSpace();
    }
    tokens.add(new QueryToken(Kind.END, "the end", at + 1));
  }

  private void skipSpace() {
    Matcher space = SPACE.matcher(text).region(at, text.length());
    if (space.lookingAt()) {
      at = space.end();
    }
  }

  private boolean found(Kind kind, Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      return false;
    }
    tokens.add(new QueryToken(kind, matcher.group(), at + 1));
    at = matcher.end();
    return true;
  }

  private boolean literal() throws InvalidQueryException {
    if (!(found(Kind.DURATION, DURATION) || found(Kind.NUMBER, NUMBER))) {
      return false;
    }
    if (at < text.length() && GLUED.matcher(text.substring(at, at + 1)).matches()) {
      throw unexpected();
    }
    return true;
  }

  private InvalidQueryException unexpected() {
    int codePoint = text.codePointAt(at);
    return new InvalidQueryException(
        "character %d: U+%04X is not expected; remove it".formatted(at + 1, codePoint));
  }

  private void string(char quote) throws InvalidQueryException {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char each = text.charAt(at);
      if (quote != '`' && each == '\\') {
        at++;
        Character meant = at < text.length() ? ESCAPES.get(text.charAt(at)) : null;
        if (meant == null) {
          throw new InvalidQueryException(
              "character %d: the escape sequence is not supported; use \\\\, \\\", \\', \\n, \\r or \\t"
                  .formatted(at));
        }
        each = meant;
      } else if (quote != '`' && each == '\n') {
        throw unexpected();
      }
      value.append(each);
      at++;
    }
    if (at == text.length()) {
      throw new InvalidQueryException(
          "character %d: the string does not end; add %s".formatted(start + 1, quote));
    }
    at++;
    tokens.add(new QueryToken(Kind.STRING, value.toString(), start + 1));
  }
}
