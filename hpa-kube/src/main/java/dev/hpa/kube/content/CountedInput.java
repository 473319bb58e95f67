package dev.hpa.kube.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read or skipped; subclasses may fail at a limit. */
public abstract class CountedInput extends FilterInputStream {

  protected CountedInput(InputStream in) {
    super(in);
  }

  /**
   * Counts bytes that were read.
   *
   * @param bytes more than 0
   * @throws IOException if they exceed a limit
   */
  protected abstract void count(long bytes) throws IOException;

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count(1);
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  @Override
  public long skip(long length) throws IOException {
    long skipped = super.skip(length);
    if (skipped > 0) {
      count(skipped);
    }
    return skipped;
  }
}
