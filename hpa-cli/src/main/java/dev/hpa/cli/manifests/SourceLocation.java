package dev.hpa.cli.manifests;

/**
 * The location of a document.
 *
 * @param file as named on the command line, {@code -} for standard input
 * @param document counted from 1 within the file
 * @param line of its first character, counted from 1
 * @param ofLines whether the file has one document per line
 * @param item the path within a list, or empty
 */
public record SourceLocation(String file, int document, int line, boolean ofLines, String item) {

  static SourceLocation document(String file, int document, int line) {
    return new SourceLocation(file, document, line, false, "");
  }

  static SourceLocation line(String file, int line) {
    return new SourceLocation(file, line, line, true, "");
  }

  SourceLocation item(String path, int atLine) {
    return new SourceLocation(
        file, document, atLine, ofLines, item.isEmpty() ? path : item + "." + path);
  }

  @Override
  public String toString() {
    String whole = ofLines ? file + ":" + line : file + " document " + document;
    return item.isEmpty() ? whole : whole + " " + item;
  }
}
