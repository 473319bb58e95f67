package dev.hpa.metrics.prometheus.template;

import dev.hpa.metrics.prometheus.template.Node.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses a template with the delimiters {@code <<} and {@code >>}. */
final class TemplateParser {

  private static final String LEFT = "<<";
  private static final String RIGHT = ">>";
  private static final String SPACE = " \t\r\n";

  /** Words that end the body of a block. */
  private static final Set<String> ENDINGS = Set.of("end", "else");

  private final String text;
  private int at;
  private boolean trimsNext;
  private List<Token> tokens = List.of();
  private int token;
  private int loops;

  /** The blocks around the action. */
  private int depth;

  private final Map<String, List<Node>> defined = new HashMap<>();
  private final Set<String> declared = new HashSet<>(Set.of("$"));

  private TemplateParser(String text) {
    this.text = text;
  }

  /**
   * Parses a template.
   *
   * @throws TemplateException if it is malformed
   */
  static Parsed parse(String text) {
    TemplateParser parser = new TemplateParser(text);
    List<Node> nodes = new ArrayList<>();
    String ending = parser.body(nodes);
    if (!ending.isEmpty()) {
      throw new TemplateException("unexpected << " + ending + " >>");
    }
    return new Parsed(nodes, parser.defined);
  }

  /**
   * A template.
   *
   * @param defined other templates in it, by name
   */
  record Parsed(List<Node> nodes, Map<String, List<Node>> defined) {}

  /** Parses up to the end of the text or of the block; returns the word that ended it. */
  private String body(List<Node> nodes) {
    while (true) {
      int begin = text.indexOf(LEFT, at);
      int end = begin < 0 ? text.length() : begin;
      boolean trims = begin >= 0 && isLeftTrim(begin);
      add(nodes, text.substring(at, end), trims);
      if (begin < 0) {
        at = text.length();
        return "";
      }
      action(begin, trims);
      if (tokens.size() == 1) {
        continue;
      }
      Token first = tokens.getFirst();
      if (first.kind() == Token.Kind.WORD && ENDINGS.contains(first.text())) {
        token = 1;
        return first.text();
      }
      nodes.add(node(first));
    }
  }

  private void add(List<Node> nodes, String part, boolean trimsEnd) {
    String kept = trimsNext ? part.replaceFirst("^[ \t\r\n]+", "") : part;
    kept = trimsEnd ? kept.replaceFirst("[ \t\r\n]+$", "") : kept;
    trimsNext = false;
    if (!kept.isEmpty()) {
      nodes.add(new Node.Text(kept));
    }
  }

  private boolean isLeftTrim(int begin) {
    return text.startsWith("-", begin + 2)
        && begin + 3 < text.length()
        && SPACE.indexOf(text.charAt(begin + 3)) >= 0;
  }

  /** Reads the tokens of an action; one without any is a comment. */
  private void action(int begin, boolean trims) {
    int from = begin + (trims ? 4 : 2);
    token = 0;
    if (text.startsWith("/*", from)) {
      comment(from);
      return;
    }
    int end = actionEnd(from);
    if (end < 0) {
      throw new TemplateException("unclosed action");
    }
    String content = text.substring(from, end);
    at = end + 2;
    trimsNext = isRightTrim(content);
    tokens = ActionLexer.tokens(trimsNext ? content.substring(0, content.length() - 1) : content);
    if (tokens.size() == 1) {
      throw new TemplateException("missing value for command");
    }
  }

  /** White space and a hyphen before the right delimiter. */
  private static boolean isRightTrim(String content) {
    int length = content.length();
    return length > 1
        && content.charAt(length - 1) == '-'
        && SPACE.indexOf(content.charAt(length - 2)) >= 0;
  }

  private void comment(int from) {
    int close = text.indexOf("*/", from);
    int end = close < 0 ? -1 : text.indexOf(RIGHT, close);
    if (end < 0) {
      throw new TemplateException("unclosed comment");
    }
    String rest = text.substring(close + 2, end);
    if (!rest.isEmpty() && !rest.matches("[ \t\r\n]-")) {
      throw new TemplateException("comment ends before closing delimiter");
    }
    at = end + 2;
    trimsNext = !rest.isEmpty();
    tokens = List.of(new Token(Token.Kind.END, "", true));
  }

