package dev.hpa.conformance.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command with placeholders such as {@code {kubeconfig}}. It is split on whitespace; single or
 * double quotes keep whitespace in a word. No shell interprets it.
 */
public record CommandTemplate(String text) {

  private static final Pattern PART = Pattern.compile("'([^']*)'|\"([^\"]*)\"|[^\\s'\"]+");
  private static final Pattern WORD = Pattern.compile("(?:" + PART.pattern() + ")+");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z-]+)}");

  /**
   * Returns the words of the command with all placeholders replaced.
   *
   * @throws TestClusterException if the command is empty, or for an unknown placeholder
   */
  public List<String> words(Map<String, String> values) throws TestClusterException {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(filled(unquoted(word.group()), values));
    }
    if (words.isEmpty()) {
      throw new TestClusterException(
          "--command \"\": empty; set the command that starts a controller");
    }
    return words;
  }

  /**
   * Returns a command that runs this one as the arguments of other words, which have no single
   * quotes and no placeholders.
   */
  public CommandTemplate after(List<String> prefix) {
    return new CommandTemplate("'" + String.join("' '", prefix) + "' " + text);
  }

  private static String unquoted(String word) {
    Matcher part = PART.matcher(word);
    StringBuilder text = new StringBuilder();
    while (part.find()) {
      String single = part.group(1);
      String quoted = part.group(2);
      text.append(single != null ? single : quoted != null ? quoted : part.group());
    }
    return text.toString();
  }

  private static String filled(String word, Map<String, String> values)
      throws TestClusterException {
    Matcher placeholder = PLACEHOLDER.matcher(word);
    StringBuilder text = new StringBuilder();
    while (placeholder.find()) {
      String value = values.get(placeholder.group(1));
      if (value == null) {
        throw new TestClusterException(unknown(placeholder.group(1), values));
      }
      placeholder.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return placeholder.appendTail(text).toString();
  }

  private static String unknown(String name, Map<String, String> values) {
    return values.isEmpty()
        ? "--command: unknown placeholder {%s}; no placeholders are available".formatted(name)
        : "--command: unknown placeholder {%s}; use one of {%s}"
            .formatted(name, String.join("}, {", values.keySet()));
  }
}
