package dev.hpa.benchmarks.failover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an audit log while the API server appends to it, and continues in the new file when the
 * server rotates the log by renaming it. Used by one thread.
 */
final class AuditLog implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_AT_ONCE = 64 << 20;

  private final Path file;
  private final Set<String> users;
  private @Nullable Opened opened;

  /**
   * @param users the requests of other users are skipped
   */
  AuditLog(Path file, Set<String> users) {
    this.file = file;
    this.users = users;
  }

  /** A file that stays readable under another name. */
  private record Opened(SeekableByteChannel in, Object key) {}

  /**
   * Delivers the requests since the last call.
   *
   * @throws IOException if the log cannot be read, or is not an audit log
   */
  void read(Consumer<AuditedRequest> requests) throws IOException {
    Opened current = opened == null ? open() : opened;
    opened = current;
    // The server does not write to a file that it has renamed, so this file is then complete.
    while (isRotated(current)) {
      readToEnd(current.in(), requests);
      current.in().close();
      current = open();
      opened = current;
    }
    readToEnd(current.in(), requests);
  }

  private Opened open() throws IOException {
    Object key = key();
    while (true) {
      SeekableByteChannel in = Files.newByteChannel(file);
      Object after = key();
      if (after.equals(key)) {
        return new Opened(in, key);
      }
      in.close();
      key = after;
    }
  }

  private boolean isRotated(Opened current) throws IOException {
    try {
      return !key().equals(current.key());
    } catch (NoSuchFileException beingRotated) {
      return false;
    }
  }

  /** Identifies the file that has the name of the log; renaming does not change it. */
  private Object key() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    Object key = attributes.fileKey();
    return key == null ? attributes.creationTime() : key;
  }

  private void readToEnd(SeekableByteChannel in, Consumer<AuditedRequest> requests)
      throws IOException {
    while (in.position() < in.size()) {
      long position = in.position();
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(MAX_AT_ONCE, in.size() - position));
      int count = 0;
      while (buffer.hasRemaining() && count >= 0) {
        count = in.read(buffer);
      }
      byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
      int end = lastLineEnd(bytes);
      in.position(position + end);
      if (end == 0) {
        return;
      }
      deliver(bytes, end, requests);
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

  @Override
  public void close() throws IOException {
    if (opened != null) {
      opened.in().close();
    }
  }
}
