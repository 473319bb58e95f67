package dev.hpa.conformance.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command with placeholders like {@code {kubeconfig}}. Words are parted by blanks; single or
 * double quotes keep blanks in a word. No shell sees it.
 */
public record CommandTemplate(String text) {

  private static final Pattern PART = Pattern.compile("'([^']*)'|\"([^\"]*)\"|[^\\s'\"]+");
  private static final Pattern WORD = Pattern.compile("(?:" + PART.pattern() + ")+");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z-]+)}");

  /**
   * The words of the command, with placeholders filled in.
   *
   * @throws TestClusterException if there are no words, or for a placeholder without a value
   */
  public List<String> words(Map<String, String> values) throws TestClusterException {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(filled(unquoted(word.group()), values));
    }
    if (words.isEmpty()) {
      throw new TestClusterException(
          "--command is empty; give the command that starts a controller");
    }
    return words;
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
        ? "--command: there is no {%s} here".formatted(name)
        : "--command: there is no {%s}; there are {%s}"
            .formatted(name, String.join("}, {", values.keySet()));
  }
}
