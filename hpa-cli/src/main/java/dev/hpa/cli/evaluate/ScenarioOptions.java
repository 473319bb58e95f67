package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.OptionsReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The default options of a scenario as JSON: {@code {key: value}}, as {@code --default-option} sets
 * them in a controller.
 */
final class ScenarioOptions {

  private static final String PLACE = "settings.options";

  private ScenarioOptions() {}

  static OptionsReader read(JsonNode node) throws ScenarioFormatException {
    if (node.isMissingNode() || node.isNull()) {
      return OptionsReader.UNRESTRICTED;
    }
    FieldReader.requireObject(node, PLACE);
    Map<OptionName, String> defaults = new HashMap<>();
    Set<String> known =
        Arrays.stream(OptionKey.values())
            .filter(key -> !key.isNamed())
            .map(OptionKey::toString)
            .collect(Collectors.toSet());
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      OptionName name = OptionName.of(entry.getKey()).orElse(null);
      if (name != null) {
        defaults.put(name, value(entry));
        known.add(entry.getKey());
      }
    }
    FieldReader.requireKnown(node, known, PLACE + ".");
    OptionsReader reader = new OptionsReader(defaults, Set.of(OptionKey.values()));
    List<String> problems = reader.read(Map.of(), Map.of()).problems();
    if (!problems.isEmpty()) {
      throw new ScenarioFormatException(PLACE + ": " + String.join("; ", problems));
    }
    return reader;
  }

  /** Numbers need no quotes. */
  private static String value(Map.Entry<String, JsonNode> entry) throws ScenarioFormatException {
    JsonNode value = entry.getValue();
    if (!value.isTextual() && !value.isNumber()) {
      throw new ScenarioFormatException(
          PLACE + "." + entry.getKey() + ": a string or a number is required");
    }
    return value.asText();
  }
}