  /** The right delimiter, outside quotes; −1 if there is none. */
  private int actionEnd(int from) {
    char quote = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == '\\' && quote != '`') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '`' || c == '\'') {
        quote = c;
      } else if (text.startsWith(RIGHT, i)) {
        return i;
      }
    }
    return -1;
  }

  private Node node(Token first) {
    String word = first.kind() == Token.Kind.WORD ? first.text() : "";
    return switch (word) {
      case "if", "with" -> branch(word.equals("with"));
      case "range" -> range();
      case "break", "continue" -> {
        if (loops == 0) {
          throw new TemplateException("<< " + word + " >> outside << range >>");
        }
        token = 1;
        expectEnd();
        yield new Node.Jump(word.equals("break"));
      }
      case "define" -> {
        define();
        yield new Node.Text("");
      }
      case "template" -> call();
      case "block" -> block();
      default -> {
        Node.Pipeline pipeline = pipeline(false);
        expectEnd();
        yield new Node.Print(pipeline);
      }
    };
  }

  /** {@code define "name"} and its body. */
  private void define() {
    if (depth != 0) {
      throw new TemplateException("unexpected << define >>");
    }
    token = 1;
    String name = name();
    expectEnd();
    define(name);
  }

  /** The body of a template, in which only the dollar sign is declared. */
  private void define(String name) {
    Set<String> outer = new HashSet<>(declared);
    declared.retainAll(Set.of("$"));
    int outerLoops = loops;
    loops = 0;
    List<Node> nodes = new ArrayList<>();
    depth++;
    requireEnd(body(nodes));
    depth--;
    loops = outerLoops;
    declared.clear();
    declared.addAll(outer);
    defined.put(name, nodes);
  }

  private Node.Call call() {
    token = 1;
    String name = name();
    Node.Pipeline pipeline = peek().kind() == Token.Kind.END ? null : pipeline(false);
    expectEnd();
    return new Node.Call(name, pipeline);
  }

  private Node.Call block() {
    Node.Call call = call();
    if (call.pipeline() == null) {
      throw new TemplateException("missing value for block clause");
    }
    define(call.name());
    return call;
  }

  private String name() {
    if (peek().kind() != Token.Kind.STRING) {
      throw new TemplateException("unexpected \"" + peek().text() + "\" in a template clause");
    }
    return take().text();
  }

  private Node branch(boolean isWith) {
    Set<String> outer = new HashSet<>(declared);
    token = 1;
    Node.Pipeline pipeline = pipeline(false);
    expectEnd();
    List<Node> then = new ArrayList<>();
    depth++;
    String ending = body(then);
    List<Node> otherwise = new ArrayList<>();
    if (ending.equals("else")) {
      otherwise(otherwise);
    } else {
      requireEnd(ending);
    }
    depth--;
    declared.retainAll(outer);
    return new Node.Branch(isWith, pipeline, then, otherwise);
  }

  /** What follows {@code else}, which may be another {@code if} or {@code with}, to its end. */
  private void otherwise(List<Node> nodes) {
    Token next = tokens.get(token);
    if (next.is(Token.Kind.WORD, "if") || next.is(Token.Kind.WORD, "with")) {
      tokens = tokens.subList(token, tokens.size());
      nodes.add(branch(next.text().equals("with")));
      return;
    }
    expectEnd();
    requireEnd(body(nodes));
  }

  private void requireEnd(String ending) {
    if (!ending.equals("end")) {
      throw new TemplateException(ending.isEmpty() ? "unexpected EOF" : "unexpected << else >>");
    }
    expectEnd();
  }

  private Node range() {
    Set<String> outer = new HashSet<>(declared);
    token = 1;
    Node.Pipeline pipeline = pipeline(true);
    expectEnd();
    loops++;
    depth++;
    List<Node> body = new ArrayList<>();
    String ending = body(body);
    loops--;
    List<Node> otherwise = new ArrayList<>();
    if (ending.equals("else")) {
      expectEnd();
      requireEnd(body(otherwise));
    } else {
      requireEnd(ending);
    }
    depth--;
    declared.retainAll(outer);
    return new Node.Range(pipeline, body, otherwise);
  }

  private Token peek() {
    return tokens.get(token);
  }

  private Token take() {
    return tokens.get(token++);
  }

  private void expectEnd() {
    if (peek().kind() != Token.Kind.END) {
      throw new TemplateException("unexpected \"" + peek().text() + "\" in an action");
    }
  }

  private boolean isSymbol(String symbol) {
    return peek().is(Token.Kind.SYMBOL, symbol);
  }

  private Node.Pipeline pipeline(boolean isRange) {
    int begin = token;
    List<String> variables = new ArrayList<>();
    boolean isDeclaration = false;
    if (peek().kind() == Token.Kind.VARIABLE) {
      variables.add(take().text());
      if (isRange && isSymbol(",")) {
        token++;
        if (peek().kind() != Token.Kind.VARIABLE) {
          throw new TemplateException("range can only initialize variables");
        }
        variables.add(take().text());
      }
      isDeclaration = isSymbol(":=");
      if (isDeclaration || isSymbol("=")) {
        token++;
      } else {
        token = begin;
        variables.clear();
      }
    }
    List<Node.Command> commands = new ArrayList<>();
    do {
      commands.add(command());
    } while (hasNextCommand());
    if (isDeclaration) {
      declared.addAll(variables);
    } else {
      variables.forEach(this::requireDeclared);
    }
    return new Node.Pipeline(List.copyOf(variables), isDeclaration, commands);
  }

  private boolean hasNextCommand() {
    boolean has = isSymbol("|");
    token += has ? 1 : 0;
    return has;
  }

  private void requireDeclared(String variable) {
    if (!declared.contains(variable)) {
      throw new TemplateException("undefined variable \"" + variable + "\"");
    }
  }

  private Node.Command command() {
    List<Operand> operands = new ArrayList<>();
    while (peek().kind() != Token.Kind.END && !isSymbol("|") && !isSymbol(")")) {
      if (!operands.isEmpty() && !peek().spaced()) {
        throw new TemplateException("unexpected \"" + peek().text() + "\" in an action");
      }
      operands.add(operand());
    }
    if (operands.isEmpty()) {
      throw new TemplateException("missing value for command");
    }
    return new Node.Command(operands.getFirst(), operands.subList(1, operands.size()));
  }

  private Operand operand() {
    Operand value = value();
    List<String> names = new ArrayList<>();
    while (peek().kind() == Token.Kind.FIELD && !peek().spaced()) {
      names.add(take().text());
    }
    return names.isEmpty() ? value : new Operand.Fields(value, names);
  }

  private Operand value() {
    Token next = take();
    return switch (next.kind()) {
      case DOT -> new Operand.Dot();
      case FIELD -> {
        // The rest of the chain follows in operand().
        token--;
        yield fieldsOfDot();
      }
      case VARIABLE -> {
        requireDeclared(next.text());
        yield new Operand.Variable(next.text());
      }
      case STRING -> new Operand.Constant(next.text());
      case CHARACTER -> new Operand.Constant(Long.valueOf(next.text()));
      case NUMBER -> new Operand.Constant(number(next.text()));
      case WORD -> word(next.text());
      case SYMBOL -> {
        if (!next.text().equals("(")) {
          throw new TemplateException("unexpected \"" + next.text() + "\" in an action");
        }
        Node.Pipeline pipeline = pipeline(false);
        if (!isSymbol(")")) {
          throw new TemplateException("unclosed left paren");
        }
        token++;
        yield new Operand.Group(pipeline);
      }
      case END -> throw new TemplateException("missing value for command");
    };
  }

  private Operand fieldsOfDot() {
    List<String> names = new ArrayList<>(List.of(take().text()));
    while (peek().kind() == Token.Kind.FIELD && !peek().spaced()) {
      names.add(take().text());
    }
    return new Operand.Fields(new Operand.Dot(), names);
  }

  private static Operand word(String word) {
    return switch (word) {
      case "true" -> new Operand.Constant(true);
      case "false" -> new Operand.Constant(false);
      case "nil" -> new Operand.Constant(null);
      default -> {
        if (!Functions.isOne(word)) {
          throw new TemplateException("function \"" + word + "\" not defined");
        }
        yield new Operand.Function(word);
      }
    };
  }

  private static Object number(String literal) {
    String plain = literal.replace("_", "");
    try {
      return Long.decode(plain.startsWith("0o") ? "0" + plain.substring(2) : plain);
    } catch (NumberFormatException noInteger) {
      try {
        return Double.valueOf(plain);
      } catch (NumberFormatException malformed) {
        throw new TemplateException("bad number syntax: \"" + literal + "\"");
      }
    }
  }
}
