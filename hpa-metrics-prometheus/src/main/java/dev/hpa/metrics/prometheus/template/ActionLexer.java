package dev.hpa.metrics.prometheus.template;

import java.util.ArrayList;
import java.util.List;

/** Splits an action, without its delimiters, into tokens. */
final class ActionLexer {

  private final String text;
  private int at;

  private ActionLexer(String text) {
    this.text = text;
  }

  /**
   * The tokens of an action, with one of kind END.
   *
   * @throws TemplateException if a character is not part of the language
   */
  static List<Token> tokens(String action) {
    ActionLexer lexer = new ActionLexer(action);
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = lexer.next();
      tokens.add(token);
    } while (token.kind() != Token.Kind.END);
    return tokens;
  }

  private Token next() {
    int before = at;
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    boolean spaced = at > before;
    if (at == text.length()) {
      return new Token(Token.Kind.END, "", spaced);
    }
    char c = text.charAt(at);
    return switch (c) {
      case '"' -> new Token(Token.Kind.STRING, quoted('"'), spaced);
      case '\'' -> new Token(Token.Kind.CHARACTER, character(), spaced);
      case '`' -> new Token(Token.Kind.STRING, raw(), spaced);
      case '(', ')', '|', ',', '=' -> symbol(1, spaced);
      case ':' -> {
        if (!text.startsWith(":=", at)) {
          throw new TemplateException("expected :=");
        }
        yield symbol(2, spaced);
      }
      case '$' -> new Token(Token.Kind.VARIABLE, "$" + nameAfter(1), spaced);
      case '.' -> dot(spaced);
      default -> wordOrNumber(c, spaced);
    };
  }

  private Token symbol(int length, boolean spaced) {
    at += length;
    return new Token(Token.Kind.SYMBOL, text.substring(at - length, at), spaced);
  }

  private Token dot(boolean spaced) {
    if (at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
      return number(spaced);
    }
    String name = nameAfter(1);
    return name.isEmpty()
        ? new Token(Token.Kind.DOT, ".", spaced)
        : new Token(Token.Kind.FIELD, name, spaced);
  }

  private Token wordOrNumber(char c, boolean spaced) {
    if (isDigit(c) || c == '+' || c == '-') {
      return number(spaced);
    }
    String word = nameAfter(0);
    if (word.isEmpty()) {
      throw new TemplateException("unexpected \"" + c + "\" in an action");
    }
    return new Token(Token.Kind.WORD, word, spaced);
  }

  private Token number(boolean spaced) {
    int from = at;
    at++;
    while (at < text.length() && isNumberPart(text.charAt(at))) {
      at++;
    }
    return new Token(Token.Kind.NUMBER, text.substring(from, at), spaced);
  }

  private static boolean isNumberPart(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private String nameAfter(int skipped) {
    at += skipped;
    int from = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  private static boolean isNamePart(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private String raw() {
    int end = text.indexOf('`', at + 1);
    if (end < 0) {
      throw new TemplateException("unterminated raw quoted string");
    }
    String content = text.substring(at + 1, end);
    at = end + 1;
    return content.replace("\r", "");
  }

  private String character() {
    String content = quoted('\'');
    if (content.codePointCount(0, content.length()) != 1) {
      throw new TemplateException("malformed character constant");
    }
    return Integer.toString(content.codePointAt(0));
  }

  private String quoted(char quote) {
    StringBuilder content = new StringBuilder();
    at++;
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (c == '\n') {
        break;
      } else if (c == '\\') {
        escaped(content);
      } else {
        content.append(c);
      }
    }
    if (at >= text.length() || text.charAt(at) != quote) {
      throw new TemplateException("unterminated quoted string");
    }
    at++;
    return content.toString();
  }

  private void escaped(StringBuilder content) {
    if (at == text.length()) {
      return;
    }
    char c = text.charAt(at++);
    switch (c) {
      case 'a' -> content.append('\u0007');
      case 'b' -> content.append('\b');
      case 'f' -> content.append('\f');
      case 'n' -> content.append('\n');
      case 'r' -> content.append('\r');
      case 't' -> content.append('\t');
      case 'v' -> content.append('\u000b');
      case '\\', '\'', '"' -> content.append(c);
      case 'x' -> content.appendCodePoint(code(2, 16));
      case 'u' -> content.appendCodePoint(code(4, 16));
      case 'U' -> content.appendCodePoint(code(8, 16));
      default -> {
        at--;
        content.appendCodePoint(code(3, 8));
      }
    }
  }

  private int code(int digits, int radix) {
    int end = Math.min(text.length(), at + digits);
    try {
      int code = Integer.parseInt(text.substring(at, end), radix);
      if (end - at == digits && Character.isValidCodePoint(code)) {
        at = end;
        return code;
      }
    } catch (NumberFormatException malformed) {
      throw new TemplateException("invalid escape in a quoted string");
    }
    throw new TemplateException("invalid escape in a quoted string");
  }
}
