package dev.hpa.cli.files;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** Writes files as a whole or not at all. */
public final class AtomicFile {

  private AtomicFile() {}

  /**
   * Writes a file that only its owner can read. It is created, with its directories, or replaced
   * atomically.
   */
  public static void write(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Path directory = target.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Path draft = draft(target);
    try {
      Files.writeString(draft, text);
      move(draft, target);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * Creates a file beside the target, readable by its owner only and with an unpredictable name, so
   * that another user cannot create a link there first.
   */
  private static Path draft(Path target) throws IOException {
    Path folder = Objects.requireNonNull(target.getParent(), "an absolute path has a parent");
    return Files.createTempFile(folder, "." + target.getFileName() + ".", ".tmp");
  }

  private static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
