package dev.hpa.metrics.prometheus.template;

import dev.hpa.metrics.prometheus.template.Template.Part;
import dev.hpa.metrics.prometheus.template.Template.Typed;
import dev.hpa.metrics.prometheus.template.Template.Value;
import dev.hpa.metrics.prometheus.template.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses one template. */
final class TemplateParser {

  static final String SPACE = " \t\r\n";

  private static final String LEFT = "<<";
  private static final String RIGHT = ">>";
  private static final int MAX_DIGITS = 9;
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);

  private final String text;
  private final Map<String, Template.Type> fields;
  private int at;
  private boolean trimsNext;

  /** Of the action. */
  private List<Token> tokens = List.of();

  private int token;

  /** The places and types of the variables of the ranges around. */
  private Map<String, Variable> declared = new HashMap<>();

  private int variables;

  /** The element of the range; null outside of one, where the dot has the fields. */
  private @Nullable Variable dot;

  private record Variable(int place, Template.Type type) {
    Typed typed() {
      return new Typed(type, execution -> execution.variable(place));
    }
  }

  TemplateParser(String text, Map<String, Template.Type> fields) {
    this.text = text;
    this.fields = fields;
  }

  Template template() {
    List<Part> parts = new ArrayList<>();
    String ending = body(parts);
    if (!ending.isEmpty()) {
      throw new TemplateException("action \"%s\": it ends nothing; remove it".formatted(ending));
    }
    return new Template(parts, variables);
  }

  /** Parses up to the end of the text or of the block; returns the word that ended it. */
  private String body(List<Part> parts) {
    while (true) {
      int begin = text.indexOf(LEFT, at);
      boolean trims = begin >= 0 && isLeftTrim(begin + LEFT.length());
      literal(text.substring(at, begin < 0 ? text.length() : begin), trims, parts);
      if (begin < 0) {
        return "";
      }
      action(begin + LEFT.length() + (trims ? 1 : 0));
      Token first = tokens.getFirst();
      String word = first.kind() == Kind.WORD ? first.text() : "";
      switch (word) {
        case "end", "else" -> {
          token = 1;
          return word;
        }
        case "if" -> parts.add(branch());
        case "range" -> parts.add(range());
        case "with", "define", "template", "block", "break", "continue" ->
            throw TemplateException.unsupported("action", word, "use if and range");
        default -> parts.add(statement());
      }
    }
  }

  private void literal(String part, boolean trimsEnd, List<Part> parts) {
    String kept = trimsNext ? part.replaceFirst("^[ \t\r\n]+", "") : part;
    String literal = trimsEnd ? kept.replaceFirst("[ \t\r\n]+$", "") : kept;
    if (!literal.isEmpty()) {
      parts.add(execution -> execution.print(literal));
    }
  }

  /** A hyphen and white space after the left delimiter. */
  private boolean isLeftTrim(int from) {
    return text.startsWith("-", from)
        && from + 1 < text.length()
        && SPACE.indexOf(text.charAt(from + 1)) >= 0;
  }

  private void action(int from) {
    if (text.startsWith("/*", from)) {
      throw TemplateException.unsupported("comment", "/*", "use a comment of YAML");
    }
    int end = actionEnd(from);
    if (end < 0) {
      throw new TemplateException("an action is not closed; add >>");
    }
    String content = text.substring(from, end);
    at = end + RIGHT.length();
    trimsNext = content.matches("(?s).*[ \t\r\n]-");
    tokens = Token.of(trimsNext ? content.substring(0, content.length() - 1) : content);
    token = 0;
  }

  /** The right delimiter, outside quotes; −1 if there is none. */
  private int actionEnd(int from) {
    char quote = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == '\\' && quote == '"') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '`') {
        quote = c;
      } else if (text.startsWith(RIGHT, i)) {
        return i;
      }
    }
    return -1;
  }

  private Part statement() {
    Typed value = command();
    expectEnd();
    if (!value.type().isScalar()) {
      throw new TemplateException("a list or map is no text of a query; use index or range");
    }
    return execution -> execution.print(value.value().of(execution));
  }

  private Part branch() {
    token = 1;
    Value condition = command().value();
    expectEnd();
    List<Part> then = new ArrayList<>();
    List<Part> otherwise = new ArrayList<>();
    String ending = body(then);
    if (ending.equals("else") && peek(0).is(Kind.WORD, "if")) {
      tokens = tokens.subList(token, tokens.size());
      otherwise.add(branch());
    } else {
      finish(ending, otherwise);
    }
    return execution -> execution.run(isTrue(condition.of(execution)) ? then : otherwise);
  }

  /** As in Go: anything but zero and what is empty. */
  private static boolean isTrue(Object value) {
    return switch (value) {
      case Boolean truth -> truth;
      case Integer number -> number != 0;
      case List<?> list -> !list.isEmpty();
      case Map<?, ?> map -> !map.isEmpty();
      default -> !value.equals("");
    };
  }

  /** Parses what follows the body of a block: the alternative, if any, and the end. */
  private void finish(String ending, List<Part> otherwise) {
    String last = ending;
    if (ending.equals("else")) {
      expectEnd();
      last = body(otherwise);
    }
    if (!last.equals("end")) {
      throw new TemplateException("action \"end\": it is missing; add it");
    }
    expectEnd();
  }

  private Part range() {
    token = 1;
    List<Token> names = rangeVariables();
    Typed over = command();
    expectEnd();
    if (over.type().isScalar()) {
      throw TemplateException.unsupported("action", "range", "use it with a list or map only");
    }
    Variable outerDot = dot;
    Map<String, Variable> outer = new HashMap<>(declared);
    Variable key =
        new Variable(
            variables++,
            over.type() == Template.Type.MAP ? Template.Type.TEXT : Template.Type.NUMBER);
    Variable element = new Variable(variables++, Template.Type.TEXT);
    if (!names.isEmpty()) {
      declared.put(names.getFirst().text(), key);
      declared.put(names.getLast().text(), element);
    }
    dot = element;
    List<Part> body = new ArrayList<>();
    String ending = body(body);
    declared = outer;
    dot = outerDot;
    List<Part> otherwise = new ArrayList<>();
    finish(ending, otherwise);
    return execution -> {
      List<Map.Entry<?, ?>> all = elements(over.value().of(execution));
      for (Map.Entry<?, ?> each : all) {
        execution.set(key.place(), each.getKey());
        execution.set(element.place(), each.getValue());
        execution.run(body);
      }
      if (all.isEmpty()) {
        execution.run(otherwise);
      }
    };
  }

  /** One for the element, or two for its key and the element. */
  private List<Token> rangeVariables() {
    List<Token> names = new ArrayList<>();
    if (peek(0).kind() == Kind.VARIABLE && peek(1).kind() == Kind.SYMBOL) {
      names.add(take());
      if (peek(0).is(Kind.SYMBOL, ",") && peek(1).kind() == Kind.VARIABLE) {
        token++;
        names.add(take());
      }
      require(":=");
    }
    return names;
  }

  private static List<Map.Entry<?, ?>> elements(Object value) {
    if (value instanceof Map<?, ?> map) {
      return List.copyOf(map.entrySet());
    }
    List<Map.Entry<?, ?>> elements = new ArrayList<>();
    for (Object each : (List<?>) value) {
      elements.add(Map.entry(elements.size(), each));
    }
    return elements;
  }

  private Token peek(int ahead) {
    return tokens.get(Math.min(token + ahead, tokens.size() - 1));
  }

  private Token take() {
    Token next = peek(0);
    token++;
    return next;
  }

  private void require(String symbol) {
    if (!take().is(Kind.SYMBOL, symbol)) {
      throw new TemplateException("an action has no \"%s\"; add it".formatted(symbol));
    }
  }

  private void expectEnd() {
    if (peek(0).kind() != Kind.END) {
      throw unexpected(peek(0));
    }
  }

  private static TemplateException unexpected(Token token) {
    return token.kind() == Kind.END
        ? new TemplateException("an action lacks a value; add it")
        : TemplateException.unsupported("value", token.text(), "remove it, or put calls in ( )");
  }

  /** A value, or a call of a function. */
  private Typed command() {
    if (peek(0).kind() != Kind.WORD) {
      Typed value = operand();
      if (!isCommandEnd()) {
        throw unexpected(peek(0));
      }
      return value;
    }
    String function = take().text();
    List<Typed> arguments = new ArrayList<>();
    while (!isCommandEnd()) {
      if (!peek(0).isSpaced()) {
        throw unexpected(peek(0));
      }
      arguments.add(operand());
    }
    return Functions.call(function, arguments);
  }

  private boolean isCommandEnd() {
    Token next = peek(0);
    return next.kind() == Kind.END || next.is(Kind.SYMBOL, ")");
  }

  private Typed operand() {
    Token next = take();
    return switch (next.kind()) {
      case FIELD -> field(next.text());
      case VARIABLE -> variable(next.text());
      case TEXT -> constant(Template.Type.TEXT, unquoted(next.text()));
      case NUMBER -> constant(Template.Type.NUMBER, number(next.text()));
      case SYMBOL -> {
        if (!next.text().equals("(")) {
          throw unexpected(next);
        }
        Typed value = command();
        require(")");
        yield value;
      }
      case WORD, END -> throw unexpected(next);
    };
  }

  private static Typed constant(Template.Type type, Object value) {
    return new Typed(type, execution -> value);
  }

  private Typed variable(String name) {
    Variable variable = declared.get(name);
    if (variable == null) {
      throw TemplateException.unsupported("variable", name, "use those of a range");
    }
    return variable.typed();
  }

  private Typed field(String path) {
    if (dot != null && path.equals(".")) {
      return dot.typed();
    }
    String root = dot == null && path.startsWith(".") ? "." : "$.";
    String name = path.startsWith(root) ? path.substring(root.length()) : "";
    Template.Type type = fields.get(name);
    if (type == null) {
      throw TemplateException.unsupported("field", path, "use " + fieldsOf(root));
    }
    return new Typed(type, execution -> execution.field(name));
  }

  private String fieldsOf(String root) {
    return new TreeSet<>(fields.keySet())
        .stream().map(name -> root + name).collect(Collectors.joining(", "));
  }

  /** Go takes leading zeros for octal digits. */
  private static int number(String digits) {
    if (digits.length() > MAX_DIGITS || (digits.length() > 1 && digits.startsWith("0"))) {
      throw TemplateException.unsupported("number", digits, "use an index of a list");
    }
    return Integer.parseInt(digits);
  }

  private static String unquoted(String quoted) {
    String content = quoted.substring(1, quoted.length() - 1);
    return quoted.startsWith("`")
        ? content.replace("\r", "")
        : ESCAPE.matcher(content).replaceAll(each -> Matcher.quoteReplacement(unescaped(each)));
  }

  private static String unescaped(MatchResult escape) {
    return switch (escape.group(1)) {
      case "\\", "\"" -> escape.group(1);
      case "n" -> "\n";
      case "t" -> "\t";
      default ->
          throw TemplateException.unsupported(
              "escape", escape.group(), "use \\\\, \\\", \\n or \\t");
    };
  }
}
