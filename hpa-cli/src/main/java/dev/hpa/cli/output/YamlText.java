package dev.hpa.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.SafeText;
import dev.hpa.kube.content.YamlWriter;

/** The YAML output of all commands. */
public final class YamlText {

  private YamlText() {}

  /**
   * A document without a leading {@code ---}; it ends with a newline. If it has invisible
   * characters, which can change how a terminal shows others, all beyond ASCII are escaped.
   */
  public static String of(JsonNode document) {
    String yaml = YamlWriter.write(document);
    boolean isShown = yaml.lines().allMatch(line -> SafeText.json(line).equals(line));
    return isShown ? yaml : YamlWriter.writeAscii(document);
  }

  /** A document that can follow others in one stream: it starts with {@code ---}. */
  public static String inStream(JsonNode document) {
    return "---\n" + of(document);
  }
}
