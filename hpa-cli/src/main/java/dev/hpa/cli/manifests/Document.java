package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.output.OutputFormat;

/**
 * One document of a file.
 *
 * @param json the JSON in the file, including duplicate keys; YAML is converted. It may be
 *     malformed
 * @param text the text in the file, including comments and a leading {@code ---}; empty for an item
 *     of a list and for a document that shares its text with another
 */
public record Document(SourceLocation place, String json, LineIndex lines, String text) {

  /** A document without text. */
  Document(SourceLocation place, String json, LineIndex lines) {
    this(place, json, lines, "");
  }

  /** An object of a cluster. */
  public static Document live(JsonNode object) {
    String name =
        "%s %s/%s"
            .formatted(
                object.path("kind").asText(),
                object.at("/metadata/namespace").asText(),
                object.at("/metadata/name").asText());
    return new Document(SourceLocation.live(name), Json.text(object), LineIndex.all(0));
  }

  /** The format of {@link #text}. */
  OutputFormat format() {
    if (place.ofLines()) {
      return OutputFormat.NDJSON;
    }
    return text.startsWith("{") ? OutputFormat.JSON : OutputFormat.YAML;
  }

  /** An item of this list. */
  public Document item(int index, String itemJson) {
    String path = "items[" + index + "]";
    LineIndex below = lines.below(path);
    return new Document(place.item(path, below.of("")), itemJson, below);
  }
}
