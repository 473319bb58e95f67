package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.hpa.api.Json;
import java.io.PrintWriter;
import java.util.regex.Pattern;

/** Writes documents one after another, in one form. */
public final class DocumentWriter {

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .stringQuotingChecker(new PlainTexts())
              .build());

  private final PrintWriter out;
  private final DocumentFormat form;
  private boolean begun;

  public DocumentWriter(PrintWriter out, DocumentFormat form) {
    this.out = out;
    this.form = form;
  }

  /** Writes one more document. */
  public void write(JsonNode document) {
    switch (form) {
      case yaml -> {
        out.print(begun ? "---\n" : "");
        out.print(yaml(document));
      }
      case json -> out.println(pretty(document));
      case ndjson -> out.println(Json.text(document));
    }
    begun = true;
  }

  /** Writes a document as it is in its file, or what is the same in the form of the output. */
  public void copy(Document document) {
    if (document.text().isEmpty() || document.form() != form) {
      write(Json.tree(document.json()));
    } else {
      copy(document.text());
    }
  }

  /** Writes the text of a document in the form of the output. */
  public void copy(String text) {
    boolean separated = form != DocumentFormat.yaml || !begun || text.startsWith("---");
    out.print(separated ? "" : "---\n");
    out.print(text);
    out.print(text.endsWith("\n") ? "" : "\n");
    begun = true;
  }

  private static String yaml(JsonNode document) {
    try {
      return YAML.writeValueAsString(document);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String pretty(JsonNode document) {
    try {
      return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Leaves only those texts without quotes that no reader of YAML takes for anything else: {@code
   * 1e3}, {@code 12:30} and {@code no} are quoted, {@code 250m} and {@code apps/v1} are not.
   */
  private static final class PlainTexts extends StringQuotingChecker {

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
