package dev.hpa.cli.manifests;

import dev.hpa.cli.output.OutputFormat;

/**
 * One document of a file.
 *
 * @param json as it is in the file, with repeated keys; YAML is converted to JSON. It need not be
 *     well-formed
 * @param text the document as it is in the file, comments and a leading {@code ---} included; empty
 *     for an item of a list and for a document that shares its text with another
 */
public record Document(SourceLocation place, String json, LineIndex lines, String text) {

  /** A document without a text of its own. */
  Document(SourceLocation place, String json, LineIndex lines) {
    this(place, json, lines, "");
  }

  /** The format of {@link #text}. */
  OutputFormat format() {
    if (place.ofLines()) {
      return OutputFormat.NDJSON;
    }
    return text.startsWith("{") ? OutputFormat.JSON : OutputFormat.YAML;
  }

  /** An item of this list. */
  Document item(int index, String itemJson) {
    String path = "items[" + index + "]";
    LineIndex below = lines.below(path);
    return new Document(place.item(path, below.of("")), itemJson, below);
  }
}
