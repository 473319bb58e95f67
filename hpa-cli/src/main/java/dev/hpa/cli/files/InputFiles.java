package dev.hpa.cli.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The contents of named files, folders and standard input, one at a time. */
public final class InputFiles {

  /** How standard input is named on a command line. */
  public static final String STANDARD_INPUT = "-";

  private final List<String> endings;
  private final Visitor visitor;

  /** Takes the contents. */
  public interface Visitor {
    /**
     * What is in a file; {@code .gz} is unpacked.
     *
     * @return whether to go on
     */
    boolean content(String name, InputStream in) throws IOException;

    /**
     * A file that cannot be read, or no further.
     *
     * @return whether to go on
     */
    boolean unreadable(String name, String why);
  }

  private InputFiles(List<String> endings, Visitor visitor) {
    this.endings = endings;
    this.visitor = visitor;
  }

  /**
   * Visits the named files in turn; {@code -} is standard input, and of a folder those directly in
   * it are taken, by name.
   *
   * @param endings of the files to take from a folder, such as {@code .yaml}
   */
  public static void visit(List<String> names, List<String> endings, Visitor visitor)
      throws IOException {
    InputFiles files = new InputFiles(endings, visitor);
    for (String name : names) {
      boolean more =
          name.equals(STANDARD_INPUT)
              ? visitor.content(name, System.in)
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
          path.toString(), Files.exists(path) ? "cannot be read" : "no such file");
    }
    try (InputStream in = open(path)) {
      return visitor.content(path.toString(), in);
    } catch (IOException failure) {
      return visitor.unreadable(path.toString(), String.valueOf(failure.getMessage()));
    }
  }

  private boolean visitFolder(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> wanted = entries.filter(this::isWanted).sorted().toList();
      if (wanted.isEmpty()) {
        return visitor.unreadable(
            folder.toString(),
            "holds no file whose name ends in one of " + String.join(", ", endings));
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
