package dev.hpa.vectors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads test vectors: those of this module, or others in a folder. Files are named without {@code
 * .gz}, for example {@code api/quantity.ndjson}. A missing file is an error, so that no test is
 * skipped silently. Immutable.
 */
public final class Vectors {

  /** The system property with the folder of the full set. */
  public static final String PROPERTY = "hpa.vectors";

  private static final String INDEX = "index.txt";

  private final @Nullable Path folder;

  private Vectors(@Nullable Path folder) {
    this.folder = folder;
  }

  /** The vectors of this module. */
  public static Vectors bundled() {
    return new Vectors(null);
  }

  /**
   * The vectors in a folder. What the folder does not contain is read from this module.
   *
   * @throws IllegalArgumentException if there is no such folder
   */
  public static Vectors in(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "vectors \"%s\": not a folder; unpack the full set there".formatted(folder));
    }
    return new Vectors(folder);
  }

  /**
   * The vectors in the folder of the system property {@value #PROPERTY}, or those of this module if
   * it is not set.
   *
   * @throws IllegalArgumentException if there is no such folder
   */
  public static Vectors configured() {
    String configured = System.getProperty(PROPERTY);
    return configured == null ? bundled() : in(Path.of(configured));
  }

  /**
   * Returns the names of the files in a folder such as {@code decisions}, sorted.
   *
   * @throws IllegalStateException if there are none
   */
  public List<String> files(String name) {
    List<String> files =
        (folder != null && Files.isDirectory(folder.resolve(name)) ? within(folder, name) : index())
            .stream().filter(each -> each.startsWith(name + "/")).sorted().toList();
    if (files.isEmpty()) {
      throw missing(name);
    }
    return files;
  }

  private static List<String> index() {
    try (Stream<String> names = bundled().lines(INDEX)) {
      return names.toList();
    }
  }

  private static List<String> within(Path folder, String name) {
    try (Stream<Path> files = Files.walk(folder.resolve(name))) {
      return files
          .filter(Files::isRegularFile)
          .map(each -> folder.relativize(each).toString().replace('\\', '/'))
          .map(each -> each.endsWith(".gz") ? each.substring(0, each.length() - 3) : each)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Returns the lines of a file; the caller closes the stream.
   *
   * @throws IllegalStateException if the file does not exist
   */
  public Stream<String> lines(String file) {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8));
    return reader.lines().onClose(() -> close(reader));
  }

  private static void close(BufferedReader reader) {
    try {
      reader.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Returns the text of a file.
   *
   * @throws IllegalStateException if the file does not exist
   */
  public String text(String file) {
    try (InputStream in = open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Opens a file, uncompressed; the caller closes it.
   *
   * @throws IllegalStateException if the file does not exist
   */
  public InputStream open(String file) {
    try {
      if (folder != null && Files.isRegularFile(folder.resolve(file))) {
        return Files.newInputStream(folder.resolve(file));
      }
      InputStream compressed = raw(file + ".gz");
      if (compressed != null) {
        return new GZIPInputStream(compressed);
      }
      InputStream plain = raw(file);
      if (plain == null) {
        throw missing(file);
      }
      return plain;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private @Nullable InputStream raw(String file) throws IOException {
    if (folder != null && Files.isRegularFile(folder.resolve(file))) {
      return Files.newInputStream(folder.resolve(file));
    }
    return Vectors.class.getResourceAsStream(file);
  }

  private static IllegalStateException missing(String name) {
    return new IllegalStateException(
        "vectors \"%s\": not packaged with hpa-vectors; see its README for the names"
            .formatted(name));
  }
}
