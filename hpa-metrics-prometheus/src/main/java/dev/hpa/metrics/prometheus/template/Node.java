package dev.hpa.metrics.prometheus.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a template. */
sealed interface Node {

  /** Text outside actions. */
  record Text(String text) implements Node {}

  /** An action that prints the value of a pipeline, unless it assigns it. */
  record Print(Pipeline pipeline) implements Node {}

  /** {@code if} and {@code with}; {@code with} makes the value the dot. */
  record Branch(boolean isWith, Pipeline pipeline, List<Node> then, List<Node> otherwise)
      implements Node {}

  /** {@code range}. */
  record Range(Pipeline pipeline, List<Node> body, List<Node> otherwise) implements Node {}

  /**
   * {@code template} and {@code block}.
   *
   * @param pipeline the dot of the template; null for nil
   */
  record Call(String name, @Nullable Pipeline pipeline) implements Node {}

  /** {@code break} and {@code continue}. */
  record Jump(boolean isBreak) implements Node {}

  /**
   * Commands of which each gets the value of the one before as its last argument.
   *
   * @param variables with the dollar sign; those of {@code range} may be two
   * @param isDeclaration whether the variables are new
   */
  record Pipeline(List<String> variables, boolean isDeclaration, List<Command> commands) {}

  /** A function or a value, with arguments. */
  record Command(Operand first, List<Operand> arguments) {}

  /** A value. */
  sealed interface Operand {

    /** A string, a Long, a Double, a Boolean, or null. */
    record Constant(@Nullable Object value) implements Operand {}

    record Dot() implements Operand {}

    record Variable(String name) implements Operand {}

    record Function(String name) implements Operand {}

    record Group(Pipeline pipeline) implements Operand {}

    /** A chain of fields of a value. */
    record Fields(Operand of, List<String> names) implements Operand {}
  }
}
