package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.app.cli.ParserMessage;
import dev.hpa.cli.files.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads scenarios from files, directories and standard input, one at a time. */
final class ScenarioFiles {

  private static final ObjectMapper YAML = new YAMLMapper();
  private static final List<String> ENDINGS =
      List.of(".json", ".yaml", ".yml", ".ndjson", ".json.gz", ".ndjson.gz");

  private ScenarioFiles() {}

  /** Receives the scenarios of a file with their locations. */
  interface Visitor {
    /**
     * @return whether to continue
     */
    boolean scenario(String place, JsonNode node);

    /**
     * @return whether to continue
     */
    boolean unreadable(String place, String why);
  }

  /** Visits every document of the given files in order; {@code -} is standard input. */
  static void visit(List<String> names, Visitor visitor) throws IOException {
    InputFiles.visit(
        names,
        ENDINGS,
        new InputFiles.Visitor() {
          @Override
          public boolean content(String name, InputStream in) throws IOException {
            return visitStream(name, in, visitor);
          }

          @Override
          public boolean unreadable(String name, String why) {
            return visitor.unreadable(name, why);
          }
        });
  }

  private static boolean visitStream(String name, InputStream in, Visitor visitor)
      throws IOException {
    boolean lines = name.contains(".ndjson");
    return lines ? visitLines(name, in, visitor) : visitDocuments(name, in, visitor);
  }

  private static boolean visitLines(String name, InputStream in, Visitor visitor)
      throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank() && !visitLine(name + ":" + number, line, visitor)) {
        return false;
      }
    }
    return true;
  }

  private static boolean visitLine(String place, String line, Visitor visitor) {
    try {
      return visitor.scenario(place, Json.mapper().readTree(line));
    } catch (JsonProcessingException failure) {
      return visitor.unreadable(place, "is not JSON: " + failure.getOriginalMessage());
    }
  }

  private static boolean visitDocuments(String name, InputStream in, Visitor visitor)
      throws IOException {
    // JSON is a subset of YAML, so one parser reads both.
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(in)) {
      int number = 0;
      while (documents.hasNextValue()) {
        JsonNode document = documents.nextValue();
        number++;
        if (!document.isNull() && !visitor.scenario(name + " document " + number, document)) {
          return false;
        }
      }
      return number > 0 || visitor.unreadable(name, "contains no scenario");
    } catch (JsonProcessingException failure) {
      return visitor.unreadable(
          name + ":" + failure.getLocation().getLineNr(),
          "is not valid YAML or JSON: " + ParserMessage.of(failure));
    }
  }
}
