package dev.hpa.cli.manifests;

/**
 * The location of a document.
 *
 * @param file as named on the command line, {@code -} for standard input
 * @param document counted from 1 within the file
 * @param line of its first character, counted from 1; 0 in a cluster
 * @param ofLines whether the file has one document per line
 * @param item the path within a list, or empty; the object in a cluster
 */
public record SourceLocation(String file, int document, int line, boolean ofLines, String item) {

  /**
   * In a cluster, where nothing has a line.
   *
   * @param object its kind and name
   */
  static SourceLocation live(String object) {
    return new SourceLocation("cluster", 1, 0, false, object);
  }

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

  /** Whether the document is an object of a cluster. */
  public boolean isLive() {
    return line == 0;
  }

  @Override
  public String toString() {
    if (isLive()) {
      return file;
    }
    String whole = ofLines ? file + ":" + line : file + " document " + document;
    return item.isEmpty() ? whole : whole + " " + item;
  }
}
