package dev.hpa.cli.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads files, directories and standard input, one at a time. */
public final class InputFiles {

  /** The name of standard input on the command line. */
  public static final String STANDARD_INPUT = "-";

  private final List<String> endings;
  private final Visitor visitor;

  /** Receives the contents. */
  public interface Visitor {
    /**
     * The content of a file; {@code .gz} files are decompressed.
     *
     * @return whether to continue
     */
    boolean content(String name, InputStream in) throws IOException;

    /**
     * A file that cannot be read completely.
     *
     * @return whether to continue
     */
    boolean unreadable(String name, String why);
  }

  private InputFiles(List<String> endings, Visitor visitor) {
    this.endings = endings;
    this.visitor = visitor;
  }

  /**
   * Visits the given files in order; {@code -} is standard input; of a directory, the files
   * directly in it are read, sorted by name.
   *
   * @param endings suffixes of the files to read from a directory, such as {@code .yaml}
   */
  public static void visit(List<String> names, List<String> endings, Visitor visitor)
      throws IOException {
    InputFiles files = new InputFiles(endings, visitor);
    for (String name : names) {
      boolean more =
          name.equals(STANDARD_INPUT)
              ? files.visitStream(name, System.in)
              : files.visitPath(Path.of(name));
      if (!more) {
        return;
      }
    }
  }

  private boolean visitPath(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return visitFolder(path);
    }
    if (!Files.isReadable(path)) {
      return visitor.unreadable(
          path.toString(),
          Files.exists(path) ? "cannot be read" : "does not exist; check the path");
    }
    try (InputStream in = open(path)) {
      return visitStream(path.toString(), in);
    } catch (IOException failure) {
      return visitor.unreadable(path.toString(), String.valueOf(failure.getMessage()));
    }
  }

  private boolean visitStream(String name, InputStream in) throws IOException {
    try {
      return visitor.content(name, in);
    } catch (IOException failure) {
      return visitor.unreadable(name, String.valueOf(failure.getMessage()));
    }
  }

  private boolean visitFolder(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> wanted = entries.filter(this::isWanted).sorted().toList();
      if (wanted.isEmpty()) {
        return visitor.unreadable(
            folder.toString(),
            "contains no file whose name ends in one of " + String.join(", ", endings));
      }
      for (Path entry : wanted) {
        if (!visitPath(entry)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isWanted(Path path) {
    return endings.stream().anyMatch(path.toString()::endsWith);
  }

  private static InputStream open(Path path) throws IOException {
    InputStream in = Files.newInputStream(path);
    return path.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
  }
}
