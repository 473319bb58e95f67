package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.cli.files.InputFiles;
import dev.hpa.cli.files.LimitedText;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads scenarios from files, directories and standard input, one at a time. YAML has the types and
 * the merge keys that it has in manifests.
 */
final class ScenarioFiles {

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
            return name.contains(".ndjson")
                ? visitLines(name, in, visitor)
                : visitDocuments(name, LimitedText.bytes(in), visitor);
          }

          @Override
          public boolean unreadable(String name, String why) {
            return visitor.unreadable(name, why);
          }
        });
  }

  private static boolean visitLines(String name, InputStream in, Visitor visitor)
      throws IOException {
    BufferedReader reader =
        new BufferedReader(LimitedText.ofLines(new InputStreamReader(in, StandardCharsets.UTF_8)));
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank() && !visitJson(name + ":" + number, line, visitor)) {
        return false;
      }
    }
    return true;
  }

  private static boolean visitJson(String place, String json, Visitor visitor) {
    JsonNode node;
    try {
      node = Json.tree(json);
    } catch (JsonFormatException failure) {
      return visitor.unreadable(place, "is not JSON: " + failure.getMessage());
    }
    return node.isNull() || visitor.scenario(place, node);
  }

  private static boolean visitDocuments(String name, byte[] content, Visitor visitor) {
    ByteBuffer bytes = ByteBuffer.wrap(content);
    CharBuffer text = CharBuffer.allocate(content.length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(bytes, text, true);
    if (result.isError()) {
      return visitor.unreadable(
          name + ":" + line(content, bytes.position()),
          "is not valid YAML or JSON: Invalid UTF-8 byte 0x%02x"
              .formatted(content[bytes.position()]));
    }
    Documents documents = new Documents(visitor);
    ManifestFiles.visit(name, text.flip().toString(), documents);
    return documents.continues
        && (!documents.isEmpty || visitor.unreadable(name, "contains no scenario"));
  }

  private static int line(byte[] content, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      line += content[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  /** The documents of one file, until the visitor stops. */
  private static final class Documents implements ManifestFiles.Visitor {
    private final Visitor visitor;
    private boolean continues = true;
    private boolean isEmpty = true;

    Documents(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void document(Document document) {
      isEmpty = false;
      continues = continues && visitJson(document.place().toString(), document.json(), visitor);
    }

    @Override
    public void malformed(SourceLocation place, String why) {
      unusable(place.toString(), why);
    }

    @Override
    public void unusable(String file, String why) {
      isEmpty = false;
      continues = continues && visitor.unreadable(file, why);
    }
  }
}
