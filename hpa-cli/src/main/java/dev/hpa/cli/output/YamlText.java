package dev.hpa.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.kube.content.YamlWriter;

/** The YAML output of all commands. */
public final class YamlText {

  private YamlText() {}

  /** A document without a leading {@code ---}; it ends with a newline. */
  public static String of(JsonNode document) {
    return YamlWriter.write(document);
  }

  /** A document that can follow others in one stream: it starts with {@code ---}. */
  public static String inStream(JsonNode document) {
    return "---\n" + of(document);
  }
}
