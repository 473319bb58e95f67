package dev.hpa.metrics.resource;

import dev.hpa.api.JsonTokens;
import dev.hpa.kube.memory.Limit;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A response body that keeps its first 1,024 bytes for error messages. If its tokens are read
 * instead of its text, the text is created for the message.
 */
final class ExcerptInputStream extends FilterInputStream {

  private final byte[] start = new byte[Limit.MESSAGE_CHARS.asInt()];
  private long length;

  ExcerptInputStream(InputStream body) {
    super(body);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int wanted) throws IOException {
    int count = super.read(bytes, offset, wanted);
    if (count > 0) {
      int kept = (int) Math.min(count, Math.max(0, start.length - length));
      System.arraycopy(bytes, offset, start, (int) Math.min(length, start.length), kept);
      length += count;
    }
    return count;
  }

  /** The body to pass to {@link dev.hpa.api.JsonStream}. */
  InputStream body() {
    return in instanceof JsonTokens ? in : this;
  }

  /**
   * The body, truncated to 1,024 bytes.
   *
   * @throws IOException if it had not been read as text and cannot be
   */
  String text() throws IOException {
    if (length == 0) {
      readNBytes(start.length + 1);
    }
    String text =
        new String(start, 0, (int) Math.min(length, start.length), StandardCharsets.UTF_8);
    return length > start.length ? text + "…" : text;
  }
}
