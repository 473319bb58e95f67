package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Json;
import dev.hpa.cli.files.InputFiles;
import dev.hpa.cli.files.LimitedText;
import dev.hpa.kube.content.UnicodeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads documents from files, directories and standard input: YAML and JSON with one or more
 * documents, and NDJSON, which is read line by line.
 */
public final class ManifestFiles {

  private static final List<String> ENDINGS =
      Stream.of(".json", ".yaml", ".yml", ".ndjson", ".jsonl")
          .flatMap(ending -> Stream.of(ending, ending + ".gz"))
          .toList();
  private static final Pattern OF_LINES = Pattern.compile(".*\\.(ndjson|jsonl)(\\.gz)?");
  private static final Pattern OF_DOCUMENTS = Pattern.compile(".*\\.(json|yaml|yml)(\\.gz)?");
  private static final int LINES_TO_TELL_BY = 3;

  private final Visitor visitor;
  private final List<String> templates = new ArrayList<>();

  /** Receives the documents, in order. */
  public interface Visitor {
    void document(Document document);

    /** A part of a YAML file with comments, directives and blank lines only. */
    default void comment(String text) {}

    /** A malformed document. */
    void malformed(SourceLocation place, String why);

    /** A file that cannot be read. */
    void unusable(String file, String why);
  }

  private ManifestFiles(Visitor visitor) {
    this.visitor = visitor;
  }

  /** Visits every document of the given files in order; {@code -} is standard input. */
  public static void visit(List<String> names, Visitor visitor) throws IOException {
    ManifestFiles files = new ManifestFiles(visitor);
    InputFiles.visit(
        names,
        ENDINGS,
        new InputFiles.Visitor() {
          @Override
          public boolean content(String name, InputStream in) throws IOException {
            files.content(name, in);
            return true;
          }

          @Override
          public boolean unreadable(String name, String why) {
            visitor.unusable(name, why);
            return true;
          }
        });
    files.reportTemplates();
  }

  /** Whether a file in a directory is read, by its name. */
  public static boolean isManifest(String name) {
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  /** Visits every document of the text of a file, which is YAML or JSON. */
  public static void visit(String name, String text, Visitor visitor) {
    ManifestFiles file = new ManifestFiles(visitor);
    file.documents(name, text);
    file.reportTemplates();
  }

  /** One line for all of them: a chart has many, and what to do is the same for each. */
  private void reportTemplates() {
    if (templates.isEmpty()) {
      return;
    }
    int others = templates.size() - 1;
    visitor.unusable(
        templates.getFirst(),
        "is an unrendered template%s; pass the output of `helm template` in place of the chart"
            .formatted(
                switch (others) {
                  case 0 -> "";
                  case 1 -> ", as is 1 other file";
                  default -> ", as are " + others + " other files";
                }));
  }

  private void content(String name, InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(LimitedText.ofLines(UnicodeText.of(in)));
    if (OF_LINES.matcher(name).matches()) {
      lines(name, 0, reader);
    } else if (OF_DOCUMENTS.matcher(name).matches()) {
      documents(name, LimitedText.whole(reader));
    } else {
      unnamed(name, reader);
    }
  }

  /**
   * Standard input and pipes have no file name suffix; the format is detected from the first lines.
   */
  private void unnamed(String name, BufferedReader reader) throws IOException {
    List<String> first = new ArrayList<>();
    while (first.stream().filter(line -> !line.isBlank()).count() < LINES_TO_TELL_BY) {
      String line = reader.readLine();
      if (line == null) {
        break;
      }
      first.add(line);
    }
    if (looksLikeLines(first)) {
      for (int i = 0; i < first.size(); i++) {
        line(name, i + 1, first.get(i));
      }
      lines(name, first.size(), reader);
    } else {
      documents(name, String.join("\n", first) + "\n" + LimitedText.whole(reader));
    }
  }

  /**
   * NDJSON is detected if one of the first lines is a complete object, so that a broken line does
   * not change the format.
   */
  private static boolean looksLikeLines(List<String> first) {
    List<String> written = first.stream().filter(line -> !line.isBlank()).toList();
    return !written.isEmpty()
        && !written.getFirst().startsWith("---")
        && !written.getFirst().startsWith("#")
        && written.stream().anyMatch(ManifestFiles::isWholeObject);
  }

  private static boolean isWholeObject(String line) {
    if (!line.startsWith("{")) {
      return false;
    }
    try (JsonParser in = Json.mapper().createParser(line)) {
      in.nextToken();
      in.skipChildren();
      return in.nextToken() == null;
    } catch (IOException malformed) {
      return false;
    }
  }

  private void lines(String name, int before, BufferedReader reader) throws IOException {
    int number = before;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      line(name, number, line);
    }
  }

  private void line(String name, int number, String line) {
    if (!line.isBlank()) {
      visitor.document(
          new Document(SourceLocation.line(name, number), line, LineIndex.all(number), line));
    }
  }

  private void documents(String name, String text) {
    // As kubectl: an opening brace means JSON, unless the text is valid YAML only.
    if (text.stripLeading().startsWith("{") && json(name, text)) {
      return;
    }
    if (YamlDocuments.isTemplate(text)) {
      templates.add(name);
    } else {
      new YamlDocuments(name, visitor).visit(text);
    }
  }

  /**
   * @return false, without a visit, if the text is not JSON
   */
  private boolean json(String name, String text) {
    List<Document> documents = new ArrayList<>();
    try (JsonParser in = Json.mapper().createParser(text)) {
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        int start = (int) in.currentTokenLocation().getCharOffset();
        int line = in.currentTokenLocation().getLineNr();
        in.skipChildren();
        in.finishToken();
        String json = text.substring(start, (int) in.currentLocation().getCharOffset());
        documents.add(
            new Document(
                SourceLocation.document(name, documents.size() + 1, line),
                json,
                LineIndex.ofJson(line, json),
                json));
      }
    } catch (IOException malformed) {
      return false;
    }
    documents.forEach(visitor::document);
    return true;
  }
}
