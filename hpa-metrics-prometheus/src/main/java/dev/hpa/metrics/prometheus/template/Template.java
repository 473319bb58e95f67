package dev.hpa.metrics.prometheus.template;

import dev.hpa.metrics.prometheus.template.Node.Operand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A template of Go's text/template with the delimiters {@code <<} and {@code >>}: text, values,
 * pipelines, variables, {@code if}, {@code with}, {@code range}, {@code define}, {@code template},
 * {@code block}, comments, trimmed white space and the built-in functions. Immutable.
 */
public final class Template {

  /** A template of some hundred characters that prints more is not a query. */
  private static final int MAX_CHARS = 1 << 20;

  /** As deep as templates call each other. */
  private static final int MAX_DEPTH = 100;

  private final TemplateParser.Parsed parsed;

  private Template(TemplateParser.Parsed parsed) {
    this.parsed = parsed;
  }

  /**
   * Parses a template.
   *
   * @throws TemplateException if it is malformed
   */
  public static Template parse(String text) {
    return new Template(TemplateParser.parse(text));
  }

  /**
   * Executes the template.
   *
   * @param fields the fields of the dot, in their order: strings, lists and maps of strings. Others
   *     do not exist
   * @throws TemplateException if a value does not fit, or the result is too long
   */
  public String execute(Map<String, Object> fields) {
    Execution execution = new Execution(new Root(fields), parsed.defined());
    execution.run(parsed.nodes());
    return execution.out.toString();
  }

  /** The struct at the top, whose fields are fixed. */
  private record Root(Map<String, Object> fields) {

    @Override
    public String toString() {
      return fields.values().stream()
          .map(Functions::text)
          .collect(Collectors.joining(" ", "{", "}"));
    }
  }

  /** How a list of nodes ended. */
  private enum End {
    NORMAL,
    BREAK,
    CONTINUE
  }

  private static final class Execution {

    final StringBuilder out = new StringBuilder();
    private Deque<Map<String, @Nullable Object>> scopes = new ArrayDeque<>();
    private final Map<String, List<Node>> defined;
    private @Nullable Object dot;
    private int depth;

    Execution(Root root, Map<String, List<Node>> defined) {
      this.defined = defined;
      dot = root;
      Map<String, @Nullable Object> top = new HashMap<>();
      top.put("$", root);
      scopes.push(top);
    }

    End run(List<Node> nodes) {
      for (Node node : nodes) {
        End end = run(node);
        if (end != End.NORMAL) {
          return end;
        }
        if (out.length() > MAX_CHARS) {
          throw new TemplateException("the result has more than " + MAX_CHARS + " characters");
        }
      }
      return End.NORMAL;
    }

    private End run(Node node) {
      switch (node) {
        case Node.Text text -> out.append(text.text());
        case Node.Print print -> {
          Object value = value(print.pipeline());
          if (print.pipeline().variables().isEmpty()) {
            out.append(value == null ? "<no value>" : Functions.text(value));
          }
        }
        case Node.Jump jump -> {
          return jump.isBreak() ? End.BREAK : End.CONTINUE;
        }
        case Node.Call call -> call(call);
        case Node.Branch branch -> {
          return inScope(() -> branch(branch));
        }
        case Node.Range range -> {
          return inScope(() -> range(range));
        }
      }
      return End.NORMAL;
    }

    private void call(Node.Call call) {
      List<Node> body = defined.get(call.name());
      if (body == null) {
        throw new TemplateException("template \"" + call.name() + "\" not defined");
      }
      if (depth == MAX_DEPTH) {
        throw new TemplateException("exceeded maximum template depth (" + MAX_DEPTH + ")");
      }
      Object value = call.pipeline() == null ? null : value(call.pipeline());
      Object outerDot = dot;
      Deque<Map<String, @Nullable Object>> outerScopes = scopes;
      scopes = new ArrayDeque<>();
      Map<String, @Nullable Object> top = new HashMap<>();
      top.put("$", value);
      scopes.push(top);
      dot = value;
      depth++;
      run(body);
      depth--;
      dot = outerDot;
      scopes = outerScopes;
    }

    private interface Body {
      End run();
    }

    private End inScope(Body body) {
      Object outer = dot;
      scopes.push(new HashMap<>());
      try {
        return body.run();
      } finally {
        scopes.pop();
        dot = outer;
      }
    }

    private End branch(Node.Branch branch) {
      Object value = value(branch.pipeline());
      if (!Functions.isTrue(value instanceof Functions.Missing ? null : value)) {
        return run(branch.otherwise());
      }
      if (branch.isWith()) {
        dot = value;
      }
      return run(branch.then());
    }

    private End range(Node.Range range) {
      Object value = value(range.pipeline());
      boolean isAny = false;
      for (Map.Entry<?, ?> each : elements(value)) {
        isAny = true;
        End end = inScope(() -> iterate(range, each));
        if (end == End.BREAK) {
          break;
        }
      }
      return isAny ? End.NORMAL : run(range.otherwise());
    }

