package dev.hpa.controller.state;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails after a number of bytes. */
final class BoundedInput extends FilterInputStream {

  private final long limit;
  private long read;

  /**
   * @param limit in bytes
   */
  BoundedInput(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    count(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    count(Math.max(count, 0));
    return count;
  }

  private void count(int more) throws IOException {
    read += more;
    if (read > limit) {
      throw new IOException("it is larger than %d MiB".formatted(limit >> 20));
    }
  }
}
