package dev.hpa.cli.manifests;

import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import dev.hpa.kube.content.YamlNodes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The documents of a YAML file. As in kubectl, the file is split at {@code ---} lines before
 * parsing, so that a malformed document does not affect the following ones.
 */
final class YamlDocuments {

  /** Kubernetes objects are limited to 1.5 MiB, so longer lines are not needed. */
  private static final int MAX_LINE = 1 << 20;

  /**
   * An action of a Go template, outside of quotes and comments: a field, a variable, a comment or a
   * word without the colon of a YAML mapping.
   */
  private static final Pattern ACTION =
      Pattern.compile("(?m)^[^'\"#\\n]*\\{\\{-?\\s*(?:[.$(]|/\\*|\\w+(?:\\s|-?}}))");

  private final String file;
  private final ManifestFiles.Visitor visitor;
  private int documents;

  YamlDocuments(String file, ManifestFiles.Visitor visitor) {
    this.file = file;
    this.visitor = visitor;
  }

  /**
   * A part between two separators.
   *
   * @param before number of lines before it
   */
  private record Part(int before, String text) {

    /** The text, if it contains one document only; otherwise empty. */
    String ownText() {
      return text.lines().noneMatch(line -> line.startsWith("...")) ? text : "";
    }

    /** Whether the text has comments, directives and blanks only. */
    boolean isEmpty() {
      return text.lines()
          .map(String::strip)
          .allMatch(
              line ->
                  line.isEmpty()
                      || line.startsWith("#")
                      || line.startsWith("%")
                      || line.equals("---")
                      || line.equals("..."));
    }
  }

  void visit(String text) {
    for (Part part : parts(text)) {
      if (part.isEmpty()) {
        visitor.comment(part.text());
      } else {
        visit(part);
      }
    }
  }

  /**
   * Whether a text is YAML only after a template engine has rendered it: one of its documents has
   * actions and is malformed.
   */
  static boolean isTemplate(String text) {
    return text.contains("{{")
        && parts(text).stream()
            .anyMatch(part -> ACTION.matcher(part.text()).find() && isMalformed(part));
  }

  private static boolean isMalformed(Part part) {
    boolean[] isMalformed = {false};
    ManifestFiles.Visitor found =
        new ManifestFiles.Visitor() {
          @Override
          public void document(Document document) {}

          @Override
          public void malformed(SourceLocation place, String why) {
            isMalformed[0] = true;
          }

          @Override
          public void unusable(String file, String why) {}
        };
    new YamlDocuments("", found).visit(part);
    return isMalformed[0];
  }

  private static List<Part> parts(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    int before = 0;
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.startsWith("---")
          && (line.length() == 3 || Character.isWhitespace(line.charAt(3)))) {
        parts.add(new Part(before, current.toString()));
        current.setLength(0);
        before = number;
      }
      current.append(line).append('\n');
      number++;
    }
    parts.add(new Part(before, current.toString()));
    return parts;
  }

  private void visit(Part part) {
    try {
      requireShortLines(part);
      for (Iterator<Node> nodes = YamlNodes.of(part.text()); nodes.hasNext(); ) {
        Node node = nodes.next();
        documents++;
        if (!node.getTag().equals(Tag.NULL)) {
          visitor.document(document(part, node));
        }
      }
    } catch (MarkedYAMLException malformed) {
      documents++;
      int line = malformed.getProblemMark() == null ? 0 : malformed.getProblemMark().getLine();
      refuse(part.before() + line + 1, malformed.getProblem());
    } catch (YAMLException malformed) {
      documents++;
      refuse(part.before() + 1, malformed.getMessage());
    } catch (YamlFormatException | ManifestException unusable) {
      visitor.malformed(
          SourceLocation.document(file, documents, part.before() + 1),
          String.valueOf(unusable.getMessage()));
    }
  }

  private void requireShortLines(Part part) throws ManifestException {
    int number = part.before();
    for (String line : (Iterable<String>) part.text().lines()::iterator) {
      number++;
      if (line.length() > MAX_LINE) {
        documents++;
        throw new ManifestException(
            "",
            "line %d has %d characters, more than the limit of %d; split the value into several lines or remove it"
                .formatted(number, line.length(), MAX_LINE));
      }
    }
  }

  private Document document(Part part, Node node) throws YamlFormatException {
    int first = part.before() + node.getStartMark().getLine() + 1;
    YamlJson json = YamlJson.of(node, part.before());
    return new Document(
        SourceLocation.document(file, documents, first),
        json.text(),
        new LineIndex(first, json.lines()),
        part.ownText());
  }

  private void refuse(int line, @Nullable String why) {
    String reason = String.valueOf(why).lines().findFirst().orElse("");
    visitor.malformed(
        SourceLocation.document(file, documents, line),
        "is not valid YAML or JSON: " + reason + " (line " + line + ")");
  }
}
