package dev.hpa.sandbox.state;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that nobody but their owner may read, because they hold secrets. */
public final class PrivateFile {

  private PrivateFile() {}

  /** What is in a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file; whoever reads it sees what was there before, or all of the new. */
  public static void write(Path file, Content content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is no file name");
    }
    Files.createDirectories(directory);
    Path draft =
        Files.createTempFile(
            directory,
            "." + file.getFileName(),
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
        content.writeTo(out);
      }
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