    private End iterate(Node.Range range, Map.Entry<?, ?> element) {
      List<String> variables = range.pipeline().variables();
      if (variables.size() == 1) {
        set(range.pipeline(), variables.getFirst(), element.getValue());
      } else if (variables.size() == 2) {
        set(range.pipeline(), variables.getFirst(), element.getKey());
        set(range.pipeline(), variables.getLast(), element.getValue());
      }
      dot = element.getValue();
      return run(range.body());
    }

    private static List<Map.Entry<Object, Object>> elements(@Nullable Object value) {
      List<Map.Entry<Object, Object>> elements = new ArrayList<>();
      switch (value) {
        case List<?> list ->
            list.forEach(each -> elements.add(Map.entry((long) elements.size(), each)));
        case Map<?, ?> map ->
            new TreeMap<>(map).forEach((key, each) -> elements.add(Map.entry(key, each)));
        case Long count -> {
          for (long i = 0; i < Math.min(count, MAX_CHARS); i++) {
            elements.add(Map.entry(i, i));
          }
        }
        case null, default ->
            throw new TemplateException("range can't iterate over " + Functions.text(value));
      }
      return elements;
    }

    private @Nullable Object value(Node.Pipeline pipeline) {
      Object value = null;
      boolean isFirst = true;
      for (Node.Command command : pipeline.commands()) {
        value = value(command, isFirst ? List.of() : list(value));
        isFirst = false;
      }
      if (pipeline.variables().size() == 1) {
        set(pipeline, pipeline.variables().getFirst(), value);
      }
      return value;
    }

    private static List<@Nullable Object> list(@Nullable Object value) {
      List<@Nullable Object> one = new ArrayList<>();
      one.add(value);
      return one;
    }

    private void set(Node.Pipeline pipeline, String variable, @Nullable Object value) {
      if (pipeline.isDeclaration()) {
        scopes.getFirst().put(variable, value);
        return;
      }
      for (Map<String, @Nullable Object> scope : scopes) {
        if (scope.containsKey(variable)) {
          scope.put(variable, value);
          return;
        }
      }
    }

    private @Nullable Object value(Node.Command command, List<@Nullable Object> piped) {
      if (command.first() instanceof Operand.Function function) {
        return call(function.name(), command.arguments(), piped);
      }
      if (command.first() instanceof Operand.Constant(Object constant) && constant == null) {
        throw new TemplateException("nil is not a command");
      }
      if (!command.arguments().isEmpty() || !piped.isEmpty()) {
        throw new TemplateException("can't give argument to non-function");
      }
      return value(command.first());
    }

    private @Nullable Object call(
        String name, List<Operand> operands, List<@Nullable Object> piped) {
      if (name.equals("and") || name.equals("or")) {
        return shortCircuit(name.equals("and"), operands, piped);
      }
      List<@Nullable Object> arguments = new ArrayList<>();
      for (Operand operand : operands) {
        arguments.add(present(value(operand)));
      }
      piped.forEach(each -> arguments.add(present(each)));
      return Functions.call(name, arguments);
    }

    /** The first argument that decides, or the last one. */
    private @Nullable Object shortCircuit(
        boolean isAnd, List<Operand> operands, List<@Nullable Object> piped) {
      if (operands.isEmpty() && piped.isEmpty()) {
        throw new TemplateException("wrong number of args: want at least 1 got 0");
      }
      Object value = null;
      for (Operand operand : operands) {
        value = value(operand);
        if (Functions.isTrue(value) != isAnd) {
          return value;
        }
      }
      return piped.isEmpty() ? value : piped.getFirst();
    }

    /** The value of a key that a map does not have is nil as an argument. */
    private static @Nullable Object present(@Nullable Object value) {
      return value instanceof Functions.Missing ? null : value;
    }

    private @Nullable Object value(Operand operand) {
      return switch (operand) {
        case Operand.Constant constant -> constant.value();
        case Operand.Dot _ -> dot;
        case Operand.Variable variable -> variable(variable.name());
        case Operand.Function function -> call(function.name(), List.of(), List.of());
        case Operand.Group group -> value(group.pipeline());
        case Operand.Fields fields -> {
          Object value = value(fields.of());
          for (String name : fields.names()) {
            value = field(value, name);
          }
          yield value;
        }
      };
    }

    private @Nullable Object variable(String name) {
      for (Map<String, @Nullable Object> scope : scopes) {
        if (scope.containsKey(name)) {
          return scope.get(name);
        }
      }
      throw new TemplateException("undefined variable \"" + name + "\"");
    }

    private static Object field(@Nullable Object value, String name) {
      if (value instanceof Root root && root.fields().containsKey(name)) {
        return root.fields().get(name);
      }
      if (value instanceof Functions.Missing) {
        return value;
      }
      if (value instanceof Map<?, ?> map) {
        Object found = map.get(name);
        return found == null ? new Functions.Missing() : found;
      }
      throw new TemplateException("can't evaluate field " + name);
    }
  }
}
