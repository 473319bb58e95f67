package dev.hpa.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files with mode 0600, for secrets. */
final class PrivateFile {

  private PrivateFile() {}

  /** Writes a file atomically: readers get either the old content or all of the new. */
  static void write(Path file, String content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException("\"" + file + "\": not a file; use the path of a file");
    }
    Files.createDirectories(directory);
    Path draft =
        Files.createTempFile(
            directory,
            "." + file.getFileName(),
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(draft, content);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
