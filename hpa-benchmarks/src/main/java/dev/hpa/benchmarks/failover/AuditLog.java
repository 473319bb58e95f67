package dev.hpa.benchmarks.failover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** Reads an audit log while the API server appends to it. Used by one thread. */
final class AuditLog {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_AT_ONCE = 64 << 20;

  private final Path file;
  private final Set<String> users;
  private long position;

  /**
   * @param users the requests of other users are skipped
   */
  AuditLog(Path file, Set<String> users) {
    this.file = file;
    this.users = users;
  }

  /**
   * Delivers the requests since the last call.
   *
   * @throws IOException if the log cannot be read, or is not an audit log
   */
  void read(Consumer<AuditedRequest> requests) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      while (position < in.length()) {
        in.seek(position);
        byte[] bytes = new byte[(int) Math.min(MOST_AT_ONCE, in.length() - position)];
        in.readFully(bytes);
        int end = lastLineEnd(bytes);
        if (end == 0) {
          return;
        }
        deliver(bytes, end, requests);
        position += end;
      }
    }
  }

  /** The last line may be written in part. */
  private static int lastLineEnd(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private void deliver(byte[] bytes, int end, Consumer<AuditedRequest> requests)
      throws IOException {
    for (String line : new String(bytes, 0, end, StandardCharsets.UTF_8).split("\n", -1)) {
      if (line.isBlank()) {
        continue;
      }
      try {
        AuditedRequest request = AuditedRequest.of(JSON.readTree(line));
        if (request != null && users.contains(request.user())) {
          requests.accept(request);
        }
      } catch (JsonProcessingException failure) {
        throw new IOException(file + ": not an audit log in JSON lines: " + line, failure);
      }
    }
  }
}
