package dev.hpa.benchmarks.setup;

import dev.hpa.api.Json;
import dev.hpa.sandbox.access.AuditEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes audit events to a file, one JSON line each. Thread-safe. */
final class AuditFile implements Consumer<AuditEvent>, AutoCloseable {

  private final @Nullable PrintWriter out;

  private AuditFile(@Nullable PrintWriter out) {
    this.out = out;
  }

  /**
   * @param file null for none
   */
  static AuditFile open(@Nullable String file) throws IOException {
    return new AuditFile(
        file == null ? null : new PrintWriter(Files.newBufferedWriter(Path.of(file))));
  }

  @Override
  public void accept(AuditEvent event) {
    if (out == null) {
      return;
    }
    String line = Json.text(event.toJson());
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  @Override
  public void close() {
    if (out != null) {
      out.close();
    }
  }
}
