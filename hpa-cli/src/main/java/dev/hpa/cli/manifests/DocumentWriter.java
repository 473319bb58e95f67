package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.YamlText;
import java.io.PrintWriter;

/** Writes documents one after another, in one format: YAML, JSON or NDJSON. */
public final class DocumentWriter {

  private final PrintWriter out;
  private final OutputFormat format;
  private boolean begun;

  public DocumentWriter(PrintWriter out, OutputFormat format) {
    this.out = out;
    this.format = format;
  }

  /** Writes the next document. */
  public void write(JsonNode document) {
    switch (format) {
      case YAML -> {
        out.print(begun ? "---\n" : "");
        out.print(YamlText.of(document));
      }
      case JSON -> out.println(pretty(document));
      case NDJSON -> out.println(SafeText.json(Json.text(document)));
      case TEXT, CSV, MARKDOWN, SARIF ->
          throw new IllegalArgumentException(format + " is not a format of documents");
    }
    begun = true;
  }

  /** Copies a document verbatim if its file has the format of the output, else converts it. */
  public void copy(Document document) {
    if (document.text().isEmpty() || document.format() != format) {
      write(Json.tree(document.json()));
    } else {
      copy(document.text());
    }
  }

  /** Writes the text of a document that has the format of the output. */
  public void copy(String text) {
    boolean separated = format != OutputFormat.YAML || !begun || text.startsWith("---");
    out.print(separated ? "" : "---\n");
    out.print(text);
    out.print(text.endsWith("\n") ? "" : "\n");
    begun = true;
  }

  private static String pretty(JsonNode document) {
    try {
      return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
