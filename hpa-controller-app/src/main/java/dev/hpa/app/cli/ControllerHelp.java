package dev.hpa.app.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The help of {@code hpa-controller} and {@code hpa run}: a pure function of the flags. */
final class ControllerHelp {

  /** The width of a name with its value beyond which the description starts on the next line. */
  private static final int MAX_NAME = 24;

  /** Between a name and its description. */
  private static final int GAP = 3;

  private static final String INTRODUCTION =
      """
      Usage: %s [FLAG...]
      Run the HPA controller against a cluster.

      The flags of kube-controller-manager since v1.36 are supported, with the same
      names, defaults and validation.
      """;

  private static final String END =
      """

      Flags of kube-controller-manager's other controllers are accepted without
      effect; docs/flags.md lists them.

      Exit status: 0 stopped by a signal; 1 usage error, or the controller failed.

      Examples:
        %1$s --kubeconfig ~/.kube/config
        %1$s --config hpa.yaml --leader-elect=false -v4
        %1$s --kubeconfig sandbox.kubeconfig --horizontal-pod-autoscaler-sync-period 5s
      """;

  private ControllerHelp() {}

  /**
   * The text.
   *
   * @param command how the program is called, such as {@code hpa run}
   * @param width of a line in characters
   */
  static String text(String command, Map<String, List<Flag<?>>> topics, int width) {
    StringBuilder text = new StringBuilder(INTRODUCTION.formatted(command));
    topics.forEach(
        (topic, flags) -> {
          text.append("\n%s flags:\n\n".formatted(topic));
          flags.stream()
              .sorted(Comparator.comparing(Flag::name))
              .forEach(flag -> append(text, flag, indentOf(flags), width));
        });
    return text.append(END.formatted(command)).toString();
  }

  /** The column of the descriptions. */
  private static int indentOf(List<Flag<?>> flags) {
    return flags.stream()
            .mapToInt(flag -> names(flag).length())
            .filter(length -> length <= MAX_NAME)
            .max()
            .orElse(MAX_NAME)
        + GAP;
  }

  private static void append(StringBuilder text, Flag<?> flag, int indent, int width) {
    String names = names(flag);
    List<String> lines = wrapped(flag.help(), width - indent);
    boolean fits = names.length() + GAP <= indent;
    text.append(
        fits ? names + " ".repeat(indent - names.length()) : names + "\n" + " ".repeat(indent));
    text.append(String.join("\n" + " ".repeat(indent + 2), lines)).append('\n');
  }

  private static String names(Flag<?> flag) {
    String letter = flag.shorthand().isEmpty() ? "      " : "  -" + flag.shorthand() + ", ";
    String value = flag.label().isEmpty() ? "" : "=" + flag.label();
    return letter
        + flag.dashed()
        + (flag.needsValue() || value.isEmpty() ? value : "[" + value + "]");
  }

  /** Lines of at most a width; all but the first leave room for their indentation by 2. */
  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      int available = lines.isEmpty() ? width : width - 2;
      if (!line.isEmpty() && line.length() + 1 + word.length() > available) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
