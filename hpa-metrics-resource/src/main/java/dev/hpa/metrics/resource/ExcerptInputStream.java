package dev.hpa.metrics.resource;

import dev.hpa.api.JsonTokens;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A response body that keeps its first 1,024 bytes for error messages. If its tokens are read
 * instead of its text, the text is created for the message.
 */
final class ExcerptInputStream extends FilterInputStream {

  /** Kept length in bytes. */
  private static final int KEPT = 1024;

  private final byte[] start = new byte[KEPT];
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
      int kept = (int) Math.min(count, Math.max(0, KEPT - length));
      System.arraycopy(bytes, offset, start, (int) Math.min(length, KEPT), kept);
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
      readNBytes(KEPT + 1);
    }
    String text = new String(start, 0, (int) Math.min(length, KEPT), StandardCharsets.UTF_8);
    return length > KEPT ? text + "…" : text;
  }
}
