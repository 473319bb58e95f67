package dev.hpa.metrics.prometheus.template;

import dev.hpa.kube.memory.Limit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A template of Go's text/template with the delimiters {@code <<} and {@code >>}, as far as
 * configurations of prometheus-adapter use it: text, fields, variables, {@code if}, {@code range},
 * {@code index}, {@code eq}, {@code ne} and trimmed white space. Everything else, and every value
 * of a type that does not fit, is refused when the template is parsed, so that no template gives
 * another text than that of Go. Immutable.
 */
public final class Template {

  private final List<Part> parts;
  private final int variables;

  Template(List<Part> parts, int variables) {
    this.parts = List.copyOf(parts);
    this.variables = variables;
  }

  /** The type of a value; lists and the values of maps are texts. */
  public enum Type {
    TEXT,
    NUMBER,
    TRUTH,
    LIST,
    MAP;

    /** Whether Go prints it as it would be written in a query. */
    boolean isScalar() {
      return this != LIST && this != MAP;
    }
  }

  /**
   * Parses a template.
   *
   * @param fields the fields of the dot, which are of type TEXT, LIST or MAP
   * @throws TemplateException if it is malformed or not supported
   */
  public static Template parse(String text, Map<String, Type> fields) {
    return new TemplateParser(text, fields).template();
  }

  /**
   * Executes the template.
   *
   * @param fields all fields: strings, lists of strings, and sorted maps of strings
   * @throws TemplateException if an index is out of range, or the result is too long
   */
  public String execute(Map<String, ?> fields) {
    Execution execution = new Execution(fields, variables);
    execution.run(parts);
    return execution.out.toString();
  }

  /** A part of a template. */
  interface Part {
    void run(Execution execution);
  }

  /** A value, of which the type is known. */
  interface Value {
    Object of(Execution execution);
  }

  record Typed(Type type, Value value) {}

  /** The state of one execution, of one thread. */
  static final class Execution {
    private final StringBuilder out = new StringBuilder();
    private final Map<String, ?> fields;
    private final @Nullable Object[] variables;

    private Execution(Map<String, ?> fields, int variables) {
      this.fields = fields;
      this.variables = new Object[variables];
    }

    Object field(String name) {
      return Objects.requireNonNull(fields.get(name));
    }

    /** A variable is declared before it is used. */
    Object variable(int place) {
      return Objects.requireNonNull(variables[place]);
    }

    void set(int place, Object value) {
      variables[place] = value;
    }

    void print(Object value) {
      String text = value.toString();
      if (out.length() + text.length() > Limit.TEMPLATE_CHARS.asInt()) {
        throw new TemplateException(
            "the result has more than " + Limit.TEMPLATE_CHARS.asInt() + " characters");
      }
      out.append(text);
    }

    void run(List<Part> all) {
      all.forEach(part -> part.run(this));
    }
  }
}
