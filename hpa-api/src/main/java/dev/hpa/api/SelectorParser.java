package dev.hpa.api;

import dev.hpa.api.Selector.Operator;
import dev.hpa.api.Selector.Requirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads selector text by recursive descent, one method per rule of the grammar. */
final class SelectorParser {

  /** The end of the text in an error message. */
  private static final String END = "";

  private static final String SPECIALS = "=!(),><";

  private final List<Token> tokens;
  private int next;
  private int values;

  SelectorParser(String text) {
    this.tokens = new Scanner(text).tokens();
  }

  private enum Kind {
    WORD,
    SPECIAL,
    END
  }

  private record Token(Kind kind, String text) {
    boolean is(String special) {
      return kind == Kind.SPECIAL && text.equals(special);
    }
  }

  List<Requirement> parse() {
    List<Requirement> requirements = new ArrayList<>();
    if (peek().kind == Kind.END) {
      return requirements;
    }
    if (!startsRequirement(peek())) {
      throw found(peek(), ", expected: !, identifier, or 'end of string'");
    }
    while (true) {
      requirements.add(requirementOrFail());
      Token separator = take();
      if (separator.kind == Kind.END) {
        return requirements;
      }
      if (!separator.is(",")) {
        throw found(separator, ", expected: ',' or 'end of string'");
      }
      if (!startsRequirement(peek())) {
        throw found(peek(), ", expected: identifier after ','");
      }
    }
  }

  private static boolean startsRequirement(Token token) {
    return token.kind == Kind.WORD || token.is("!");
  }

  private Requirement requirementOrFail() {
    try {
      return requirement();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("unable to parse requirement: " + e.getMessage(), e);
    }
  }

  private Requirement requirement() {
    boolean negated = peek().is("!");
    if (negated) {
      take();
    }
    String key = key();
    if (negated) {
      return new Requirement(key, Operator.DOES_NOT_EXIST, List.of());
    }
    if (peek().kind == Kind.END || peek().is(",")) {
      return new Requirement(key, Operator.EXISTS, List.of());
    }
    Operator operator = operator();
    List<String> found =
        operator == Operator.IN || operator == Operator.NOT_IN ? valueSet() : List.of(value());
    List<String> errors = Requirement.valueErrors(key, operator, found);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(Requirement.joined(errors));
    }
    return new Requirement(key, operator, found);
  }

  private String key() {
    Token token = take();
    if (token.kind != Kind.WORD) {
      throw found(token, ", expected: identifier");
    }
    List<String> errors = NameValidation.qualifiedName(token.text);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(
          "<nil>: Invalid value: " + GoQuote.quote(token.text) + ": " + String.join("; ", errors));
    }
    return token.text;
  }

  private Operator operator() {
    Token token = take();
    return switch (token.text) {
      case "=" -> Operator.EQUALS;
      case "==" -> Operator.DOUBLE_EQUALS;
      case "!=" -> Operator.NOT_EQUALS;
      case "in" -> Operator.IN;
      case "notin" -> Operator.NOT_IN;
      case ">" -> Operator.GREATER_THAN;
      case "<" -> Operator.LESS_THAN;
      default -> throw found(token, ", expected: in, notin, =, ==, !=, gt, lt");
    };
  }

  private String value() {
    if (peek().kind == Kind.END || peek().is(",")) {
      return "";
    }
    Token token = take();
    if (token.kind != Kind.WORD) {
      throw found(token, ", expected: identifier");
    }
    return token.text;
  }

  private List<String> valueSet() {
    Token open = take();
    if (!open.is("(")) {
      throw found(open, " expected: '('");
    }
    Set<String> found = new LinkedHashSet<>();
    while (true) {
      if (++values > Selector.MAX_VALUES) {
        throw new IllegalArgumentException(
            "more than %d values; use fewer".formatted(Selector.MAX_VALUES));
      }
      if (peek().kind == Kind.WORD) {
        found.add(take().text);
        if (!peek().is(",") && !peek().is(")")) {
          throw found(peek(), ", expected: ',' or ')'");
        }
      } else if (peek().is(",") || peek().is(")")) {
        found.add("");
      } else {
        throw found(
            peek(),
            found.isEmpty()
                ? ", expected: ',', ')' or identifier"
                : ", expected: ',', or identifier");
      }
      if (take().is(")")) {
        return found.stream().sorted().toList();
      }
    }
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    Token token = tokens.get(next);
    if (token.kind != Kind.END) {
      next++;
    }
    return token;
  }

  private static IllegalArgumentException found(Token token, String expectation) {
    return new IllegalArgumentException("found '" + token.text + "'" + expectation);
  }

  /** Splits the text into tokens. */
  private static final class Scanner {
    private final String text;
    private int position;

    Scanner(String text) {
      this.text = text;
    }

    List<Token> tokens() {
      List<Token> tokens = new ArrayList<>();
      while (true) {
        skipBlanks();
        if (position == text.length() || text.charAt(position) == 0) {
          tokens.add(new Token(Kind.END, END));
          return tokens;
        }
        tokens.add(isSpecial(text.charAt(position)) ? special() : word());
        // A NUL silently ends the token.
        if (position < text.length() && text.charAt(position) == 0) {
          position++;
        }
      }
    }

    private void skipBlanks() {
      while (position < text.length() && isBlank(text.charAt(position))) {
        position++;
      }
    }

    private Token special() {
      char first = text.charAt(position);
      boolean doubled =
          (first == '=' || first == '!')
              && position + 1 < text.length()
              && text.charAt(position + 1) == '=';
      String token = doubled ? first + "=" : String.valueOf(first);
      position += token.length();
      return new Token(Kind.SPECIAL, token);
    }

    private Token word() {
      int start = position;
      while (position < text.length() && !endsWord(text.charAt(position))) {
        position++;
      }
      return new Token(Kind.WORD, text.substring(start, position));
    }

    private static boolean endsWord(char c) {
      return c == 0 || isBlank(c) || isSpecial(c);
    }

    private static boolean isSpecial(char c) {
      return SPECIALS.indexOf(c) >= 0;
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
  }
}
