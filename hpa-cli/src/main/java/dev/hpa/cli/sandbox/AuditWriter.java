package dev.hpa.cli.sandbox;

import dev.hpa.api.Json;
import dev.hpa.sandbox.access.AuditEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the sandbox's audit log: one JSON line per request. */
final class AuditWriter implements Consumer<AuditEvent>, AutoCloseable {

  private static final String STANDARD_OUTPUT = "-";
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final @Nullable PrintWriter out;
  private final boolean isOwn;

  private AuditWriter(@Nullable PrintWriter out, boolean isOwn) {
    this.out = out;
    this.isOwn = isOwn;
  }

  /**
   * Opens a log.
   *
   * @param file the file to create or replace, readable by its owner only; {@code -} for standard
   *     output, null for none
   * @throws IOException if the file cannot be written
   */
  static AuditWriter open(@Nullable String file, PrintWriter standardOutput) throws IOException {
    if (file == null) {
      return new AuditWriter(null, false);
    }
    return file.equals(STANDARD_OUTPUT)
        ? new AuditWriter(standardOutput, false)
        : new AuditWriter(
            new PrintWriter(
                new OutputStreamWriter(forOwnerAlone(Path.of(file)), StandardCharsets.UTF_8)),
            true);
  }

  /** Requests contain users, addresses and objects, so only the owner may read the file. */
  private static OutputStream forOwnerAlone(Path file) throws IOException {
    Set<OpenOption> anew =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return Channels.newOutputStream(Files.newByteChannel(file, anew));
    }
    SeekableByteChannel log =
        Files.newByteChannel(file, anew, PosixFilePermissions.asFileAttribute(OWNER));
    if (Files.isRegularFile(file)) {
      // An existing file would keep its permissions.
      Files.setPosixFilePermissions(file, OWNER);
    }
    return Channels.newOutputStream(log);
  }

  @Override
  public void accept(AuditEvent event) {
    if (out != null) {
      String line = Json.text(event.toJson());
      synchronized (this) {
        out.println(line);
        out.flush();
      }
    }
  }

  /** Closes the file; standard output stays open. */
  @Override
  public void close() {
    if (out != null && isOwn) {
      out.close();
    }
  }
}
