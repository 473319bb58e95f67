package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;

/** Writes YAML for people and for every YAML parser. */
public final class YamlWriter {

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .stringQuotingChecker(new PlainScalars())
              .build());

  private static final ObjectMapper ASCII_YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .dumperOptions(ascii())
              .stringQuotingChecker(new PlainScalars())
              .build());

  private YamlWriter() {}

  private static DumperOptions ascii() {
    DumperOptions options = new DumperOptions();
    options.setAllowUnicode(false);
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    options.setSplitLines(false);
    return options;
  }

  /** A document without a leading {@code ---}; it ends with a newline. */
  public static String write(JsonNode document) {
    return written(document, YAML);
  }

  /** An equivalent document in which all characters beyond ASCII are escaped. */
  public static String writeAscii(JsonNode document) {
    return written(document, ASCII_YAML);
  }

  private static String written(JsonNode document, ObjectMapper yaml) {
    try {
      return yaml.writeValueAsString(document);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Omits the quotes only of strings that every YAML parser reads as strings: {@code 1e3}, {@code
   * 12:30} and {@code no} are quoted, {@code 250m} and {@code apps/v1} are not.
   */
  private static final class PlainScalars extends StringQuotingChecker {

    private static final long serialVersionUID = 1;

    private static final Pattern PLAIN =
        Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*|[0-9]{1,18}(m|k|[KMGTPE]i|[MGT])");

    @Override
    public boolean needToQuoteName(String name) {
      return needToQuoteValue(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
      return !PLAIN.matcher(value).matches() || isReservedKeyword(value);
    }
  }
}
